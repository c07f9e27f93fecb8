import { afterAll, expect } from 'bun:test'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import type { SamplePage } from '../../support/building.ts'
import {
  BASE_URL,
  buildOrThrow,
  manifestOf,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../../support/building.ts'
import { placeOurBuild } from '../../support/kept_builds.ts'

const CHARACTERS_MAX = 50_000

afterAll(removeFolders)

type Entry = { readonly title: string; readonly url: string; readonly notes: string }

/** Parses an llms.txt as the proposal defines it; any deviation is an error. */
function parseLlms(text: string): ReadonlyMap<string, readonly Entry[]> {
  const [head = '', ...sections] = text.split(/^## /m)
  expect(head).toMatch(/^# [^\n]+\n\n> [^\n]+\n/)
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.trimEnd().split('\n')
      const entries = lines
        .filter((line) => line !== '')
        .map((line): Entry => {
          const found = /^- \[((?:\\.|[^\]\\])+)\]\(([^)\s]+)\): (.+)$/.exec(line)
          if (found === null) throw new Error(`Cannot read "${line}": it is no entry`)
          return { title: found[1] ?? '', url: found[2] ?? '', notes: found[3] ?? '' }
        })
      return [title, entries] as const
    }),
  )
}

verifies(['build.llms', 'static.llms'], 'llms.txt lists every page of ours once', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const { pages, files } = await manifestOf(distDir)
  const text = await textOf(distDir, 'llms.txt')
  expect(text.length).toBeLessThan(CHARACTERS_MAX)
  const urls = [...parseLlms(text).values()].flat().map(({ url }) => url)
  expect(urls.toSorted()).toEqual(pages.map(({ markdown_url }) => markdown_url).toSorted())
  const paths = new Set(files.map(({ path }) => path))
  expect(urls.filter((url) => !paths.has(url.slice(BASE_URL.length + 1)))).toEqual([])
})

verifies(
  'build.llms',
  'llms.txt states the status of a page whose capability is not available',
  async () => {
    const distDir = await newFolder()
    await placeOurBuild(distDir)
    const { pages } = await manifestOf(distDir)
    const entries = [...parseLlms(await textOf(distDir, 'llms.txt')).values()].flat()
    const notes = new Map(entries.map((entry) => [entry.url, entry.notes]))
    const planned = pages.filter(({ status }) => status === 'not_yet')
    expect(planned.length).toBeGreaterThan(0)
    for (const { markdown_url } of planned) {
      expect(notes.get(markdown_url)).toEndWith(' (status: not_yet)')
    }
  },
)

verifiesLong(
  'build.llms',
  'llms.txt of 1,000 pages stays small and counts what it leaves out',
  async () => {
    const distDir = await newFolder()
    const kinds = ['guide', 'guide', 'guide', 'reference', 'reference', 'concept', 'memo']
    const pages: Record<string, SamplePage> = {}
    for (let at = 0; at < 1000; at += 1) {
      const title = `Page [${at}] of *many* that \`do\` things`
      const kind = at < 20 ? 'concept' : (kinds[at % kinds.length] ?? 'guide')
      pages[`f${at % 40}/p${at}.md`] = { title, kind, description: 'Some words. '.repeat(40) }
    }
    await buildOrThrow({ corpusDir: await writeSampleCorpus(pages), distDir })
    const text = await textOf(distDir, 'llms.txt')
    expect(text.length).toBeLessThan(CHARACTERS_MAX)
    expect(text.length).toBeGreaterThan(CHARACTERS_MAX * 0.9)
    const sections = parseLlms(text)
    expect([...sections.keys()]).toEqual(['Get going', 'Concepts', 'Reference', 'Optional'])
    const paths = new Set((await manifestOf(distDir)).files.map(({ path }) => path))
    let listed = 0
    let left = 0
    for (const entries of sections.values()) {
      const rest = entries.find(({ url }) => url === `${BASE_URL}/docs-manifest.json`)
      left += Number(/^(\d+) more pages$/.exec(rest?.title ?? '')?.[1] ?? 0)
      const shown = entries.filter((entry) => entry !== rest)
      listed += shown.length
      expect(shown.length).toBeGreaterThan(10)
      for (const { url } of shown) expect(paths.has(url.slice(BASE_URL.length + 1))).toBe(true)
    }
    expect(listed + left).toBe(1000)
  },
)

verifiesLong('build.llms', 'a small section loses nothing to a large one', async () => {
  const distDir = await newFolder()
  const pages: Record<string, SamplePage> = {}
  const description = 'Some words. '.repeat(40)
  for (let at = 0; at < 400; at += 1) pages[`g${at}.md`] = { kind: 'guide', description }
  for (let at = 0; at < 5; at += 1) pages[`c${at}.md`] = { kind: 'concept', description }
  await buildOrThrow({ corpusDir: await writeSampleCorpus(pages), distDir })
  const sections = parseLlms(await textOf(distDir, 'llms.txt'))
  expect(sections.get('Concepts')).toHaveLength(5)
  expect(sections.get('Get going')?.at(-1)?.title).toMatch(/^\d+ more pages$/)
})

verifies('build.llms', 'the full file holds every page with title and address', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const full = await textOf(distDir, 'llms-full.txt')
  for (const { url, markdown_url } of (await manifestOf(distDir)).pages) {
    const twin = await textOf(distDir, markdown_url.slice(BASE_URL.length + 1))
    const title = /^# .+$/m.exec(twin.slice(twin.indexOf('\n---\n', 4)))?.[0] ?? 'no title'
    const body = twin.slice(
      twin.indexOf(`Web page: <${url}>\n\n`) + `Web page: <${url}>\n\n`.length,
    )
    expect(full).toContain(`\n${title}\n\nSource: <${url}>.`)
    expect(full).toContain(`\n\n${body}`)
  }
})
