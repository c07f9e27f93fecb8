import { posix } from 'node:path'
import { mapOutsideCode } from '../../markdown/code_spans.ts'
import { classify, isAnyCode, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import {
  type IncludeCall,
  type IncludeGrammar,
  type Part,
  readLinePart,
} from '../../source/dialects/includes.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'

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

const RULE = /^([ \t]*)r\[([A-Za-z][\w.-]*)\][ \t]*$/
/** The address of a link, or of a definition at the end of its line. */
const ADDRESS = /((?:^[ \t>]*\[[^\]\n]+\]:[ \t]*|\]\())([a-z][\w.-]*)(?=\)|[ \t]*$)/g
const OWN = /^[ \t>]*\[([^\]\n]+)\]:/
const NAME = /(?<![\w!])\[([a-z][\w.-]*)\](?!\(|:\s)/g

/** The file of each rule; `r[rule.name]` on a line of its own names what follows. */
type Rules = ReadonlyMap<string, string>

export function listRules(source: SourceFolder, files: readonly string[]): Rules {
  const rules = new Map<string, string>()
  for (const file of files) {
    const lines = (source.read(file) ?? '').split('\n')
    for (const [at, each] of classify(lines).entries()) {
      const name = isAnyCode(each) ? undefined : RULE.exec(lines[at] ?? '')?.[2]
      if (name !== undefined) rules.set(name, file)
    }
  }
  return rules
}

/** The mark of a rule is an anchor, and its name leads there, in brackets or as an address. */
export function writeRules(lines: Lines, file: string, rules: Rules): Lines {
  if (rules.size === 0) return lines
  const named = new Set<string>()
  const own = new Set(lines.map(({ text }) => OWN.exec(text)?.[1]))
  const addressOf = (name: string) => {
    return `${posix.relative(posix.dirname(file), rules.get(name) ?? file)}#r-${name}`
  }
  const writeLine = (line: SourceLine) => {
    const [, indent, rule] = RULE.exec(line.text) ?? []
    for (const [, name = ''] of line.text.matchAll(NAME)) named.add(name)
    if (rule === undefined) {
      const text = mapOutsideCode(line.text, (part) => {
        return part.replace(ADDRESS, (whole, before: string, name: string) => {
          return rules.has(name) ? `${before}${addressOf(name)}` : whole
        })
      })
      return replaceText(line, text)
    }
    const anchor = replaceText(line, `${indent}<a id="r-${rule}"></a>`)
    return [anchor, { ...line, text: '' }]
  }
  const written = mapText(lines, writeLine, isAnyCode)
  const last = lines.at(-1)
  const known = [...named].filter((name) => rules.has(name) && !own.has(name))
  if (last === undefined || known.length === 0) return written
  const definitions = known.map((name) => ({ ...last, text: `[${name}]: ${addressOf(name)}` }))
  return [...written, { ...last, text: '' }, ...definitions]
}
