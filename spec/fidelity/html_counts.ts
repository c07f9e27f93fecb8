import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { parse } from 'yaml'
import { formatProblem } from '../../app/contract/problem.ts'
import { importDocs } from '../../app/import/corpus/mod.ts'
import { type CountedPage, countPage } from './_counted_page.ts'
import { type PageTally, tallyPage } from './_counted_tally.ts'
import { decode } from './facts.ts'
import { readPreview } from './served_pages.ts'

export type HtmlCounts = {
  readonly site: string
  readonly files: number
  readonly pages: number
  readonly titles: number
  readonly descriptions: number
  readonly tally: PageTally
  /** What was found on single pages, for whoever wants to fix it. */
  readonly details: readonly string[]
}

/** Imports a site of HTML, and counts its pages against those of the corpus, as they are shown. */
export async function countHtmlSite(from: string): Promise<HtmlCounts> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-counts-'))
  try {
    const to = join(home, 'corpus')
    const imported = await importDocs({ from, to, nowMs: Date.UTC(2026, 0, 1) })
    if (!imported.ok) throw new Error(imported.error.map(formatProblem).join('\n'))
    const ours = new Map<string, CountedPage>()
    await readPreview(to, (address, html) => {
      ours.set(pathOf(decode(new URL(address).pathname)), countPage(html, true))
    })
    return await compareSite(from, await readFronts(join(to, 'pages')), ours)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type Front = {
  readonly page: string
  readonly title: string
  readonly description: string
  readonly old: readonly string[]
}

/** The front matter of every page of a corpus. */
async function readFronts(folder: string): Promise<readonly Front[]> {
  const fronts: Front[] = []
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.md')) continue
    const text = await readFile(join(folder, file), 'utf8')
    const record: unknown = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '')
    const read = (name: string): unknown => {
      return typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined
    }
    const old = read('redirect_from')
    fronts.push({
      page: pathOf(file.replace(/\.md$/, '')),
      title: String(read('title') ?? ''),
      description: String(read('description') ?? ''),
      old: Array.isArray(old) ? old.map((each) => String(each)) : [],
    })
  }
  return fronts
}

/** The path of a page without what only its file has. */
function pathOf(address: string): string {
  return address
    .replace(/\.x?html?$/, '')
    .replace(/^\/|\/$/g, '')
    .replace(/(?:^|\/)index$/, '')
}

async function compareSite(
  from: string,
  fronts: readonly Front[],
  ours: ReadonlyMap<string, CountedPage>,
): Promise<HtmlCounts> {
  const listed = (await readdir(from, { recursive: true })).map((file) =>
    file.replaceAll('\\', '/'),
  )
  const files = listed.filter((file) => /\.x?html?$/.test(file))
  const known = new Set(files)
  const own = new Map(fronts.flatMap(({ page, old }) => old.map((path) => [oldPath(path), page])))
  const top = findTop(files, (page) => ours.has(page))
  const pageOf = (file: string): string | undefined => {
    if (!known.has(file)) return undefined
    const below = file.startsWith(top) ? file.slice(top.length) : file
    const page = own.get(below) ?? pathOf(below)
    return ours.has(page) ? page : undefined
  }
  const details: string[] = []
  const tally = new Map<keyof PageTally, number>()
  const taken = new Set<string>()
  for (const file of files) {
    const page = pageOf(file)
    const result = page === undefined || taken.has(page) ? undefined : ours.get(page)
    if (page === undefined || result === undefined) continue
    const html = await readFile(join(from, file), 'utf8')
    if (isMoved(html)) continue
    taken.add(page)
    const source = countPage(html, false)
    const resolveOld = (target: string) => {
      const found = findFile(target, file, top, known)
      return found === undefined ? undefined : pageOf(found)
    }
    const found = tallyPage(source, result, { page, resolveOld, ours, pathOf })
    for (const [name, count] of Object.entries(found.tally)) {
      const key = name as keyof PageTally
      tally.set(key, (tally.get(key) ?? 0) + count)
    }
    details.push(...found.details.map((detail) => `${file}: ${detail}`))
  }
  return {
    site: posix.basename(from),
    files: files.length,
    pages: taken.size,
    titles: new Set(fronts.map(({ title }) => title)).size / fronts.length,
    descriptions: new Set(fronts.map(({ description }) => description)).size / fronts.length,
    tally: Object.fromEntries(tally) as PageTally,
    details,
  }
}

/** A page that only leads on has no text of its own. */
function isMoved(html: string): boolean {
  return html.length < 5000 && /http-equiv="?refresh|should have been redirected/i.test(html)
}

function oldPath(address: string): string {
  return decode(address).replace(/^\//, '')
}

/** The folder of the site: its own, or that of the language or version that was imported. */
function findTop(files: readonly string[], isOurs: (page: string) => boolean): string {
  const hits = new Map([['', 0]])
  for (const file of files) {
    const parts = file.split('/')
    for (let at = 0; at < parts.length; at += 1) {
      const top = parts
        .slice(0, at)
        .map((part) => `${part}/`)
        .join('')
      if (isOurs(pathOf(file.slice(top.length)))) hits.set(top, (hits.get(top) ?? 0) + 1)
    }
  }
  // Languages often have the same pages; then the import chose this one.
  const rank = ([top, count]: [string, number]) => count + (/(?:^|\/)en\//.test(top) ? 0.5 : 0)
  return [...hits].reduce((best, each) => (rank(each) > rank(best) ? each : best))[0]
}

function findFile(
  target: string,
  from: string,
  top: string,
  known: ReadonlySet<string>,
): string | undefined {
  const path = decode(target.replace(/[?#].*$/s, ''))
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return undefined
  if (path === '') return from
  const base = path.startsWith('/') ? posix.join(top, path) : posix.join(posix.dirname(from), path)
  return [base, `${base}.html`, posix.join(base, 'index.html')].find((file) => known.has(file))
}
