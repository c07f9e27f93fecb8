import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { listNames, quote } from '../../contract/problem.ts'
import { BLOCK_KINDS, type BlockKind } from './_block_kinds.ts'
import {
  addBlockForm,
  type Block,
  lineText,
  parseInside,
  prefixOf,
  pushLine,
  rangeOfLine,
} from './_block_lines.ts'
import { findTextStart } from './_link_rules.ts'
import { notesOf } from './_parser_notes.ts'
import { readCodeBlock } from './code_block.ts'
import { findNearest } from './nearest_word.ts'
import type { Range } from './source_positions.ts'

/** A line that begins a block, or would if its name were known. */
export const BLOCK_OPENING = /^:{3,}[ \t]*([A-Za-z][\w-]*)[ \t]*/
const CLOSING = /^:{3,}[ \t]*$/

type Opening = { readonly name: string; readonly kind: BlockKind; readonly length: number }
type Container = Block<Opening> & { readonly title: Range; readonly text: string }

/** Adds the blocks between `:::name` and `:::`. */
export function addContainers(markdown: MarkdownIt): void {
  addBlockForm<Opening>(markdown, {
    name: 'container',
    first: ':',
    opens: (text) => {
      const found = BLOCK_OPENING.exec(text)
      const name = found?.[1]?.toLowerCase() ?? ''
      const kind = BLOCK_KINDS.get(name)
      return kind === undefined ? undefined : { name, kind, length: found?.[0].length ?? 0 }
    },
    closes: (text) => CLOSING.test(text),
    unclosed: ({ name }) => ({
      what: `the block ${quote(`:::${name}`)} is not closed`,
      fix: 'put ":::" on a line of its own after it',
      severity: 'problem',
    }),
    push: pushContainer,
  })
}

function pushContainer(state: StateBlock, block: Block<Opening>): void {
  const { line, close, opening } = block
  const { kind, name } = opening
  const { title, options } = readTitle(state, block)
  const container = { ...block, title, text: state.src.slice(title.start, title.end) }
  noteMisplaced(state, container)
  noteEdits(state, container)
  const open = state.push(`${kind.token}_open`, kind.token === 'details' ? 'details' : 'div', 1)
  open.map = [line, close]
  open.meta = { ...kind.meta, ...options, label: container.text }
  if (kind.token === 'box' || kind.token === 'card') {
    open.attrSet('class', kind.meta?.name ?? kind.token)
  }
  if (options.open !== undefined) open.attrSet('open', '')
  if (kind.title === 'line' && container.text !== '') {
    const type = TITLES[kind.token] ?? 'callout_title'
    pushLine(state, { type, tag: type === 'summary' ? type : 'p', line, text: title })
  }
  const from = state.tokens.length
  parseInside(state, `container:${name}`, line + 1, close)
  const inside = state.tokens.splice(from)
  const isGroup = kind.isCodeGroup === true
  state.tokens.push(...(isGroup ? inside.flatMap((token) => wrapCode(state, token)) : inside))
  noteStrangers(state, container, inside)
  state.push(`${kind.token}_close`, kind.token === 'details' ? 'details' : 'div', -1)
}

const TITLES: Readonly<Record<string, string>> = { card: 'card-title', details: 'summary' }

type Title = { readonly title: Range; readonly options: Readonly<Record<string, string>> }

/** The words after the name of a block, and the options in braces after them. */
function readTitle(state: StateBlock, { line, opening }: Block<Opening>): Title {
  const { start, end } = rangeOfLine(state, line)
  const from = start + opening.length
  const words = state.src.slice(from, end)
  const known = opening.kind.options
  const at = known !== undefined && words.trimEnd().endsWith('}') ? words.lastIndexOf('{') : -1
  const text = (at === -1 ? words : words.slice(0, at)).trimEnd()
  const title = { start: from, end: from + text.length }
  if (known === undefined || at === -1) return { title, options: {} }
  const options: Record<string, string> = {}
  for (const word of words
    .slice(at + 1)
    .replace('}', '')
    .split(/[ \t]/)
    .filter(Boolean)) {
    const [name = '', value = ''] = word.replaceAll(/["']/g, '').split('=')
    const values = known[name]
    if (values === undefined) noteOption(state, line, name, Object.keys(known))
    else if (values.length > 0 && !values.includes(value)) noteOption(state, line, value, values)
    else options[name] = value
  }
  return { title, options }
}

/** What other readers of Markdown get of the first line, and in front of the others. */
function noteEdits(state: StateBlock, { line, close, opening, title, text }: Container): void {
  const { edits } = notesOf(state.env)
  const { start, end } = rangeOfLine(state, line)
  const before = prefixOf(state, line)
  const { plain, indent } = opening.kind
  const below = (piece: string): string => (piece === '' ? before.trimEnd() : before + piece)
  const write = (part: string): string =>
    part
      .split('\n')
      .map((piece, at) => (at === 0 ? piece : below(piece)))
      .join('\n')
  const [front, back] = plain(text)
  const isBlankBelow = line + 1 >= close || state.isEmpty(line + 1)
  const after = isBlankBelow && back.endsWith('\n') ? back.slice(0, -1) : back
  edits.push({ start, end: title.start, text: write(front) })
  const joins = indent === '  ' && line + 1 < close && SENTENCE.test(lineText(state, line + 1))
  const next = findTextStart(state, line + 1)
  edits.push({ start: title.end, end: joins ? next : end, text: joins ? ': ' : write(after) })
  if (indent === undefined) return
  const column = state.tShift[line] ?? 0
  for (let inner = joins ? line + 2 : line + 1; inner < close; inner += 1) {
    const shift = state.tShift[inner] ?? 0
    const at = (state.bMarks[inner] ?? 0) + Math.min(shift, column)
    // An empty line in a list would end the list, if the mark stood at its start.
    const blank = (' '.repeat(Math.max(0, column - shift)) + indent).trimEnd()
    edits.push({ start: at, end: at, text: state.isEmpty(inner) ? blank : indent })
  }
}

/** A line that is text, and no block of its own. */
const SENTENCE = /^(?!\d+[.)][ \t])[\p{L}\p{N}("'“]/u

/** A block of code in a group becomes a tab, named by its title. */
function wrapCode(state: StateBlock, token: Token): readonly Token[] {
  if (token.type !== 'fence' || token.level !== state.level) return [token]
  const { title, language } = readCodeBlock(token.info, token.content)
  const label = title === '' ? language : title
  const line = token.map?.[0] ?? 0
  if (label === '') noteUntitled(state, line, BLOCK_KINDS.get('tab'), 'tab')
  const at = findTextStart(state, line)
  const text = `**${label}**\n\n${prefixOf(state, line)}`
  notesOf(state.env).edits.push({ start: at, end: at, text })
  const open = new state.Token('tab_open', 'div', 1)
  open.meta = { label }
  open.map = token.map
  token.meta = { ...token.meta, inTab: true }
  return [open, token, new state.Token('tab_close', 'div', -1)]
}

function noteMisplaced(state: StateBlock, { line, opening, text }: Container): void {
  const { kind, name } = opening
  if (text === '') noteUntitled(state, line, kind, name)
  const { within } = kind
  if (within === undefined || state.parentType === `container:${within}`) return
  const what = `":::${name}" is not inside ":::${within}"`
  const fix = `put "::::${within}" before the first ${name} and "::::" after the last`
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}

function noteUntitled(
  state: StateBlock,
  line: number,
  kind: BlockKind | undefined,
  name: string,
): void {
  if (kind?.untitled === undefined) return
  const [what, fix] = [`the ${name} has no name`, `write "${kind.untitled}`]
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}

function noteOption(state: StateBlock, line: number, word: string, known: readonly string[]): void {
  const near = findNearest(word, known)
  const fix = `write ${near === undefined ? `one of ${listNames([...known])}` : quote(near)}`
  const what = `${quote(word)} is nothing that this block can have`
  notesOf(state.env).faults.push({ line, what, fix, severity: 'warning' })
}

function noteStrangers(
  state: StateBlock,
  { line, opening }: Container,
  inside: readonly Token[],
): void {
  const { name, kind } = opening
  if (kind.holds === undefined) return
  const [wanted, words] = kind.holds
  const own = inside.filter(({ level, type }) => level === state.level && !type.endsWith('_close'))
  const other = own.find(({ type }) => type !== wanted)
  if (own.length > 0 && other === undefined) return
  const what = `":::${name}" has something else than ${words} in it, or nothing`
  const fix = `put only ${words} between its marks`
  const at = other?.map?.[0] ?? line
  notesOf(state.env).faults.push({ line: at, what, fix, severity: 'problem' })
}
