import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyGoodCorpus, pageText } from '../../build/corpus_build/bad_input/files.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'

let home: string
let running: Running

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-means-'))
  const corpus = await copyGoodCorpus(join(home, 'corpus'))
  const search = [
    'search:',
    '  synonyms:',
    '    - { phrase: back up, means: [snapshot] }',
    '  aliases:',
    '    - { phrase: put it behind nginx, page: proxy.md }',
  ]
  await corpus.swap('registry.yaml', 'service:\n', `${search.join('\n')}\nservice:\n`)
  const write = (file: string, fields: Record<string, string>, body = 'Text.') =>
    corpus.write(`pages/${file}`, pageText(fields, body))
  await write('snapshots.md', { title: 'Snapshots' })
  await write('proxy.md', { title: 'Reverse proxies', keywords: '[load balancer]' })
  await write('balance.md', { title: 'Scales' }, 'A load balancer in prose.')
  await write('notes.md', { title: 'Snapshots everywhere', search: 'low' })
  await write('hidden.md', { title: 'Moonshot', search: 'hidden' }, 'Moonshot.')
  await write('rocket.md', { title: '🚀 Launch' })
  running = await startRunning({ corpus: corpus.path })
})

afterAll(async () => {
  await running.stop()
  await rm(home, { recursive: true, force: true })
})

async function call(path: string, method: string, params: unknown) {
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await answer.json()).result
}

/** Titles that a query finds over HTTP, and the same over MCP and A2A. */
async function search(query: string): Promise<readonly string[]> {
  const titlesOf = (records: readonly { readonly title: string }[]) =>
    records.map(({ title }) => title)
  const found = titlesOf(await (await searchOverHttp(query)).json())
  const { structuredContent } = await callTool(query)
  expect(titlesOf(structuredContent.results)).toEqual(found)
  const { message } = await ask(query)
  expect(titlesOf(message.parts.at(-1).data.citations)).toEqual(found)
  return found
}

const searchOverHttp = (query: string) =>
  fetch(`${running.url}/api/public/docs/search?q=${encodeURIComponent(query)}`)
const callTool = (query: string) =>
  call('/mcp', 'tools/call', { name: 'search_public_docs', arguments: { query } })

const ask = (query: string) =>
  call('/a2a', 'SendMessage', {
    message: {
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [{ data: { skillId: 'find', input: { query } } }],
    },
  })

verifies('search.synonyms', 'a synonym finds the words of the pages, and says so', async () => {
  expect(await search('how do I back it up?')).toEqual(['Snapshots', 'Snapshots everywhere'])
  const answer = await searchOverHttp('back up')
  expect(answer.headers.get('search-corrected')).toBe('back-up="snapshot"')
  expect((await callTool('back up')).structuredContent.corrected).toEqual({ 'back up': 'snapshot' })
  const { parts } = (await ask('back up')).message
  expect(parts.at(-1).data.corrected).toEqual({ 'back up': 'snapshot' })
  expect((await searchOverHttp('snapshots')).headers.has('search-corrected')).toBe(false)
})

verifies('search.synonyms', 'an alias stands for its page, and keywords describe one', async () => {
  expect((await search('How do I put it behind nginx?'))[0]).toBe('Reverse proxies')
  expect(await search('load balancer')).toEqual(['Reverse proxies', 'Scales'])
})

verifies('search.standing', 'a low page is last, and a hidden one is only read', async () => {
  const found = await search('snapshots everywhere text')
  expect([found.at(0), found.at(-1)]).toEqual(['Snapshots', 'Snapshots everywhere'])
  expect((await search('Snapshots everywhere'))[0]).toBe('Snapshots everywhere')
  const { pages } = await (await fetch(`${running.url}/docs-manifest.json`)).json()
  const hidden = pages.find(({ title }: { title: string }) => title === 'Moonshot')
  for (const query of ['Moonshot', hidden.id, hidden.url]) {
    expect(await search(query)).not.toContain('Moonshot')
  }
  const reading = ['/hidden/', '/hidden/index.md', `/api/public/docs/pages/${hidden.id}`]
  for (const path of reading) expect((await fetch(running.url + path)).status).toBe(200)
  const read = await call('/mcp', 'tools/call', { name: 'read_page', arguments: { id: hidden.id } })
  expect(read.structuredContent?.markdown ?? read.content).toContain('Moonshot')
})

verifies('search.symbols', 'an emoji in a title is found, and so is an operator', async () => {
  expect(await search('🚀')).toEqual(['🚀 Launch'])
})
