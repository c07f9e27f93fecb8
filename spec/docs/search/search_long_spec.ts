import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import type { PageRecord } from '../../../app/contract/page.ts'
import { verifies } from '../../requirements/verifies.ts'
import { findRealBuild, REAL_BUILD } from '../../support/real_build.ts'
import { type Running, startRunning } from '../../support/running.ts'

let running: Running

beforeAll(async () => {
  const distDir = await findRealBuild()
  // A service without a corpus serves the build as it is.
  const env = { CORPUS_DIR: join(distDir, 'none'), DIST_DIR: distDir, LOG_LEVEL: 'warn' }
  running = await startRunning({ env: { ...REAL_BUILD, ...env } })
})

afterAll(async () => {
  await running.stop()
})

async function search(query: string, more = ''): Promise<readonly PageRecord[]> {
  const q = encodeURIComponent(query)
  const answer = await fetch(`${running.url}/api/public/docs/search?q=${q}${more}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as PageRecord[]
}

/** A title as search sees it, without case and punctuation. */
function wordsOf(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

async function allPages(): Promise<readonly PageRecord[]> {
  const answer = await fetch(`${running.url}/docs-data/pages.json`)
  return ((await answer.json()) as { pages: PageRecord[] }).pages
}

verifies(
  ['search.title_above_description', 'import.titles_found'],
  'search puts a page of real documentation first for its own title',
  async () => {
    const pages = await allPages()
    const count = new Map<string, number>()
    for (const { title } of pages) count.set(wordsOf(title), (count.get(wordsOf(title)) ?? 0) + 1)
    const unique = pages.filter(({ title }) => count.get(wordsOf(title)) === 1)
    const missed: string[] = []
    for (const page of unique) {
      const [first] = await search(page.title, '&limit=1')
      if (first?.id !== page.id) missed.push(`"${page.title}" gives "${first?.title}"`)
    }
    console.log(`${pages.length} pages, ${unique.length} unique titles, missed ${missed.length}`)
    expect(unique.length).toBeGreaterThan(500)
    expect(missed).toEqual([])
  },
)

verifies(
  'search.title_above_description',
  'search puts the word in a title before one in the description only, and that before a body',
  async () => {
    for (const word of ['bundler', 'sqlite', 'migration', 'execution']) {
      const places = (await search(word, '&limit=50')).map(placeFor(word))
      expect(places).toContain(0)
      expect(places).toContain(1)
      expect(places).toEqual(places.toSorted())
    }
  },
)

/** Whether a word is in the title (0), only in the description (1), or in neither (2). */
function placeFor(word: string): (record: PageRecord) => number {
  // Other forms of these words share their first letters: "migrate", "executable".
  const beginning = word.replace(/ion$/, '')
  const holds = (text: string) => text.toLowerCase().includes(beginning)
  return ({ title, description }) => {
    if (holds(title)) return 0
    return holds(description) ? 1 : 2
  }
}

/** The text of a page that is searched, which excludes link targets. */
async function textOf(id: string): Promise<string> {
  const answer = await fetch(`${running.url}/api/public/docs/pages/${id}`)
  const { title, description, markdown } = (await answer.json()) as Record<string, string>
  const prose = markdown?.replaceAll(/\]\([^)]*\)/g, ']')
  return `${title}\n${description}\n${prose}`.toLowerCase()
}

verifies(
  'search.two_words_by_place',
  'search orders pages by the better place of two words, and in one place by whether it has both',
  async () => {
    for (const [one, other] of [
      ['postgres', 'transaction'],
      ['websocket', 'compression'],
      ['sqlite', 'migration'],
    ] as const) {
      const keys: number[] = []
      for (const record of await search(`${one} ${other}`, '&limit=50')) {
        const text = await textOf(record.id)
        const isWhole = text.includes(one) && text.includes(other.replace(/ion$/, ''))
        const place = Math.min(placeFor(one)(record), placeFor(other)(record))
        keys.push(2 * place + (isWhole ? 0 : 1))
      }
      expect(new Set(keys).size).toBeGreaterThan(2)
      expect(keys).toEqual(keys.toSorted())
    }
  },
)

/** Consecutive words of a page's prose, none of them in its title or description. */
function prosePhrase(page: PageRecord, markdown: string): string | undefined {
  const shown = new Set(`${page.title} ${page.description}`.toLowerCase().match(/[a-z0-9]+/g))
  for (const run of markdown.match(/(?:\b[a-z]{3,}\b ){5}/g) ?? []) {
    const phrase = run.trim()
    if (phrase.split(' ').every((word) => !shown.has(word))) return phrase
  }
  return undefined
}

verifies(
  'search.body_weight_zero',
  'search locates pages by a phrase that stands only in their prose',
  async () => {
    const pages = (await allPages()).filter((_page, at) => at % 70 === 0)
    let asked = 0
    let found = 0
    for (const page of pages) {
      const answer = await fetch(`${running.url}/api/public/docs/pages/${page.id}`)
      const { markdown } = (await answer.json()) as { markdown: string }
      const phrase = prosePhrase(page, markdown)
      if (phrase === undefined) continue
      asked += 1
      if ((await search(phrase, '&limit=50')).some((record) => record.id === page.id)) found += 1
    }
    expect(asked).toBeGreaterThan(10)
    expect(found).toBeGreaterThanOrEqual(asked - 1)
  },
)

verifies(
  'search.order_is_ranking',
  'search gives the same records in the same order each time, and a lower limit only cuts',
  async () => {
    for (const query of ['how do I run tests in watch mode', 'plugin', 'bundlr', 'Bun.serve']) {
      const many = await search(query, '&limit=20')
      expect(many.length).toBeGreaterThan(5)
      // Other queries in between must leave no trace.
      const few = await search(query, '&limit=5')
      await search('something else', '&limit=50')
      expect(await search(query, '&limit=20')).toEqual(many)
      expect(few).toEqual(many.slice(0, 5))
    }
  },
)
