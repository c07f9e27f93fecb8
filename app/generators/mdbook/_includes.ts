import { posix } from 'node:path'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import type {
  IncludeCall,
  IncludeGrammar,
  LineRange,
  Part,
} from '../../foreign_source/dialects/includes.ts'

const CALL = /(\\?)\{\{\s*#(include|rustdoc_include|playground|playpen)\s+([^}]+?)\s*\}\}/g

/** `{{#include file:2:3}}` and its kin, also in code: from the file that holds it. */
export const INCLUDES: IncludeGrammar = {
  find: (text) => (text.includes('{{') ? [...text.matchAll(CALL)].flatMap(readCall) : []),
  locate: (path, from) => [posix.join(posix.dirname(from.file), path)],
  markers: 'anchor',
  nests: true,
  keepsIndent: false,
  keepsBase: false,
}

function readCall(found: RegExpExecArray): readonly IncludeCall[] {
  const [whole, backslash, kind = '', argument = ''] = found
  if (backslash !== '') return []
  const [start, end] = [found.index, found.index + whole.length]
  if (kind.startsWith('play')) {
    // The words after the file are settings of the editor.
    const [path = ''] = argument.split(/\s+/)
    return [{ start, end, path, part: { kind: 'whole' }, shape: fence }]
  }
  const [path = '', ...selectors] = argument.split(':')
  return [{ start, end, path: path.trim(), part: readPart(selectors) }]
}

/** `:2` is one line, `:2:` up to the end, `::3` from the start, `:name` a part. */
function readPart(selectors: readonly string[]): Part {
  const [first = '', last] = selectors.map((each) => each.trim())
  if (selectors.length === 0 || (first === '' && last === undefined)) return { kind: 'whole' }
  if (first !== '' && !/^\d+$/.test(first)) return { kind: 'named', name: first }
  const from = first === '' ? 1 : Number(first)
  const range: LineRange =
    last === undefined ? { from, to: from } : last === '' ? { from } : { from, to: Number(last) }
  return { kind: 'lines', ranges: [range] }
}

function fence(lines: readonly SourceLine[]): readonly SourceLine[] {
  const [first] = lines
  if (first === undefined) return lines
  return [{ ...first, text: '```rust' }, ...lines, { ...(lines.at(-1) ?? first), text: '```' }]
}

const TITLE = /(?<!\\)\{\{\s*#title\s[^}]*\}\}/g

/** `\{{#include}}` shows the syntax itself; `{{#title}}` names the window of a browser. */
export function removeEscapes(lines: readonly SourceLine[]): readonly SourceLine[] {
  return lines.map((line) => {
    if (!line.text.includes('{{')) return line
    return replaceText(line, line.text.replace(TITLE, '').replace(/\\(?=\{\{\s*#)/g, ''))
  })
}
