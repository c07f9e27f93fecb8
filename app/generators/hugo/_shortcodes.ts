import { quote } from '../../contract/problem.ts'
import { joinLines, replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { LineWriter, type Rendering } from './_line_writer.ts'
import { parseShortcodes, type Shortcode, type ShortcodeNode } from './_shortcode_syntax.ts'

/** What shortcodes of a page can ask for. */
export type ShortcodeSite = {
  readonly source: SourceFolder
  readonly report: Report
  /** Folder of the site, below the imported folder. */
  readonly folder: string
  /** A parameter of the page, else of the site. */
  readParameter(name: string): string | undefined
  /** Words of a template in the language of the site. */
  readTranslation(key: string): string | undefined
  /** An address that leads to what `ref` names, from a line. */
  findReference(name: string, from: SourceLine): string
  /** The file of the content with a path; no file, or one. */
  contentOf(path: string): readonly string[]
  /** Links to the pages below this one. */
  listChildLinks(from: SourceLine): readonly string[]
  /** Files whose text is being included, the page first. */
  readonly within?: readonly string[]
  /** The template of a shortcode that the site has itself. */
  readTemplate(name: string): string | undefined
}

/** A shortcode while it is written. */
export type ShortcodeCall = {
  readonly shortcode: Shortcode
  readonly site: ShortcodeSite
  /** The line on which it begins. */
  readonly origin: SourceLine
  readonly indent: string
  /** Whether it stands in code. */
  readonly isCode: boolean
  /** A word by its names, else by its place. */
  read(names: readonly string[], place?: number): string | undefined
  /** What is inside, without blank ends; as code it stays as it is written. */
  inner(isCode?: boolean): readonly SourceLine[]
  /** Shortcodes right inside, such as tabs; `rest` is what is between them. */
  parts(): { readonly calls: readonly ShortcodeCall[]; readonly rest: string }
  line(text: string): SourceLine
  reportLoss(what: string, fix: string): void
  reportNote(what: string): void
}

export type ShortcodeWriter = (call: ShortcodeCall) => Rendering

const DEPTH_MAX = 20

/** Replaces the shortcodes of a text, in code too, as Hugo does. */
export function writeShortcodes(
  lines: readonly SourceLine[],
  site: ShortcodeSite,
  write: ShortcodeWriter,
): readonly SourceLine[] {
  const text = joinLines(lines)
  if (!/\{\{[<%]/.test(text)) return lines
  const page = new ShortcodePage(lines, text, site, write)
  return page.render(parseShortcodes(text), false, 0)
}

class ShortcodePage {
  readonly #lines: readonly SourceLine[]
  readonly #text: string
  readonly #site: ShortcodeSite
  readonly #write: ShortcodeWriter
  readonly #starts: readonly number[]
  readonly #isCode: readonly boolean[]

  constructor(
    lines: readonly SourceLine[],
    text: string,
    site: ShortcodeSite,
    write: ShortcodeWriter,
  ) {
    this.#lines = lines
    this.#text = text
    this.#site = site
    this.#write = write
    let at = 0
    this.#starts = lines.map((line) => {
      const start = at
      at += line.text.length + 1
      return start
    })
    const isCode = createFenceFollower()
    this.#isCode = lines.map((line) => isCode(line.text))
  }

  render(nodes: readonly ShortcodeNode[], isCode: boolean, depth: number): readonly SourceLine[] {
    const writer = new LineWriter()
    for (const node of nodes) {
      const first = this.#lineAt(node.start)
      const originOf = (at: number) => this.#lines[first + at] ?? this.#origin(node.start)
      if (node.kind === 'text') writer.write(this.#text.slice(node.start, node.end), originOf)
      else if (node.kind === 'written') {
        const isShown = isCode || this.#isInCode(node.start)
        writer.write(isShown ? node.text : `\`${node.text}\``, originOf)
      } else if (depth < DEPTH_MAX) this.#renderShortcode(node, writer, depth)
    }
    return writer.lines
  }

  #renderShortcode(shortcode: Shortcode, writer: LineWriter, depth: number): void {
    const call = this.#call(shortcode, writer.indent, depth)
    const rendering = this.#write(call)
    if (rendering.kind === 'block') writer.writeBlock(rendering.lines, call.indent)
    else writer.write(rendering.text, () => call.origin)
  }

  #call(shortcode: Shortcode, indent: string, depth: number): ShortcodeCall {
    const origin = this.#origin(shortcode.start)
    const column = shortcode.start - (this.#starts[this.#lineAt(shortcode.start)] ?? 0) + 1
    const site = this.#site
    const place = { file: site.source.show(origin.file), line: origin.line, column }
    const subject = `the shortcode ${quote(shortcode.name)}`
    return {
      shortcode,
      site,
      origin,
      indent,
      isCode: this.#isInCode(shortcode.start),
      read: (names, place) => {
        const name = names.find((each) => shortcode.named.has(each))
        if (name !== undefined) return shortcode.named.get(name)
        return place === undefined ? undefined : shortcode.list[place]
      },
      inner: (isCode = false) => {
        const lines = this.render(shortcode.inner ?? [], isCode, depth + 1)
        return trimEnds(lines, indent, isCode)
      },
      parts: () => {
        const inner = shortcode.inner ?? []
        const calls = inner.flatMap((node) =>
          node.kind === 'shortcode' ? [this.#call(node, indent, depth + 1)] : [],
        )
        const others = inner.filter(({ kind }) => kind !== 'shortcode')
        const rest = others
          .map(({ start, end }) => this.#text.slice(start, end))
          .join(' ')
          .trim()
        return { calls, rest }
      },
      line: (text) => replaceText(origin, text === '' ? '' : indent + text),
      reportLoss: (what, fix) => site.report.addLoss(place, `${subject} ${what}`, fix),
      reportNote: (what) => {
        site.report.addNote(place, `${subject} ${what}`, 'read whether it says enough')
      },
    }
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  #origin(offset: number): SourceLine {
    return this.#lines[this.#lineAt(offset)] ?? { text: '', file: '', line: 1 }
  }

  /** Whether an offset is in a fence, in indented code, or in a span of code. */
  #isInCode(offset: number): boolean {
    const at = this.#lineAt(offset)
    if (this.#isCode[at] === true || /^(?: {4}|\t)/.test(this.#lines[at]?.text ?? '')) return true
    // A span of code may begin on a line before, but not in another paragraph.
    let first = at
    while (first > 0 && at - first < 20 && this.#lines[first - 1]?.text.trim() !== '') first--
    const before = this.#text.slice(this.#starts[first] ?? 0, offset)
    return (before.match(/`+/g) ?? []).length % 2 === 1
  }
}

/** Without blank lines at both ends; text right after the tag stands in its list item. */
function trimEnds(
  lines: readonly SourceLine[],
  indent: string,
  isCode: boolean,
): readonly SourceLine[] {
  const isBlank = ({ text }: SourceLine) => text.trim() === ''
  const start = lines.findIndex((line) => !isBlank(line))
  if (start === -1) return []
  const end = lines.findLastIndex((line) => !isBlank(line)) + 1
  const [, ...rest] = lines
  // Code may stand further left than the list item that shows it.
  const isLeft = isCode && rest.some((line) => !isBlank(line) && !line.text.startsWith(indent))
  return lines.slice(start, end).map((line, at) => {
    if (start + at !== 0) {
      return isLeft && !isBlank(line) ? replaceText(line, indent + line.text) : line
    }
    return replaceText(line, indent + (isCode ? line.text : line.text.trim()))
  })
}
