import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { listNames, quote } from '../../contract/problem.ts'
import {
  type BlockMarks,
  findClosingLine,
  openingText,
  parseInside,
  prefixOf,
} from './_block_lines.ts'
import { CALLOUT_NAMES, calloutKindOf, pushTitle } from './_callouts.ts'
import { findTextStart } from './_link_rules.ts'
import { notesOf } from './_parser_notes.ts'
import { readCodeBlock } from './code_block.ts'

const OPENING = /^(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*/
const CLOSING = /^:{3,}[ \t]*$/

/** Names after `:::`. */
const NAMES: ReadonlySet<string> = new Set([
  ...CALLOUT_NAMES,
  'tabs',
  'tab',
  'code-group',
  'hero',
  'cards',
  'card',
])

const MARKS: BlockMarks = {
  opens: (text) => NAMES.has((OPENING.exec(text)?.[2] ?? '').toLowerCase()),
  closes: (text) => CLOSING.test(text),
}

/** Adds the blocks between `:::name` and `:::`: callouts, tabs and groups of code. */
export function addContainers(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'container', readContainer, { alt })
}

function readContainer(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const opening = OPENING.exec(openingText(state, startLine, ':') ?? '')
  if (opening === null) return false
  const name = (opening[2] ?? '').toLowerCase()
  if (!NAMES.has(name)) {
    if (!silent) noteUnknown(state, startLine, name)
    return false
  }
  if (silent) return true
  const close = findClosingLine(state, startLine, endLine, MARKS)
  if (close === undefined) noteUnclosed(state, startLine, name)
  const start = findTextStart(state, startLine)
  const container: Container = {
    name,
    line: startLine,
    close: close ?? endLine,
    isClosed: close !== undefined,
    title: { start: start + opening[0].length, end: state.eMarks[startLine] ?? start },
  }
  if (name === 'tabs' || name === 'code-group') pushTabs(state, container)
  else if (name === 'tab') pushTab(state, container)
  else if (['hero', 'cards', 'card'].includes(name)) pushBox(state, container)
  else pushCallout(state, container)
  state.line = container.close + (container.isClosed ? 1 : 0)
  return true
}

type Container = {
  readonly name: string
  /** Lines of its two marks. */
  readonly line: number
  readonly close: number
  readonly isClosed: boolean
  /** Where the rest of the first line is. */
  readonly title: { readonly start: number; readonly end: number }
}

function pushCallout(state: StateBlock, container: Container): void {
  const { line, close, title } = container
  const kind = calloutKindOf(container.name)
  const text = state.src.slice(title.start, title.end).trim()
  const { edits } = notesOf(state.env)
  const [start, before] = [findTextStart(state, line), prefixOf(state, line)]
  const mark = `> [!${kind.toUpperCase()}]`
  // Other readers of Markdown know the quote; the marks of this block mean nothing to them.
  if (text === '') edits.push({ start, end: title.end, text: mark })
  else {
    edits.push({ start, end: title.start, text: `${mark}\n${before}> **` })
    edits.push({ start: title.start + text.length, end: title.end, text: `**\n${before}>` })
  }
  const column = state.tShift[line] ?? 0
  for (let inner = line + 1; inner < close; inner += 1) {
    const shift = state.tShift[inner] ?? 0
    const at = (state.bMarks[inner] ?? 0) + Math.min(shift, column)
    // An empty line in a list would end the list, if the mark stood at its start.
    const blank = `${' '.repeat(Math.max(0, column - shift))}>`
    edits.push({ start: at, end: at, text: state.isEmpty(inner) ? blank : '> ' })
  }
  dropClosing(state, container)
  const open = state.push('callout_open', 'div', 1)
  open.meta = { kind }
  open.map = [line, close]
  if (text !== '') pushTitle(state, text, line)
  parseInside(state, `container:${container.name}`, container.line + 1, container.close)
  state.push('callout_close', 'div', -1)
}

/** A box for the eye alone: elsewhere only what is in it remains. */
function pushBox(state: StateBlock, container: Container): void {
  const { line, close, name } = container
  const start = findTextStart(state, line)
  notesOf(state.env).edits.push({ start, end: state.eMarks[line] ?? start, text: '' })
  dropClosing(state, container)
  const open = state.push('box_open', 'div', 1)
  open.meta = { name }
  open.map = [line, close]
  parseInside(state, `container:${name}`, line + 1, close)
  state.push('box_close', 'div', -1)
}

function pushTabs(state: StateBlock, container: Container): void {
  const { line, close, name } = container
  const start = findTextStart(state, line)
  notesOf(state.env).edits.push({ start, end: state.eMarks[line] ?? start, text: '' })
  dropClosing(state, container)
  const open = state.push('tabs_open', 'div', 1)
  open.map = [line, close]
  const from = state.tokens.length
  parseInside(state, `container:${container.name}`, container.line + 1, container.close)
  const inside = state.tokens.splice(from)
  state.tokens.push(
    ...(name === 'tabs' ? inside : inside.flatMap((token) => wrapCode(state, token))),
  )
  const wanted = name === 'tabs' ? 'tab_open' : 'fence'
  const has = inside.some(({ type, level }) => type === wanted && level === state.level)
  const other = inside.find(
    ({ type, level }) => level === state.level && type !== wanted && !type.endsWith('_close'),
  )
  if (!has || other !== undefined) noteStranger(state, container, other?.map?.[0] ?? line)
  state.push('tabs_close', 'div', -1)
}

function pushTab(state: StateBlock, container: Container): void {
  const { line, close, title } = container
  const label = state.src.slice(title.start, title.end).trim()
  const start = findTextStart(state, line)
  const text = `**${label}**\n${prefixOf(state, line).trimEnd()}`
  notesOf(state.env).edits.push({ start, end: title.end, text })
  dropClosing(state, container)
  if (label === '') noteUnnamed(state, line)
  if (state.parentType !== 'container:tabs') noteLost(state, line)
  const open = state.push('tab_open', 'div', 1)
  open.meta = { label }
  open.map = [line, close]
  parseInside(state, `container:${container.name}`, container.line + 1, container.close)
  state.push('tab_close', 'div', -1)
}

/** A block of code in a group becomes a tab, named by its title. */
function wrapCode(state: StateBlock, token: Token): readonly Token[] {
  if (token.type !== 'fence' || token.level !== state.level) return [token]
  const { title, language } = readCodeBlock(token.info, token.content)
  const label = title === '' ? language : title
  const line = token.map?.[0] ?? 0
  if (label === '') noteUnnamed(state, line)
  const at = findTextStart(state, line)
  const text = `**${label}**\n\n${prefixOf(state, line)}`
  notesOf(state.env).edits.push({ start: at, end: at, text })
  const open = new state.Token('tab_open', 'div', 1)
  open.meta = { label }
  open.map = token.map
  token.meta = { ...token.meta, inTab: true }
  return [open, token, new state.Token('tab_close', 'div', -1)]
}

function dropClosing(state: StateBlock, { close, isClosed }: Container): void {
  if (!isClosed) return
  const start = findTextStart(state, close)
  notesOf(state.env).edits.push({ start, end: state.eMarks[close] ?? start, text: '' })
}

function noteUnknown(state: StateBlock, line: number, name: string): void {
  const what = `the block ${quote(`:::${name}`)} is not known, so it is shown as text`
  const fix = `write one of ${listNames([...NAMES])}, or use a quote`
  notesOf(state.env).faults.push({ line, what, fix, severity: 'warning' })
}

function noteUnclosed(state: StateBlock, line: number, name: string): void {
  const what = `the block ${quote(`:::${name}`)} is not closed`
  const fix = 'put ":::" on a line of its own after it'
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}

function noteUnnamed(state: StateBlock, line: number): void {
  const fix = 'write ":::tab Name", or title="Name" after the language of the code'
  const what = 'the tab has no name'
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}

function noteLost(state: StateBlock, line: number): void {
  const fix = 'put "::::tabs" before the first tab and "::::" after the last'
  const what = '":::tab" is not inside ":::tabs"'
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}

function noteStranger(state: StateBlock, { name }: Container, line: number): void {
  const inside = name === 'tabs' ? ':::tab blocks' : 'blocks of code'
  const what = `":::${name}" has something else than ${inside} in it, or nothing`
  const fix = `put only ${inside} between its marks`
  notesOf(state.env).faults.push({ line, what, fix, severity: 'problem' })
}
