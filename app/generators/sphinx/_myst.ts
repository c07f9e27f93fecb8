import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import type { Directive } from './_directive.ts'
import { writeDirective } from './_directives.ts'
import { isLooseTab, isTabGroup } from './_layout_directives.ts'
import { cutPieces, type Piece } from './_myst_directives.ts'
import { openMeanings } from './_myst_meanings.ts'
import { writeInline, writeMystText } from './_myst_text.ts'
import type { PageContext } from './_page.ts'
import { expandBlocks } from './_substitutions.ts'
import { countIndent, makeTermId, writeBlock } from './_text.ts'

/** What a text of MyST can hold of other texts. */
type Surroundings = {
  /** Writes reStructuredText that begins in a line. */
  writeRst(line: SourceLine): readonly SourceLine[] | undefined
  readonly readInclude: ReadInclude
}

/** The lines that an `include` brings in. */
export type ReadInclude = (
  path: string,
  options: Readonly<Record<string, string>>,
  line: SourceLine,
  stack: readonly string[],
) => readonly SourceLine[] | undefined

/** Cells and links: text that includes nothing. */
export const ALONE: Surroundings = { writeRst: () => undefined, readInclude: () => undefined }

/** Deeper than any document; directives below this stay text. */
const DEPTH_MAX = 20

/** A text of MyST in the Markdown that the converter reads; every line keeps its place. */
export function writeMyst(
  lines: readonly SourceLine[],
  context: PageContext,
  around: Surroundings,
): readonly SourceLine[] {
  return writePieces(lines, context, around, { depth: 0, parent: '', stack: [context.page.file] })
}

type Position = {
  readonly depth: number
  /** Name of the directive around. */
  readonly parent: string
  /** Files that include each other. */
  readonly stack: readonly string[]
}

function writePieces(
  lines: readonly SourceLine[],
  context: PageContext,
  around: Surroundings,
  position: Position,
): readonly SourceLine[] {
  const { depth, parent } = position
  if (depth > DEPTH_MAX) return lines
  const written: SourceLine[] = []
  let tabs: SourceLine[] = []
  const endTabs = () => {
    const [first] = tabs
    if (first !== undefined) written.push(...writeBlock({ ...first, text: '' }, 'tabs', '', tabs))
    tabs = []
  }
  const hasTerms = context.config.mystExtensions.has('deflist')
  for (const piece of cutPieces(hasTerms ? openMeanings(lines) : lines)) {
    const isLoose = piece.kind === 'directive' && isLooseTab(piece.name) && !isTabGroup(parent)
    const isBlank = piece.kind === 'text' && piece.lines.every(({ text }) => text.trim() === '')
    if (tabs.length > 0 && isBlank) continue
    if (!isLoose) endTabs()
    const block = writePiece(piece, context, around, position)
    if (isLoose) tabs.push(...block)
    else written.push(...block)
  }
  endTabs()
  return written
}

function writePiece(
  piece: Piece,
  context: PageContext,
  around: Surroundings,
  position: Position,
): readonly SourceLine[] {
  if (piece.kind === 'text') return writeTextPiece(piece.lines, context, around, position)
  if (piece.kind === 'code') return lengthenFence(piece.lines)
  const { name, argument, options, line, prefix, content } = piece
  const inner = (lines: readonly SourceLine[]) => {
    return writePieces(lines, context, around, {
      ...position,
      depth: position.depth + 1,
      parent: name,
    })
  }
  const directive: Directive = {
    ...{ name, argument, options, line, raw: content },
    write: () => inner(content),
    writeArgument: () => (argument === '' ? '' : writeInline(argument, [line], context)),
    writeText: (text, at) => writeInline(text, [at], context),
  }
  const block =
    writeSpecial(directive, context, around, position) ?? writeDirective(directive, context)
  return indentPiece(block, line, prefix)
}

const FENCE = /^([ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?)(`{3,}|~{3,})/

/** A fence that no line of its code seems to close, however far that is indented. */
function lengthenFence(lines: readonly SourceLine[]): readonly SourceLine[] {
  const [, , marks = ''] = FENCE.exec(lines[0]?.text ?? '') ?? []
  const mark = marks.charAt(0)
  const longest = lines.slice(1, -1).reduce((most, { text }) => {
    const bare = text.trim()
    return bare !== '' && bare === mark.repeat(bare.length) ? Math.max(most, bare.length) : most
  }, 0)
  if (longest < marks.length) return lines
  const more = mark.repeat(longest + 1)
  return lines.map((line, at) => {
    if (at === 0) return replaceText(line, line.text.replace(FENCE, `$1${more}`))
    const isEnd = at === lines.length - 1
    return isEnd ? replaceText(line, line.text.replace(/[`~]+[ \t]*$/, more)) : line
  })
}

/** Directives that bring in other texts; undefined for all others. */
function writeSpecial(
  { name, argument, options, line, raw }: Directive,
  context: PageContext,
  around: Surroundings,
  position: Position,
): readonly SourceLine[] | undefined {
  if (name === 'eval-rst') return around.writeRst(line) ?? []
  const inside = { ...position, depth: position.depth + 1 }
  if (name === 'glossary') return writePieces(writeGlossary(raw, context), context, around, inside)
  const isCode = options.literal !== undefined || options.code !== undefined
  if (name !== 'include' || isCode) return undefined
  const lines = around.readInclude(argument, options, line, position.stack)
  if (lines === undefined) return []
  const stack = [...position.stack, lines[0]?.file ?? argument]
  return writePieces(lines, context, around, { ...inside, stack })
}

/** Terms stand at the margin, what they mean is indented or behind a colon. */
function writeGlossary(raw: readonly SourceLine[], { config }: PageContext): readonly SourceLine[] {
  /** The column in which the meaning stands; undefined before its first line. */
  let margin: number | undefined
  return raw.flatMap((line): readonly SourceLine[] => {
    const { text } = line
    if (/^[^\s:]/.test(text)) {
      margin = undefined
      const term = text.trim()
      const head = `- <a id="${makeTermId(term, config)}"></a>**${term}**`
      return [{ ...line, text: '' }, replaceText(line, head), { ...line, text: '' }]
    }
    if (text.trim() === '') return [replaceText(line, '')]
    const [mark] = /^:[ \t]+/.exec(text) ?? []
    if (mark !== undefined) {
      margin = mark.length
      return [{ ...line, text: '' }, replaceText(line, `  ${text.slice(margin)}`)]
    }
    margin ??= countIndent(text)
    return [replaceText(line, `  ${text.slice(Math.min(margin, countIndent(text)))}`)]
  })
}

/** Text, in which a substitution can hold directives. */
function writeTextPiece(
  lines: readonly SourceLine[],
  context: PageContext,
  around: Surroundings,
  position: Position,
): readonly SourceLine[] {
  const expanded = expandBlocks(lines, context)
  if (expanded.length === lines.length) return writeMystText(lines, context)
  return writePieces(expanded, context, around, { ...position, depth: position.depth + 1 })
}

/** A block where the directive stood: in its list item, after what is before it on the line. */
function indentPiece(
  block: readonly SourceLine[],
  line: SourceLine,
  prefix: string,
): readonly SourceLine[] {
  const rest = prefix.replace(/[^>\t]/g, ' ')
  if (block.length === 0) return prefix.trim() === '' ? [] : [replaceText(line, prefix.trimEnd())]
  const [first] = block
  // A block begins on a line of its own, also where a paragraph stands before it.
  const before = prefix.trim() === '' ? [{ ...line, text: '' }] : []
  const placed = block.map((each, at) => {
    if (each.text === '' && at > 0) return replaceText(each, rest.trimEnd())
    return replaceText(each, (at === 0 ? prefix : rest) + each.text)
  })
  return first === undefined ? [] : [...before, ...placed, { ...line, text: rest.trimEnd() }]
}
