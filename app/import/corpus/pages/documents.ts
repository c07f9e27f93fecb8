import { posix } from 'node:path'
import { type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { readCommitDates } from '../../../foundation/files/commit_dates.ts'
import { findLongLines } from '../../../text/source_text/line_length.ts'
import type { ReportLoss, Text } from '../../markdown/conversion.ts'
import { joinPlacedLines, splitLines } from '../../markdown/source_line.ts'
import { levelClosings } from '../../source/dialects/mdx_fences.ts'
import type { SlugFamily } from '../../source/dialects/slugs.ts'
import { DATE_KEYS, findDate } from '../../source/files/dates.ts'
import { readSourceFrontMatter, readTextField } from '../../source/files/front_matter.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import { limitLines } from '../../source/files/text_limits.ts'
import type { MenuEntry, Site, SitePage } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { runForPage } from './_page_failure.ts'
import { type NewName, namePages, type PageName } from './page_names.ts'

/** A source file with its front matter read and its page named. */
export type Document = Text &
  PageName & {
    /** Where the page begins in the source. */
    readonly top: { readonly file: string; readonly line: number }
    /** Whether its generator made the text, with all that it includes. */
    readonly isMade: boolean
    /** Whether its braces are text, as the site has no templates. */
    readonly isLiteral: boolean
    /** How its generator makes anchors of headings. */
    readonly anchors: SlugFamily
    /** The file as messages name it. */
    readonly shown: string
    /** Path below the documentation. */
    readonly named: string
    readonly fields: Readonly<Record<string, unknown>>
    readonly title: string | undefined
    /** What the menu calls the page. */
    readonly label: string | undefined
    readonly description: string | undefined
    readonly updated: string
    /** Whether the date is stated, and not that of the import. */
    readonly isDated: boolean
    /** Addresses that the page had before, as their author wrote them. */
    readonly oldAddresses: readonly string[]
  }

type Reading = {
  readonly source: SourceFolder
  readonly site: Site
  readonly report: Report
  /** The date of pages that have none. */
  readonly today: string
  /** Whether it was given, and is not just the day. */
  readonly isDateGiven: boolean
}

/** Reads the pages of a site, in its order; drafts are left out. */
export async function readDocuments(reading: Reading): Promise<readonly Document[]> {
  const { source, site, report } = reading
  const read = site.pages.flatMap((page) => {
    const top = findTop(page)
    return (
      runForPage({ shown: source.show(top.file), top }, reading, () => {
        return readPage(page, reading)
      }) ?? []
    )
  })
  const { names, renamed } = namePages(
    read.map(({ page }) => page.named),
    site.cutsNumbers,
  )
  const files = new Map(read.map(({ page }) => [page.named, page.file]))
  reportNames(renamed, reading, files)
  const pageOf = new Map(names.map(({ file, page }) => [file, page]))
  const tops = read.map(({ page }) => findTop(page).file)
  const labels = listLabels(site.menu)
  const commits = await readCommitDates(source.root, tops)
  const documents = read.map(({ page, front, text }): Document => {
    const { named, oldAddress } = page
    const { fields } = front
    const top = findTop(page)
    const stated = page.updated ?? findDate(fields) ?? commits.get(top.file)
    return {
      ...text,
      page: pageOf.get(named) ?? named,
      named,
      top,
      isMade: page.made !== undefined,
      isLiteral: site.isLiteral === true,
      anchors: page.markup === undefined ? site.anchors : 'github',
      shown: source.show(top.file),
      fields,
      title: page.title ?? readTextField(fields, ['title']),
      label: labels.get(page.file),
      description: page.description ?? readTextField(fields, ['description', 'summary']),
      updated: stated ?? reading.today,
      isDated: stated !== undefined || reading.isDateGiven,
      oldAddresses: [
        ...(oldAddress === undefined ? [] : [`/${oldAddress}`]),
        ...OLD_ADDRESS_KEYS.flatMap((key) => readList(fields[key])),
      ],
    }
  })
  for (const { what, fix, ...place } of findUnusedKeys(documents, site.knownKeys ?? [])) {
    report.addNote(place, what, fix)
  }
  return documents
}

/** What a menu calls its pages, by their files. */
function listLabels(menu: readonly MenuEntry[]): ReadonlyMap<string, string> {
  const labels = menu.flatMap((entry): readonly (readonly [string, string])[] => {
    if (entry.kind === 'link') return []
    const { file, title = '' } = entry
    const own = file === undefined || title === '' ? [] : [[file, title] as const]
    return entry.kind === 'page' ? own : [...own, ...listLabels(entry.entries)]
  })
  return new Map(labels.reverse())
}

/** Pages below a folder that has a new name are one note. */
function reportNames(
  renamed: readonly NewName[],
  { source, report }: Reading,
  files: ReadonlyMap<string, string>,
): void {
  const byFolder = (name: NewName) =>
    name.isReserved && name.page.includes('/') ? name.why : name.page
  for (const names of Map.groupBy(renamed, byFolder).values()) {
    const [first] = names
    if (first === undefined) continue
    const { file, page, why, isReserved = false } = first
    const what =
      names.length === 1
        ? `the page is named ${quote(page)}`
        : `${names.length} pages are below ${quote(`${page.split('/')[0]}/`)}`
    const place = startOfFile(source.show(files.get(file) ?? file))
    const fix = 'rename the source, or keep the new name'
    const add = isReserved ? report.addReserved : report.addNote
    add(place, `${what}, because ${why}`, fix)
  }
}

type ReadPage = {
  readonly page: SitePage
  readonly front: ReturnType<typeof readSourceFrontMatter>
  readonly text: Text
}

function readPage(page: SitePage, { source, site, report }: Reading): ReadPage | undefined {
  const { made } = page
  const isRead = made !== undefined || site.isRead === true
  const written = isRead ? '' : source.read(page.file)
  if (written === undefined) return undefined
  const shown = source.show(findTop(page).file)
  const front = readSourceFrontMatter(shown, written)
  for (const { what, fix, ...place } of front.losses) report.addLoss(place, what, fix)
  const place = { file: shown, line: 1, column: 1 }
  if (page.draft ?? front.fields.draft === true) {
    report.addNote(place, 'the page is a draft and is left out', 'remove "draft" to import it')
    return undefined
  }
  if (page.status !== undefined) {
    const what = `the status ${quote(page.status)} of the page is not carried over`
    report.addNote(place, what, 'name a capability that has the status')
  }
  return { page, front, text: makeText(page, front, site, report.lose) }
}

function findTop({ file, made }: SitePage): Document['top'] {
  return { file: made?.[0]?.file ?? file, line: made?.[0]?.line ?? 1 }
}

/** The text below the front matter, after what the generator runs before Markdown. */
function makeText(
  page: SitePage,
  { body, bodyLine }: ReturnType<typeof readSourceFrontMatter>,
  { prepare, markup: ofSite }: Site,
  reportLoss: ReportLoss,
): Text {
  const { file, made, markup = ofSite } = page
  if (made !== undefined) {
    return { file, ...joinPlacedLines(limitLines(made, reportLoss)), bodyLine: 1, markup }
  }
  const isMdx = markup === 'mdx' || (markup === 'guess' && /\.mdx$/i.test(file))
  const isLong = findLongLines(body).length > 0
  if (prepare === undefined && !isMdx && !isLong) return { file, body, bodyLine, markup }
  const lines = limitLines(splitLines(file, body, bodyLine), reportLoss)
  const level = isMdx ? levelClosings(lines) : lines
  const prepared = prepare?.(level, page) ?? level
  return { file, ...joinPlacedLines(limitLines(prepared, reportLoss)), bodyLine, markup }
}

/** A file that pages import and that is no page itself. */
export function readPart(source: SourceFolder, specifier: string, from: string): Text | undefined {
  const file = specifier.startsWith('/')
    ? specifier.slice(1)
    : posix.join(posix.dirname(from), specifier)
  const text = source.read(file)
  if (text === undefined) return undefined
  const { body, bodyLine } = readSourceFrontMatter(source.show(file), text)
  return { file, body, bodyLine }
}

function readList(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((each): each is string => typeof each === 'string' && each !== '')
}

/** Where a page was before, as generators call it. */
const OLD_ADDRESS_KEYS = ['aliases', 'redirect_from', 'permalink']

/** Keys that an import reads, or that only control the appearance in another generator. */
const KNOWN_KEYS = new Set([
  ...DATE_KEYS,
  ...'title description sidebarTitle nav_title slug source summary kind capability draft'.split(
    ' ',
  ),
  ...OLD_ADDRESS_KEYS,
])

/**
 * Front matter that is dropped, reported once per key at the first file that has it: the same
 * twenty keys on a thousand pages would hide every other loss.
 */
function findUnusedKeys(
  fronts: readonly { readonly shown: string; readonly fields: Readonly<Record<string, unknown>> }[],
  readByGenerator: readonly string[],
): readonly Problem[] {
  const known = new Set([...KNOWN_KEYS, ...readByGenerator])
  const files = new Map<string, string[]>()
  for (const { shown, fields } of fronts) {
    for (const key of Object.keys(fields)) {
      if (known.has(key)) continue
      const names = files.get(key)
      if (names === undefined) files.set(key, [shown])
      else names.push(shown)
    }
  }
  return [...files].map(([key, names]) => {
    const place = { file: names[0] ?? '', line: 2, column: 1 }
    const count = names.length === 1 ? 'this page' : `${names.length} pages`
    const what = `the front matter key "${key}" of ${count} is dropped`
    return problemAt(place, what, 'move what readers need into the text')
  })
}
