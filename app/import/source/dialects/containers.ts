import { mapOutsideCode } from '../../markdown/code_spans.ts'
import { createLineReader, dedent, isFenced, widthOfIndent } from '../../markdown/line_classes.ts'
import type { Lines, SourceLine } from '../../markdown/source_line.ts'
import {
  type Opening,
  readColonsOpening,
  readIndentedOpening,
  readSlashesOpening,
} from './_container_openings.ts'

/**
 * Blocks of other dialects, all written as ours: `:::name Title` … `:::`. The converter then knows
 * admonitions, `details`, `tabs` with `tab`, and `code-group`, whatever they were before.
 *
 * | dialect | opens | closes |
 * |---|---|---|
 * | `indented` | `!!! note "T"`, `??? note`, `=== "T"`, content indented by 4 | dedent |
 * | `slashes` | `/// note \| T`, options indented by 4 | as many slashes; equal lengths nest |
 * | `colons` | `::: note T`, `:::note[T]{…}` | `:::`, which closes the innermost |
 */
type ContainerDialect = Opening['dialect']
type Dialects = ReadonlySet<ContainerDialect>

/** Deeper than any document; blocks below this stay text. */
const DEPTH_MAX = 20

/** Writes the blocks of some dialects as ours; every line keeps its place. */
export function writeContainers(lines: Lines, dialects: readonly ContainerDialect[]): Lines {
  return writeBlocks(lines, new Set(dialects), 0)
}

function writeBlocks(lines: Lines, dialects: Dialects, depth: number): Lines {
  const out: SourceLine[] = []
  const read = createLineReader()
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    if (line === undefined) break
    const isText = !isFenced(read(line.text)) && depth <= DEPTH_MAX
    const block = isText ? readBlock(lines, at, dialects) : undefined
    if (block === undefined) {
      out.push(line)
      at += 1
    } else if (block.opening.name === 'tab') {
      const tabs = readTabs(lines, at, block, dialects)
      const group = { ...block.opening, name: 'tabs', title: '' }
      const panels = tabs.flatMap((tab) => writeBlock(tab, dialects, depth + 1))
      out.push(mark(line, group), ...panels, closing(line, group))
      at = tabs.at(-1)?.end ?? at + 1
    } else {
      out.push(...writeBlock(block, dialects, depth + 1))
      at = block.end
    }
  }
  return out
}

type Block = {
  readonly opening: Opening
  readonly line: SourceLine
  readonly content: Lines
  /** Index of the line after the block. */
  readonly end: number
}

function writeBlock({ opening, line, content }: Block, dialects: Dialects, depth: number): Lines {
  const inner = writeBlocks(content, dialects, depth)
  if (opening.name === '') return inner
  return [mark(line, opening), ...inner, closing(content.at(-1) ?? line, opening)]
}

const CODE = /(?<!`)(`+)(?!`).{1,500}?(?<!`)\1(?!`)/
/** Elements that only change how words look; a title is plain text. Code comes first. */
const LOOKS = new RegExp(
  `${CODE.source}|<(/?)(b|em|i|kbd|mark|small|span|strong|su[bp]|u)(?:\\s[^<>]{0,200})?>`,
  'gi',
)

/** A title without the tags that have their other half; `Vec<u>` has none. */
function cutLooks(title: string): string {
  const opened = new Map<string, RegExpExecArray[]>()
  const cuts: RegExpExecArray[] = []
  for (const found of title.matchAll(LOOKS)) {
    const [, , slash, written] = found
    if (written === undefined) continue
    const name = written.toLowerCase()
    const waiting = opened.get(name) ?? []
    opened.set(name, waiting)
    if (slash === '') waiting.push(found)
    else {
      const opening = waiting.pop()
      if (opening !== undefined) cuts.push(opening, found)
    }
  }
  return cuts
    .sort((a, b) => b.index - a.index)
    .reduce((text, { index, 0: tag }) => {
      return text.slice(0, index) + text.slice(index + tag.length)
    }, title)
}

function mark(line: SourceLine, { dialect, indent, name, title }: Opening): SourceLine {
  const plain = title.includes('<') ? cutLooks(title) : title
  // Between colons, braces hold attributes.
  const words = dialect === 'colons' ? plain : mapOutsideCode(plain, escapeBraces)
  return { ...line, text: `${' '.repeat(indent)}:::${name}${words === '' ? '' : ` ${words}`}` }
}

function escapeBraces(part: string): string {
  return part.replace(/(?<!\\)\{/g, '\\{')
}

function closing(line: SourceLine, { indent }: Opening): SourceLine {
  return { ...line, text: `${' '.repeat(indent)}:::` }
}

function readBlock(lines: Lines, at: number, dialects: Dialects): Block | undefined {
  const text = lines[at]?.text ?? ''
  const indented = dialects.has('indented') ? readIndentedOpening(text) : undefined
  if (indented !== undefined) return readIndentedBlock(lines, at, indented)
  if (dialects.has('slashes') && /^[ \t]*\/{3}/.test(text)) return readSlashesBlock(lines, at)
  const colons = dialects.has('colons') ? readColonsOpening(text) : undefined
  return colons === undefined ? undefined : readColonsBlock(lines, at, colons)
}

/** Tabs that follow each other with nothing but blank lines between them. */
function readTabs(lines: Lines, at: number, first: Block, dialects: Dialects): readonly Block[] {
  const tabs = [first]
  for (let end = first.end; end < lines.length && end > at; ) {
    if (lines[end]?.text.trim() === '') end += 1
    else {
      const next = readBlock(lines, end, dialects)
      const isSibling = next?.opening.name === 'tab' && next.opening.indent === first.opening.indent
      if (next === undefined || !isSibling) break
      tabs.push(next)
      end = next.end
    }
  }
  return tabs
}

function readIndentedBlock(lines: Lines, at: number, opening: Opening): Block | undefined {
  const line = lines[at]
  if (line === undefined) return undefined
  let end = at + 1
  for (let next = at + 1; next < lines.length; next += 1) {
    const text = lines[next]?.text ?? ''
    if (text.trim() === '') continue
    if (widthOfIndent(text) < opening.indent + 4) break
    end = next + 1
  }
  // What is in the block has its indentation: our marks stand where those of the source did.
  const inner = lines.slice(at + 1, end)
  const content = inner.map((each) => ({ ...each, text: dedent(each.text, 4) }))
  return { opening, line, content, end }
}

const OPTION = /^[ \t]{4,}([\w-]+):[ \t]*(.*?)[ \t]*$/

function readSlashesBlock(lines: Lines, at: number): Block | undefined {
  const line = lines[at]
  if (line === undefined) return undefined
  const options: Record<string, string> = {}
  let from = at + 1
  for (; ; from += 1) {
    const [, key, value = ''] = OPTION.exec(lines[from]?.text ?? '') ?? []
    if (key === undefined) break
    options[key] = value
  }
  const opening = readSlashesOpening(line.text, options)
  if (opening === undefined) return undefined
  const close = findClosing(lines, from, (text) => {
    const count = /^[ \t]*(\/{3,})(?=[ \t]|$)/.exec(text)?.[1]?.length
    if (count !== opening.marks) return 0
    if (/^[ \t]*\/+[ \t]*$/.test(text)) return -1
    return readSlashesOpening(text, {}) === undefined ? 0 : 1
  })
  return { opening, line, content: lines.slice(from, close), end: close + 1 }
}

function readColonsBlock(lines: Lines, at: number, opening: Opening): Block | undefined {
  const line = lines[at]
  if (line === undefined) return undefined
  const close = findClosing(lines, at + 1, (text) => {
    if (/^[ \t]*:{3,}[ \t]*$/.test(text)) return -1
    return readColonsOpening(text) === undefined ? 0 : 1
  })
  // An unclosed block runs to the end; the converter reports it where it begins.
  if (close >= lines.length) return undefined
  return { opening, line, content: lines.slice(at + 1, close), end: close + 1 }
}

/** Index of the line that closes a block, by how each line changes the depth; not in code. */
function findClosing(lines: Lines, from: number, change: (text: string) => number): number {
  const read = createLineReader()
  let depth = 1
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    if (isFenced(read(text))) continue
    depth += change(text)
    if (depth === 0) return at
  }
  return lines.length
}
