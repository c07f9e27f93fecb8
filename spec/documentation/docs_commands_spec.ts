import { afterAll, beforeAll, expect } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import {
  listInReadingOrder,
  navigationSourceOf,
} from '../../app/build/corpus_build/theme/navigation.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { HAS_LONG_TESTS, verifies, verifiesLong } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { CORPUS, ROOT } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'
import { readBody, readCommandBlocks, readFencedBlocks } from './docs_commands.ts'
import { type PageRun, runSection } from './docs_runs.ts'

const PAGES = 'corpus/pages'

/**
 * Pages whose commands ask about the corpus as a whole, or are the first that a reader runs: the
 * others run over the excerpt, which has each page that their commands name.
 */
const WHOLE = new Set([
  'README.md',
  `${PAGES}/run/verify.md`,
  `${PAGES}/start/quickstart.md`,
  `${PAGES}/write/evaluate-search.md`,
  `${PAGES}/write/for-search.md`,
])

/** Sections whose pages evaluate, start services, or build one corpus after another. */
const LONG_SECTIONS: ReadonlySet<string> = new Set(['run', 'whole', 'write'])

const written = readdirSync(join(ROOT, PAGES), { recursive: true })
  .map((path) => `${PAGES}/${String(path)}`)
  .filter((path) => path.endsWith('.md'))
  .sort()
const sources = new Map(
  [...written, 'README.md'].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
)
const withCommands = [...sources].filter(([, source]) => readCommandBlocks(source).length > 0)

const listed = await listSections()

let shared: Running | undefined
const runs = new Map<string, Promise<PageRun>>()
const sections: Promise<void>[] = []

beforeAll(async () => {
  const running = await startRunning({ corpus: CORPUS })
  shared = running
  const excerpt = await writeExcerpt()
  for (const [name, section] of listed) {
    if (LONG_SECTIONS.has(name) && !HAS_LONG_TESTS) continue
    const pages = section.map((path) => ({ path, ...Promise.withResolvers<PageRun>() }))
    for (const { path, promise } of pages) runs.set(path, promise)
    const texts = pages.map(({ path }) => sources.get(path) ?? '')
    const corpus = name === 'whole' ? CORPUS : excerpt
    const onPage = (at: number, result: PageRun) => pages[at]?.resolve(result)
    const run = runSection(texts, { corpus, shared: running }, onPage)
    sections.push(run)
    run.catch((error) => {
      for (const { reject } of pages) reject(error)
    })
  }
})

afterAll(async () => {
  await Promise.allSettled(sections)
  await shared?.stop()
  await removeFolders()
})

// In the order in which they run, so that a test waits for the commands of one page alone.
for (const [name, section] of listed) {
  for (const path of section) {
    const title = `the commands of ${path} work as the page says`
    if (LONG_SECTIONS.has(name)) verifiesLong('docs.commands_run', title, () => expectRun(path))
    else verifies('docs.commands_run', title, () => expectRun(path))
  }
}

async function expectRun(path: string): Promise<void> {
  const run = await runs.get(path)
  expect(run?.problems).toEqual([])
  // Counted in another way than the blocks were found, so that no block is skipped silently.
  const fences = (sources.get(path) ?? '').match(/^ *```+ *(sh|bash|shell|console)\b/gm)
  expect(run?.blocks).toBe(fences?.length ?? 0)
}

verifies('docs.commands_run', 'every page with commands is run', () => {
  const paths = [...listed.values()].flat()
  expect(paths.toSorted()).toEqual(withCommands.map(([path]) => path).toSorted())
})

verifies('docs.forty_pages', 'there are at least 46 written pages of 150 to 700 words', () => {
  expect(written.length).toBeGreaterThanOrEqual(46)
  const odd = written
    .map((path) => ({ path, words: readBody(sources.get(path) ?? '').body.split(/\s+/).length }))
    .filter(({ words }) => words < 150 || words > 700)
  expect(odd).toEqual([])
})

verifies('docs.forty_pages', 'no two pages share a paragraph', () => {
  const homes = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    for (const paragraph of readParagraphs(source)) {
      homes.set(paragraph, (homes.get(paragraph) ?? new Set()).add(path))
    }
  }
  const shared = [...homes].filter(([, paths]) => paths.size > 1)
  expect(shared.map(([paragraph, paths]) => [paragraph, ...paths])).toEqual([])
  expect(homes.size).toBeGreaterThan(500)
})

verifies(
  'docs.forty_pages',
  'a page about something unbuilt says so in its first paragraph',
  () => {
    const unbuilt = [...sources].filter(([, source]) => {
      const capability = /^capability: (.+)$/m.exec(source)?.[1]
      return capability !== undefined && statusOf(capability) === 'not_yet'
    })
    const silent = unbuilt.filter(([, source]) => {
      const first = readBody(source).body.trim().split('\n\n')[0] ?? ''
      return !/\bnot (built|published)\b|\bNo events are sent\b/.test(first.replaceAll('\n', ' '))
    })
    expect(silent.map(([path]) => path)).toEqual([])
  },
)

verifies('docs.forty_pages', 'every page leads to another page', () => {
  const lonely = written.filter((path) => !/\]\([^):]+\.md[)#]/.test(sources.get(path) ?? ''))
  expect(lonely).toEqual([])
})

/** Pages with commands by section, in the order in which a reader meets them. */
async function listSections(): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = await readCorpus({ corpusDir: join(ROOT, 'corpus'), baseUrl: 'http://localhost' })
  if (!read.ok) throw new Error(read.error.map(formatProblem).join('\n'))
  const inOrder = listInReadingOrder(navigationSourceOf(read.value))
  const paths = inOrder.map(({ file }) => `corpus/${file}`).concat('README.md')
  const commands = new Set(withCommands.map(([path]) => path))
  return Map.groupBy(
    paths.filter((path) => commands.has(path)),
    (path) => (WHOLE.has(path) ? 'whole' : (path.split('/')[2] ?? '')),
  )
}

/** Paragraphs of a page without code, short labels and table heads. */
function readParagraphs(source: string): readonly string[] {
  const { body } = readBody(source)
  let prose = body
  for (const { content } of readFencedBlocks(source)) prose = prose.replace(content, '')
  return prose
    .split(/\n\s*\n/)
    .map((block) => block.replaceAll('```', '').replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((block) => !block.startsWith('#') && block.split(' ').length >= 6)
}

function statusOf(capability: string): string | undefined {
  const registry = readFileSync(join(ROOT, 'corpus/registry.yaml'), 'utf8')
  const entry = registry.split(/^ {2}- /m).find((each) => each.startsWith(`id: ${capability}\n`))
  return /^ {4}status: (.+)$/m.exec(entry ?? '')?.[1]
}
