import { posix } from 'node:path'
import { classify } from '../../foreign_markup/line_classes.ts'
import { type Lines, replaceText } from '../../foreign_markup/source_line.ts'
import {
  type IncludeCall,
  type IncludeGrammar,
  type Part,
  readLinePart,
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
  if (first === '' && last === undefined) return { kind: 'whole' }
  if (first !== '' && !/^\d+$/.test(first)) return { kind: 'named', name: first }
  return readLinePart(first, last ?? first)
}

function fence(lines: Lines): Lines {
  const [first] = lines
  if (first === undefined) return lines
  return [{ ...first, text: '```rust' }, ...lines, { ...(lines.at(-1) ?? first), text: '```' }]
}

const TITLE = /(?<!\\)\{\{\s*#title\s[^}]*\}\}/g

/** `\{{#include}}` shows the syntax itself; `{{#title}}` names the window of a browser. */
export function removeEscapes(lines: Lines): Lines {
  return lines.map((line) => {
    return replaceText(line, line.text.replace(TITLE, '').replace(/\\(?=\{\{\s*#)/g, ''))
  })
}

/** Lines of Rust that mdBook hides, `# use x;`, go; `## x` shows `# x`. */
export function cutHiddenLines(lines: Lines): Lines {
  const classes = classify(lines)
  return lines.flatMap((line, at) => {
    const each = classes[at]
    const isRust = each !== undefined && 'fence' in each && /^[ \t]*rust\b/.test(each.fence.info)
    const hidden = isRust ? /^([ \t>]*)#(#?)(?=[ \t]|#|$)(.*)$/.exec(line.text) : null
    if (hidden === null || /^[ \t]*#!?\[/.test(line.text)) return line
    return hidden[2] === '#' ? replaceText(line, `${hidden[1]}#${hidden[3]}`) : []
  })
}
