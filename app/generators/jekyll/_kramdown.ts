import { mapOutsideCode } from '../../foreign_markup/code_spans.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'
import { writeTableRows } from '../../foreign_source/dialects/table_rows.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { writeFormulas } from '../tex_formulas.ts'
import { cutFromText, readAlone, readDefinition } from './_attribute_lists.ts'
import { addOuterBars } from './_bare_tables.ts'
import { type BlockLists, listCallouts, writeBlockLists } from './_block_lists.ts'
import { writeDefinitions } from './_definitions.ts'
import { writeTables } from './_tables.ts'

/** Writes what kramdown has beyond Markdown as Markdown. */
type Kramdown = { write(lines: readonly SourceLine[]): readonly SourceLine[] }

type KramdownContext = {
  readonly source: SourceFolder
  readonly report: Report
  /** `callouts` of the configuration. */
  readonly callouts: ConfigValue
  /** Address of the site up to the slash before a page, if it has one. */
  readonly ownAddress: string | undefined
}

export function createKramdown(context: KramdownContext): Kramdown {
  const callouts = listCallouts(context.callouts)
  let hasNoted = false
  return {
    write: (lines) => {
      const cut = cutExtensions(cutComments(lines), context)
      const named = new Map<string, string>()
      const isCode = createCodeFollower()
      const kept = cut.filter(({ text }) => {
        const found = isCode(text) ? undefined : readDefinition(text)
        if (found !== undefined) named.set(...found)
        return found === undefined
      })
      const lists: BlockLists = { callouts, named }
      const body = cutContents(kept)
      const dropped =
        hasNoted || body === kept ? undefined : kept.find((line, at) => body[at] !== line)
      if (dropped !== undefined) {
        hasNoted = true
        const place = { file: context.source.show(dropped.file), line: dropped.line, column: 1 }
        const what = 'lists of "{:toc}" are left out, because each page has its own contents'
        context.report.addNote(place, what, 'nothing has to be done')
      }
      const blocks = writeBlockLists(body, lists)
      const formulas = writeFormulas(writeDefinitions(blocks), {
        ...context,
        bar: BAR,
        readsDollars: true,
      })
      const tables = writeTableRows(writeTables(addOuterBars(formulas)))
      const written = mapText(tables, (text) => {
        return shortenOwn(cutFromText(text, named), context.ownAddress)
      })
      return escapeSlashes(written).map((line) => {
        return replaceText(line, line.text.replaceAll(BAR, '|'))
      })
    },
  }
}

const CODE_OR_SLASH = /<(code|kbd|pre|samp|var)\b.*?<\/\1>|(?<!\\)((?:\\\\)*)\\(?=&)/g

/** For kramdown a backslash before a reference to a character is a sign of its own. */
function escapeSlashes(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  return lines.map((line) => {
    if (isCode(line.text) || !line.text.includes('\\&')) return line
    const text = mapOutsideCode(line.text, (part) => {
      return part.replace(CODE_OR_SLASH, (whole, name?: string) => {
        return name === undefined ? `${whole}\\` : whole
      })
    })
    return replaceText(line, text)
  })
}

/** A bar of a formula while tables are written; no text has it. */
const BAR = '\ufdd0'

function mapText(
  lines: readonly SourceLine[],
  map: (text: string) => string,
): readonly SourceLine[] {
  const isCode = createCodeFollower()
  return lines.map((line) => {
    if (isCode(line.text) || !/\{:|https?:/.test(line.text)) return line
    return replaceText(line, mapOutsideCode(line.text, map))
  })
}

/** Whole addresses of pictures on the site itself name files. */
function shortenOwn(text: string, address: string | undefined): string {
  if (address === undefined || !text.includes(address)) return text
  return text.replaceAll(`](${address}`, '](/').replaceAll(`="${address}`, '="/')
}

/** Comments over several lines: what is in them is no syntax of anything. */
function cutComments(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  let isInside = false
  return lines.map((line) => {
    if (!isInside && isCode(line.text)) return line
    const { text } = line
    const close = isInside ? text.indexOf('-->') : -1
    if (isInside && close === -1) return replaceText(line, '')
    const rest = isInside ? text.slice(close + 3) : text
    isInside = false
    const kept = mapOutsideCode(rest, (part) => {
      const open = part.lastIndexOf('<!--')
      if (isInside || open === -1 || part.includes('-->', open)) return isInside ? '' : part
      isInside = true
      return part.slice(0, open)
    })
    return replaceText(line, kept)
  })
}

const COMMENT_OPEN = /\{::comment\s*\}/
const COMMENT_CLOSE = /\{:\/(?:comment)?\s*\}/
const EXTENSION = /\{::?\/?(?:nomarkdown|options|comment)?\b[^{}\n]*\/?\}|\{:\/\}/g

/** `{::comment}` goes with its text, `{::nomarkdown}` and `{::options}` without. */
function cutExtensions(
  lines: readonly SourceLine[],
  { source, report }: KramdownContext,
): readonly SourceLine[] {
  const isCode = createCodeFollower()
  let isComment = false
  return lines.flatMap((line): readonly SourceLine[] => {
    if (isCode(line.text)) return isComment ? [] : [line]
    const { text } = line
    if (isComment) {
      const close = COMMENT_CLOSE.exec(text)
      if (close === null) return []
      isComment = false
      return [replaceText(line, text.slice(close.index + close[0].length))]
    }
    const abbreviation = /^\*\[([^\]]+)\]:[ \t]*(.*)$/.exec(text)
    if (abbreviation !== null) {
      const place = { file: source.show(line.file), line: line.line, column: 1 }
      const what = `the abbreviation "${abbreviation[1]}" is left out`
      report.addLoss(place, what, `write out "${abbreviation[2]}" where it is first used`)
      return []
    }
    if (!text.includes('{:')) return text === '^' ? [replaceText(line, '')] : [line]
    let cut = mapOutsideCode(text, (part) =>
      part.replace(/\{::comment\s*\}.*?\{:\/(?:comment)?\s*\}/g, ''),
    )
    const open = COMMENT_OPEN.exec(cut)
    if (open !== null && !cut.includes('`{::comment')) {
      isComment = true
      return [replaceText(line, cut.slice(0, open.index))]
    }
    cut = mapOutsideCode(cut, (part) => part.replace(EXTENSION, cutExtension))
    return [replaceText(line, cut)]
  })
}

/** What only looks like one, such as `{: .note }`, stays. */
function cutExtension(found: string): string {
  return /^\{:(?:\/|:)/.test(found) ? '' : found
}

const ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/

/** `{:toc}` and its list, its heading and its box: pages have a table of contents of their own. */
function cutContents(lines: readonly SourceLine[]): readonly SourceLine[] {
  const dropped = new Set<number>()
  const isCode = createCodeFollower()
  for (const [at, { text }] of lines.entries()) {
    if (isCode(text)) continue
    const list = readAlone(text)?.list
    if (list === undefined || !/(?:^|\s)toc(?:\s|$)/.test(list)) continue
    dropped.add(at)
    let top = at - 1
    while (ITEM.test(lines[top]?.text ?? '')) dropped.add(top--)
    // Above are blank lines, attributes, and a heading with nothing else below it.
    const isEmpty = (text: string) => text.trim() === '' || readAlone(text) !== undefined
    while (top >= 0 && isEmpty(lines[top]?.text ?? '')) top -= 1
    if (/^#{1,6}[ \t]/.test(lines[top]?.text ?? '')) {
      for (let each = top; each < at; each += 1) dropped.add(each)
    } else if (
      /<\/summary>|^[ \t]*Table of contents[ \t]*$|<summary/i.test(lines[top]?.text ?? '')
    ) {
      dropBox(lines, at, top, dropped)
    }
  }
  return dropped.size === 0 ? lines : lines.filter((_, at) => !dropped.has(at))
}

/** `<details>` that has nothing but a table of contents. */
function dropBox(
  lines: readonly SourceLine[],
  at: number,
  top: number,
  dropped: Set<number>,
): void {
  let from = top
  while (from > top - 8 && !/<details\b/i.test(lines[from]?.text ?? '')) from -= 1
  let to = at + 1
  while (to < at + 6 && (lines[to]?.text ?? '').trim() === '') to += 1
  if (!/<details\b/i.test(lines[from]?.text ?? '')) return
  if (!/^[ \t]*<\/details>[ \t]*$/i.test(lines[to]?.text ?? '')) return
  for (let each = from; each <= to; each += 1) dropped.add(each)
}
