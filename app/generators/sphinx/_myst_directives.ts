import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import { parseYaml } from '../../source_text/yaml.ts'
import { readTexts } from './_config.ts'
import { readIndentedCode } from './_indented_code.ts'
import { countIndent } from './_text.ts'

/** What can stand before a fence: spaces, quotes, list items and meanings of terms. */
const PREFIX = /(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|:(?=[ \t]))*/
/** `{name} argument` of a directive, or what stands behind the marks of other fences. */
const INFO = /(?:\{([\w:.+-]+)\}[ \t]*(.*)|[ \t]*([^`{].*)?)/
const OPENING = new RegExp(`^(${PREFIX.source})(\`{3,}|~{3,}|:{3,})${INFO.source}$`)

/** A piece of a MyST text: a directive, code in a fence or indented, or lines of text. */
export type Piece =
  | { readonly kind: 'text'; readonly lines: readonly SourceLine[] }
  | { readonly kind: 'code'; readonly lines: readonly SourceLine[] }
  | {
      readonly kind: 'directive'
      readonly name: string
      readonly argument: string
      readonly options: Readonly<Record<string, string>>
      readonly line: SourceLine
      /** What stands before the marks: spaces and the mark of a list item. */
      readonly prefix: string
      readonly content: readonly SourceLine[]
    }

/** Cuts a text into its directives, its code and the text between them. */
export function cutPieces(lines: readonly SourceLine[]): readonly Piece[] {
  const pieces: Piece[] = []
  let text: SourceLine[] = []
  const end = () => {
    if (text.length > 0) pieces.push({ kind: 'text', lines: text })
    text = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]
    if (line === undefined) break
    const found = OPENING.exec(line.text.trimEnd())
    const [, prefix = '', marks = '', name, argument = '', info = ''] = found ?? []
    const isPlainColons = name === undefined && marks.startsWith(':')
    if (found === null || isPlainColons || (marks.startsWith('`') && info.includes('`'))) {
      text.push(line)
      at += 1
      continue
    }
    end()
    const code = prefix.trim() === '' ? readIndentedCode(lines, at) : undefined
    if (code !== undefined) {
      pieces.push({ kind: 'code', lines: code.lines })
      at = code.next
      continue
    }
    const { close, next } = findClosing(lines, at + 1, marks, prefix)
    const content = lines.slice(at + 1, close)
    if (name === undefined) {
      const end =
        lines[close] !== undefined && close < next
          ? []
          : [{ ...line, text: `${prefix.replace(/[^>\t]/g, ' ')}${marks}` }]
      pieces.push({ kind: 'code', lines: [...lines.slice(at, next), ...end] })
    } else {
      const inner = content.map((each) => removePrefix(each, prefix))
      pieces.push({ kind: 'directive', name, argument, line, prefix, ...readOptions(inner) })
    }
    at = next
  }
  end()
  return pieces
}

type Closing = {
  /** Index behind the content. */
  readonly close: number
  /** Index behind the fence. */
  readonly next: number
}

/** Where a fence ends: at its marks, with the item of a list that holds it, or with the text. */
function findClosing(
  lines: readonly SourceLine[],
  from: number,
  marks: string,
  prefix: string,
): Closing {
  const mark = marks.charAt(0)
  const isItem = /[^ \t>]/.test(prefix)
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    const bare = text.replace(/^[ \t>]+/, '').trimEnd()
    // What is indented further is content.
    const isIn = text.length - text.trimStart().length <= prefix.length + 3
    if (isIn && bare.length >= marks.length && bare === mark.repeat(bare.length)) {
      return { close: at, next: at + 1 }
    }
    // The item of a list ends, and with it the fence.
    const isOut = isItem && text.trim() !== '' && countIndent(text) < 2 && !text.startsWith('>')
    if (isOut) return { close: at, next: at }
  }
  return { close: lines.length, next: lines.length }
}

function removePrefix(line: SourceLine, prefix: string): SourceLine {
  const width = prefix.length
  let at = 0
  while (at < width && /[ \t>]/.test(line.text[at] ?? '')) at += 1
  return replaceText(line, line.text.slice(at))
}

const OPTION = /^[ \t]*:([\w:+.-]+):(?:[ \t]+(.*))?$/

/** A value goes on: `:   words`. Words that are only indented are the first of the content. */
const MORE = /^[ \t]*:[ \t]{2,}(?=\S)/

type Options = {
  readonly options: Readonly<Record<string, string>>
  readonly content: readonly SourceLine[]
}

/** Options at the start of a content: `:name: value`, or YAML between dashes. */
function readOptions(lines: readonly SourceLine[]): Options {
  const [first] = lines
  if (first?.text.trim() === '---') {
    const close = lines.findIndex(({ text }, at) => at > 0 && text.trim() === '---')
    if (close > 0) {
      const yaml = lines.slice(1, close).map(({ text }) => text)
      const value = readConfigValue(parseYaml(first.file, yaml.join('\n')).source.value)
      return {
        options: { ...readFlags(value.entries()), ...readTexts(value) },
        content: lines.slice(close + 1),
      }
    }
  }
  const options: Record<string, string> = {}
  let at = 0
  let last = ''
  for (; at < lines.length; at += 1) {
    const text = lines[at]?.text.trimEnd() ?? ''
    const found = OPTION.exec(text)
    if (found !== null) {
      last = found[1] ?? ''
      options[last] = (found[2] ?? '').replace(/^(["'])([^"']*)\1$/, '$2')
    } else if (last !== '' && MORE.test(text)) {
      const more = text.replace(MORE, '').trim()
      options[last] = `${options[last]} ${more}`.replace(/^[|>][-+]? /, '').trim()
    } else break
  }
  const isBlank = at > 0 && lines[at]?.text.trim() === ''
  return { options, content: lines.slice(isBlank ? at + 1 : at) }
}

/** Options without a value. */
function readFlags(
  entries: readonly (readonly [string, { readonly value: unknown }])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.filter(([, { value }]) => value === null || value === '').map(([key]) => [key, '']),
  )
}
