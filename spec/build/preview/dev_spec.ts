import { afterAll, expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundleClient } from '../../../scripts/bundle_clients.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { digestsBelow, removeFolders } from '../../support/building.ts'
import { runGit } from '../../support/git.ts'
import { ROOT } from '../../support/repository.ts'
import { writeTinyCorpus } from './_corpus.ts'
import { type RunningPreview, startPreview } from './_preview.ts'

const running: RunningPreview[] = []
afterAll(async () => {
  for (const preview of running) await preview.stop('SIGKILL')
  await removeFolders()
})

verifies('dev.follows', 'a save is on every interface, and in the terminal', async () => {
  const { corpus, preview } = await start()
  expect(await getText(preview, '/pot/clay/')).toContain('It keeps warm.')
  await corpus.write('pages/pot/clay.md', '# Clay pot\n\nIt keeps warm.\n\nAnd a samovar.\n')
  await preview.take(({ pages }) => pages?.includes('pot/clay') ?? false)
  expect(await getText(preview, '/pot/clay/')).toContain('And a samovar.')
  expect(await getText(preview, '/pot/clay/index.md')).toContain('And a samovar.')
  await preview.take(({ isSearchCurrent }) => isSearchCurrent)
  expect(await getText(preview, '/api/public/docs/search?q=samovar')).toContain('"Clay pot"')
  expect(await callSearch(preview, 'samovar')).toContain('Clay pot')
  const findLine = () => preview.lines().find((each) => each.includes('pages/pot/clay.md'))
  while (findLine() === undefined) await Bun.sleep(20)
  expect(findLine()).toMatch(/^[\d:]{8} pages\/pot\/clay\.md http:\S+\/pot\/clay\/ \(\d+ ms\)$/)
})

verifies('dev.follows', 'new and deleted pages are followed, and a change of branch', async () => {
  const { corpus, preview } = await start()
  const git = async (...words: readonly string[]) => await runGit(dirname(corpus.folder), words)
  await git('init', '-q', '-b', 'one')
  await git('add', '.')
  await git('commit', '-qm', 'one')
  await git('checkout', '-qb', 'two')
  await corpus.write('pages/new/page.md', '# New page\n\nText.\n')
  await preview.take(({ pages, revision }) => pages === undefined && revision > 0)
  expect(await getText(preview, '/new/page/')).toContain('New page')
  await git('add', '.')
  await git('commit', '-qm', 'two')
  await git('checkout', '-q', 'one')
  while ((await getStatus(preview, '/new/page/')) !== 404) await preview.take(() => true)
  await git('checkout', '-q', 'two')
  while ((await getStatus(preview, '/new/page/')) !== 200) await preview.take(() => true)
})

verifiesLong('dev.survives', 'a registry that is broken for a while costs nothing', async () => {
  const { corpus, preview } = await start()
  const registry = await Bun.file(corpus.path('registry.yaml')).text()
  await corpus.write('registry.yaml', 'service: [')
  const broken = await preview.take(({ problems }) => problems.length > 0)
  expect(broken.problems[0]?.file).toEndWith('registry.yaml')
  expect(await getText(preview, '/')).toContain('Pour')
  await corpus.write('registry.yaml', registry)
  await preview.take(({ problems }) => problems.length === 0)
  expect(await preview.stop()).toBe(0)
})

verifiesLong('dev.survives', 'a port in use gives way to the next, with a word', async () => {
  const first = await start()
  const port = Number(new URL(first.preview.url).port)
  const second = await start(port)
  expect(second.preview.url).not.toBe(first.preview.url)
  expect(second.preview.lines()[0]).toStartWith(`Port ${port} is in use, so this is port `)
})

verifies('dev.survives', 'a folder that is removed and made again is watched again', async () => {
  const { corpus, preview } = await start()
  await corpus.remove('pages')
  await preview.take(({ problems }) => problems.length > 0)
  await corpus.write('pages/index.md', '# Coffee\n\nOther text.\n')
  await preview.take(({ problems }) => problems.length === 0)
  expect(await getText(preview, '/')).toContain('Other text.')
})

verifiesLong('dev.follows', 'a disk without events is looked at every second', async () => {
  const { corpus, preview } = await start(undefined, ['--poll'])
  await corpus.write('pages/index.md', '# Tea\n\nPolled.\n')
  await preview.take(({ revision }) => revision > 0)
  expect(await getText(preview, '/')).toContain('Polled.')
})

verifies('dev.untouched', 'a preview that is killed leaves nothing behind', async () => {
  const { corpus, preview } = await start()
  await getText(preview, '/')
  await callSearch(preview, 'tea')
  const before = await digestsBelow(corpus.folder)
  await corpus.write('pages/index.md', '# Tea\n\nLast words.\n')
  await preview.take(({ revision }) => revision > 0)
  const children = await Bun.$`pgrep -P ${preview.pid}`.nothrow().text()
  await preview.stop('SIGKILL')
  expect(children).toBe('')
  const after = await digestsBelow(corpus.folder)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(await readdir(dirname(corpus.folder))).toEqual(['corpus'])
})

verifies('dev.private', 'no other name and no page of another site is answered', async () => {
  const { preview } = await start()
  const get = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${preview.url}${path}`, { headers })).status
  expect(await get('/', { host: 'rebound.example' })).toBe(403)
  for (const tail of ['#evil', '/evil', '?evil', '@evil', ':99999', ' evil', '%']) {
    expect([tail, await get('/', { host: `127.0.0.1${tail}` })]).toEqual([tail, 403])
  }
  expect(await get('/', { origin: 'https://elsewhere.example' })).toBe(403)
  expect(await get('/', { origin: 'null' })).toBe(403)
  expect(await get('/', { host: `127.0.0.1:${new URL(preview.url).port}` })).toBe(200)
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  for (const origin of [{}, { origin: 'http://localhost:1' }]) {
    expect(await get('/.lectern/live', { ...upgrade, ...key, ...origin })).toBe(403)
  }
})

verifies('dev.survives', 'the script of the preview is the one in its sources', async () => {
  // After a change below app/build/preview/client: bun scripts/bundle_clients.ts
  const bundle = await Bun.file(join(ROOT, 'app/build/preview/client_bundle.txt')).text()
  expect(bundle).toBe(await bundleClient('preview'))
})

async function start(port?: number, words: readonly string[] = []) {
  const corpus = await writeTinyCorpus()
  const preview = await startPreview(dirname(corpus.folder), {
    words,
    ...(port === undefined ? {} : { port }),
  })
  running.push(preview)
  return { corpus, preview }
}

async function getText(preview: RunningPreview, path: string): Promise<string> {
  return await (await fetch(`${preview.url}${path}`)).text()
}

async function getStatus(preview: RunningPreview, path: string): Promise<number> {
  return (await fetch(`${preview.url}${path}`)).status
}

async function callSearch(preview: RunningPreview, query: string): Promise<string> {
  const call = { name: 'search_public_docs', arguments: { query } }
  const answer = await fetch(`${preview.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  return await answer.text()
}
