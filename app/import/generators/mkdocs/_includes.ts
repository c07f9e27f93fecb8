import { posix } from 'node:path'
import { type Lines, replaceText } from '../../markdown/source_line.ts'
import type {
  IncludeCall,
  IncludeGrammar,
  LineRange,
  Part,
} from '../../source/dialects/includes.ts'

const SNIPPET = /^([ \t]*)(-+8<-+[ \t]+)(?:"((?:\\"|[^"\n])+)"|'((?:\\'|[^'\n])+)')[ \t]*$/

/** `--8<-- "file:2:3"` of pymdownx, also in code; from the folders of `base_path`. */
export function makeSnippetGrammar(folders: readonly string[]): IncludeGrammar {
  return {
    find: (text) => {
      const found = text.includes('8<') ? SNIPPET.exec(text) : null
      if (found === null) return []
      const [, indent = '', , double, single] = found
      const [path = '', ...selectors] = (double ?? single ?? '').split(':')
      const part = readSelectors(selectors)
      return [{ start: indent.length, end: text.length, path, part }]
    },
    locate: (path) => folders.map((folder) => posix.join(folder, path)),
    markers: 'section',
    nests: true,
    keepsIndent: true,
    keepsBase: false,
  }
}

/** `:2` is from there to the end, `::3` up to there, `:2:3,5:6` several, `:name` a part. */
function readSelectors(selectors: readonly string[]): Part {
  const text = selectors.join(':')
  if (text === '') return { kind: 'whole' }
  if (!/^[-\d:,\s]+$/.test(text)) return { kind: 'named', name: text }
  return { kind: 'lines', ranges: text.split(',').map(readRange) }
}

function readRange(text: string): LineRange {
  const [first = '', last = ''] = text.split(':').map((each) => each.trim())
  const from = first === '' ? 1 : Number(first)
  return last === '' ? { from } : { from, to: Number(last) }
}

/** Between two lines of `--8<--` stands a list of files; `; file` is off. */
export function writeSnippetLists(lines: Lines): Lines {
  let isInside = false
  return lines.flatMap((line) => {
    if (/^[ \t]*-+8<-+[ \t]*$/.test(line.text)) {
      isInside = !isInside
      return []
    }
    if (!isInside) return [line]
    const [, indent = '', path = ''] = /^([ \t]*)(.*)$/.exec(line.text.trimEnd()) ?? []
    if (path === '') return [line]
    return path.startsWith(';') ? [] : [replaceText(line, `${indent}--8<-- "${path}"`)]
  })
}

/** `;--8<--` shows the syntax itself. */
export function removeSnippetEscapes(lines: Lines): Lines {
  return lines.map((line) => {
    if (!line.text.includes('8<')) return line
    return replaceText(line, line.text.replace(/^([ \t]*);(;*-+8<-+)/, '$1$2'))
  })
}

const BRACES = new RegExp(
  [
    String.raw`(\\?)\{!([+-]?)>?[ \t]*([^\][|{}\n]{1,300}?)`,
    String.raw`(?:[ \t]*\[ln:([\d.,-]{1,100})\])?[ \t]*(?:\|[^{}\n]{0,40})?!\}`,
  ].join(''),
  'g',
)

/** `{!file!}`, `{!> file [ln:1-3,5]!}`: from the folder in which the site is built. */
export function makeBracesGrammar(folder: string): IncludeGrammar {
  return {
    find: (text) => {
      if (!text.includes('{!')) return []
      return [...text.matchAll(BRACES)].flatMap((found): readonly IncludeCall[] => {
        const [whole, backslash, , path = '', lines] = found
        if (backslash !== '') return []
        const place = { start: found.index, end: found.index + whole.length }
        return [{ ...place, path: path.trim(), part: readLines(lines) }]
      })
    },
    locate: (path, from) => [posix.join(folder, path), posix.join(posix.dirname(from.file), path)],
    markers: 'section',
    nests: true,
    keepsIndent: true,
    keepsBase: false,
  }
}

function readLines(lines: string | undefined): Part {
  if (lines === undefined) return { kind: 'whole' }
  const ranges = lines.split(',').map((each): LineRange => {
    const [first = '', last] = each.split('-')
    const from = first === '' ? 1 : Number(first)
    if (last === undefined) return { from, to: from }
    return last === '' ? { from } : { from, to: Number(last) }
  })
  return { kind: 'lines', ranges }
}

const TAG = new RegExp(
  [
    String.raw`\{%-?[ \t]*(include|include-markdown)[ \t]+`,
    String.raw`(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')([^%\n]{0,400})-?%\}`,
  ].join(''),
  'g',
)

/** `{% include-markdown "file" start="…" end="…" %}` of the plugin of that name. */
export function makeTagGrammar(root: string): IncludeGrammar {
  return {
    find: (text) => {
      if (!text.includes('{%')) return []
      return [...text.matchAll(TAG)].map((found): IncludeCall => {
        const [whole, , double, single, options = ''] = found
        const [from, to] = [readOption(options, 'start'), readOption(options, 'end')]
        const place = { start: found.index, end: found.index + whole.length }
        const shape = (lines: Lines) => cutBetween(lines, from, to)
        return { ...place, path: double ?? single ?? '', part: { kind: 'whole' }, shape }
      })
    },
    locate: (path, from) => [posix.join(posix.dirname(from.file), path), posix.join(root, path)],
    markers: 'section',
    nests: true,
    keepsIndent: true,
    keepsBase: true,
  }
}

function readOption(options: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(options)
  return found?.[1] ?? found?.[2]
}

function cutBetween(lines: Lines, start: string | undefined, end: string | undefined): Lines {
  const first = start === undefined ? -1 : lines.findIndex(({ text }) => text.includes(start))
  const after = lines.slice(first + 1)
  const last = end === undefined ? -1 : after.findIndex(({ text }) => text.includes(end))
  return last === -1 ? after : after.slice(0, last)
}
