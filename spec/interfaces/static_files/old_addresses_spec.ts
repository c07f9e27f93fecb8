import { afterAll, expect } from 'bun:test'
import { mkdir, rename, rm } from 'node:fs/promises'
import { check } from '../../../app/build/corpus_build/check.ts'
import { createLiveCorpus } from '../../../app/build/corpus_build/live_corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { writeTinyCorpus } from '../../build/preview/_corpus.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow, NOW_MS, newFolder, removeFolders } from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'

afterAll(removeFolders)

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

const MOVED = {
  'pages/index.md': '# Tea\n\nPour it.\n',
  'pages/pot/clay.md':
    '---\nredirect_from: [/clay/, /old/k%C3%A4nnchen.html]\n---\n\n# Clay\n\nYes.\n',
}

/** Where each path leads, as status and location. */
async function follow(docs: PublicDocs, paths: readonly string[]): Promise<readonly string[]> {
  const service = createInProcess(docs, log)
  return await Promise.all(
    paths.map(async (path) => {
      const answer = await service.handle(new Request(`${BASE_URL}${path}`))
      return `${answer.status} ${answer.headers.get('location')?.slice(BASE_URL.length) ?? ''}`
    }),
  )
}

const PATHS = ['/clay/', '/clay', '/clay/index.html', '/clay/index.md', '/clay/?a=b']
const TARGETS = ['/', '/', '/', '/index.md', '/?a=b'].map((end) => `308 /pot/clay${end}`)

verifies('ids.redirect_from', 'an old address redirects in every form of a page', async () => {
  const { folder } = await writeTinyCorpus(MOVED)
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir: folder, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const docs = opened.value
  expect(await follow(docs, PATHS)).toEqual(TARGETS)
  expect(await follow(docs, ['/old/k%C3%A4nnchen.html', '/old/', '/clay/x', '/pot/clay/'])).toEqual(
    ['308 /pot/clay/', '404 ', '404 ', '200 '],
  )
  docs.close()
})

verifies(
  ['static.folder_404', 'navigation.front'],
  'a folder without a page is absent, and the front page of a site redirects',
  async () => {
    const { folder, path } = await writeTinyCorpus(MOVED)
    await rm(path('pages/index.md'))
    const distDir = await newFolder()
    await buildOrThrow({ corpusDir: folder, distDir })
    const opened = await openPublicDocs({ distDir, log })
    if (!opened.ok) throw new Error(opened.error)
    expect(await follow(opened.value, ['/pot/', '/pot', '/pot/index.html', '/', '/?a=b'])).toEqual([
      ...['404 ', '404 ', '404 '],
      ...['308 /pot/clay/', '308 /pot/clay/?a=b'],
    ])
    opened.value.close()
  },
)

verifies('ids.redirect_from', 'a preview redirects as the service does', async () => {
  const { folder } = await writeTinyCorpus(MOVED)
  const clock = () => NOW_MS
  const live = createLiveCorpus({ corpusDir: folder, baseUrl: BASE_URL, clock, onIndexed: ignore })
  await live.follow()
  const snapshot = live.current()
  if (snapshot === undefined) throw new Error('Cannot preview: no snapshot')
  const docs = {
    current: () => snapshot,
    refusal: () => undefined,
    look: async () => {},
    close() {},
  }
  expect(await follow(docs, PATHS)).toEqual(TARGETS)
  await live.close()
})

verifies('ids.redirect_from', 'check warns of a page that moved without it', async () => {
  const { folder, path, write } = await writeTinyCorpus({ 'pages/index.md': '# Tea\n\nPour it.\n' })
  await buildOrThrow({ corpusDir: folder, distDir: await newFolder() })
  await mkdir(path('pages/cup'))
  await rename(path('pages/pot/clay.md'), path('pages/cup/clay.md'))
  await rm(path('pages/pot'), { recursive: true })
  const warningsOf = async () => {
    const checked = await check({ corpusDir: folder, baseUrl: BASE_URL })
    return checked.ok ? checked.value.warnings.map(formatProblem) : checked.error
  }
  expect(await warningsOf()).toEqual([
    `${folder}/pages/cup/clay.md:1:1: the page was at "/pot/clay/", which leads nowhere now: ` +
      'add "redirect_from: /pot/clay/" if readers may know the address',
  ])
  const text = '---\nredirect_from: /pot/clay/\n---\n\n# Clay pot\n\nIt keeps warm.\n'
  await write('pages/cup/clay.md', text)
  expect(await warningsOf()).toEqual([])
})
