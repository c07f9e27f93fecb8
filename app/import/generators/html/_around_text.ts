import { countOf, type Place, quote } from '../../../contract/problem.ts'
import { createCollector } from '../../../foundation/files/garbage.ts'
import { type PageRows, takeRows } from '../../html/page_rows.ts'
import { SharedParts } from '../../html/shared_parts.ts'
import { type Element, parsePage } from '../../html/tree.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Report } from '../../source/report/report.ts'
import { GAIN_BYTES_MAX, readHtml } from './_html_file.ts'

/** Pages that are compared: more tell nothing else. */
const SAMPLE_PAGES = 80
const SAMPLE_CHARACTERS_MAX = 2_000_000
/** Lines in the report; what stands around the text of a site is rarely more. */
const NOTES_MAX = 12
const QUOTED_WORDS = 8
const FIX = 'mark the text of the source with <main> if readers need it'

/** What stands around the text of the pages of a site, and on how many it was found. */
export type AroundText = {
  /** Takes it out of a page; what the page says there of itself comes back. */
  takeFrom(root: Element, file: string): PageRows
  /** Names once whatever was removed. */
  report(report: Report): void
}

type NotedPart = Place & { readonly what: string; pages: number }

/** Compares pages that are spread over the whole site. */
export function compareSample(source: SourceFolder, files: readonly string[]): AroundText {
  const shared = new SharedParts()
  const step = Math.max(1, files.length / SAMPLE_PAGES)
  const collect = createCollector(GAIN_BYTES_MAX)
  for (let at = 0; at < files.length && files.length > 1; at += step) {
    collect()
    const text = readHtml(source, files[Math.floor(at)] ?? '')
    // The tree of a whole manual on one page takes a gigabyte, and tells no more of the others.
    const root = text.length > SAMPLE_CHARACTERS_MAX ? undefined : parsePage(text)
    if (root !== undefined) shared.add(root)
  }
  const found = new Map<number | string, NotedPart>()
  const note = (key: number | string, what: string, file: string, line = 1) => {
    const known = found.get(key)
    if (known !== undefined) known.pages += 1
    else found.set(key, { file: source.show(file), line, column: 1, what, pages: 1 })
  }
  return {
    takeFrom: (root, file) => {
      for (const { key, words, line } of shared.removeFrom(root)) {
        note(key, `${shorten(words)} is around the text`, file, line)
      }
      const rows = takeRows(root)
      for (const { kind, words, line } of rows.removed) {
        note(kind, `${kind}, such as ${shorten(words)}, are around the text`, file, line)
      }
      return rows
    },
    report: (report) => {
      const all = [...found.values()].sort((a, b) => b.pages - a.pages)
      for (const { what, pages, ...place } of all.slice(0, NOTES_MAX)) {
        report.addNote(place, `${what} of ${countOf(pages, 'page')} and left out`, FIX)
      }
      const rest = all.slice(NOTES_MAX)
      const [next] = rest
      if (next === undefined) return
      const what = `${rest.length} more parts around the text are left out`
      report.addNote(next, what, FIX)
    },
  }
}

function shorten(words: string): string {
  return quote(words.split(' ').slice(0, QUOTED_WORDS).join(' '))
}
