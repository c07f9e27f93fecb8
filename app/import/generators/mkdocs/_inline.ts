import { readHeadingLine } from '../../markdown/line_classes.ts'
import { replaceText, type SourceLine } from '../../markdown/source_line.ts'

/** What the extensions of a site add to the text of a line. */
export type InlineMarks = {
  readonly attributes: boolean
  readonly keys: boolean
  readonly marks: boolean
  readonly carets: boolean
  readonly tildes: boolean
  readonly critic: boolean
  /** `$x^2$` is a formula. */
  readonly formulas: boolean
  /** `#!lang` before the code of a span. */
  readonly spans: boolean
}

/** A line without icons, attribute lists and the marks of extensions; code stays. */
export function convertInline(line: SourceLine, marks: InlineMarks): SourceLine {
  const { text } = line
  if (!/[#:{=^~`+]|\[TOC\]/.test(text)) return line
  if (/^[ \t]*\[TOC\][ \t]*$/.test(text)) return replaceText(line, '')
  const written = writeParts(text, marks)
  const isBlock = /^[ \t]*:{3}/.test(text)
  if (!isBlock) return replaceText(line, dropDarkPictures(written))
  // A tab needs a name, even if it was an icon alone.
  const rest = /^[ \t]*:{3}\w+[ \t]*$/.test(written) && !/^[ \t]*:{3}\w*[ \t]*$/.test(text)
  return replaceText(line, rest ? nameIcons(text) : written)
}

function writeParts(text: string, marks: InlineMarks): string {
  return splitCode(text)
    .flatMap((each) => (marks.formulas && !each.code ? splitFormulas(each.part) : [each]))
    .map(({ code, part }, at) => {
      if (code)
        return marks.spans && part.startsWith('`') ? part.replace(/^(`+)#!\S+[ \t]+/, '$1') : part
      const attributed = marks.attributes ? cutAttributes(part, at > 0, text) : part
      return convertMarks(convertIcons(partFootnotes(attributed)), marks)
    })
    .join('')
}

/** `[name][^1]` is a link by name and a footnote, and no link by the name of the footnote. */
function partFootnotes(part: string): string {
  return part.includes('][^') ? part.replace(/\](?=\[\^[^\]\s]{1,100}\])/g, '] ') : part
}

type Part = { readonly code: boolean; readonly part: string }

/** Cuts a line at its code spans. */
function splitCode(text: string): readonly Part[] {
  const runs = [...text.matchAll(/`+/g)].map(({ 0: run, index }) => ({ run, index }))
  const next = new Map<string, number>()
  const closes = new Map<number, number>()
  for (const { run, index } of runs.toReversed()) {
    const close = next.get(run)
    if (close !== undefined) closes.set(index, close)
    next.set(run, index)
  }
  const parts: Part[] = []
  let from = 0
  for (const { run, index } of runs) {
    const close = closes.get(index)
    if (index < from || close === undefined) continue
    parts.push({ code: false, part: text.slice(from, index) })
    from = close + run.length
    parts.push({ code: true, part: text.slice(index, from) })
  }
  return [...parts, { code: false, part: text.slice(from) }]
}

/** Cuts a text at its formulas, which stay as they are like code. */
function splitFormulas(part: string): readonly Part[] {
  return part
    .split(/((?<![\\$])\$(?=\S)[^$\n]{0,500}\S\$(?!\d)|\$\$.{0,2000}\$\$)/)
    .map((each, at) => {
      return { code: at % 2 === 1, part: each }
    })
}

const KEY = String.raw`[\w-]{1,40}=(?:"[^"{}]{0,200}"|'[^'{}]{0,200}'|[^\s{}"']{1,100})`
const NAME = String.raw`[\w:.+/-]{1,80}`
const LIST = new RegExp(
  String.raw`\{:?[ \t]*((?:[#.]${NAME}|${KEY})(?:[ \t]+(?:[#.]?${NAME}|${KEY})){0,10})[ \t]*\}`,
  'g',
)

/** Removes `{ .class #id }` behind what it belongs to; an id becomes an anchor. */
function cutAttributes(part: string, isAfterCode: boolean, line: string): string {
  if (!part.includes('{')) return part
  const bare = part.replace(/(?<!!)\[\]\(\)(?=\{)/g, '')
  if (bare !== part) return cutAttributes(bare, isAfterCode, line.replaceAll('[]()', ''))
  const isHeading = readHeadingLine(line)?.mark.includes('>') === false
  return part.replace(LIST, (whole, list: string, at: number) => {
    const before = part.slice(0, at)
    const isLast = part.slice(at + whole.length).trim() === '' && line.endsWith(part)
    const isCell = line.includes('|') && /^[ \t]*(?:\||$)/.test(part.slice(at + whole.length))
    const isGlued = /[\])*_:>"~^=+]$/.test(before) || (isAfterCode && before === '')
    if (!isGlued && !isLast && !isCell && before.trim() !== '') return whole
    const ids = [...list.matchAll(/(?:^|\s)(?:#|id=["']?)([\w:.+/-]+)/g)].map(([, id = '']) => id)
    if (isHeading && isLast)
      return ids.length === 0 ? '' : `{${ids.map((id) => `#${id}`).join(' ')}}`
    return ids.map((id) => `<a id="${id}"></a>`).join('')
  })
}

const ICON = /:((?:material|fontawesome|octicons|simple|tabler|custom)-[a-z0-9-]{1,80}):/g
const SET = /^(?:material|fontawesome-(?:brands|regular|solid)|octicons|simple|tabler|custom)-/

/** Icons decorate, but for those that say yes or no, or stand for the words of a link or a cell. */
function convertIcons(part: string): string {
  if (!part.includes(':')) return part
  return part
    .replace(/\[[ \t]*:([a-z0-9-]{1,100}):[ \t]*\](?=[([])/g, (whole, name: string) => {
      return SET.test(name) ? `[${wordsOfIcon(name)}]` : whole
    })
    .replace(ICON, (_, name: string, at: number) => {
      if (/-check(?:-[a-z0-9-]{0,60})?$/.test(name)) return '✓'
      if (/-(?:close|xmark|cancel|x-\d+)(?:-[a-z0-9-]{0,60})?$/.test(name)) return '✗'
      const end = at + name.length + 2
      const isCell = /\|[ \t]*$/.test(part.slice(0, at)) && /^[ \t]*\|/.test(part.slice(end))
      return isCell ? wordsOfIcon(name) : '\u0000'
    })
    .replace(/\u0000(?:[ \t]|&nbsp;)*/g, '')
}

function nameIcons(text: string): string {
  return text.replace(ICON, (_, name: string) => wordsOfIcon(name))
}

function wordsOfIcon(name: string): string {
  return name.replace(SET, '').replace(/-\d+$/, '').replaceAll('-', ' ')
}

const PRESSED = String.raw`(?:[\w-]{1,30}|"[^"+\n]{1,30}")`
const KEYS = new RegExp(String.raw`\+\+(${PRESSED}(?:\+${PRESSED}){0,6})\+\+`, 'g')

function convertMarks(part: string, marks: InlineMarks): string {
  let text = part
  if (marks.critic && text.includes('{')) {
    text = text
      .replace(/\{~~((?:(?!~>|~~\}).){0,500})~>((?:(?!~~\}).){0,500})~~\}/g, '~~$1~~ $2')
      .replace(/\{\+\+((?:(?!\+\+\}).){1,500})\+\+\}/g, '$1')
      .replace(/\{--((?:(?!--\}).){1,500})--\}/g, '~~$1~~')
      .replace(/\{==((?:(?!==\}).){1,500})==\}/g, '$1')
      .replace(/\{>>((?:(?!<<\}).){1,500})<<\}/g, '($1)')
  }
  if (marks.keys && text.includes('++')) {
    text = text.replace(KEYS, (_, keys: string) => {
      return `\`${keys.split('+').map(nameKey).join('+')}\``
    })
  }
  if (marks.marks && text.includes('==')) {
    text = text.replace(/(?<![=\w])==(?=[^\s=])([^=\n]{1,300})(?<=\S)==(?!=)/g, '*$1*')
  }
  if (marks.carets && text.includes('^')) {
    text = text
      .replace(/\^\^(?=[^\s^])([^^\n]{1,300})(?<=\S)\^\^/g, '$1')
      .replace(/(?<=[\w)])(?<!\[)\^([^\s^[\]]{1,40})\^/g, '<sup>$1</sup>')
  }
  if (marks.tildes && text.includes('~')) {
    text = text.replace(/(?<=[\w)])~([^\s~]{1,40})~(?!~)/g, '<sub>$1</sub>')
  }
  return text
}

function nameKey(key: string): string {
  const name = key.replace(/^"|"$/g, '')
  if (name !== key || name.length === 1) return name.toUpperCase()
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => {
    return (dash === '' ? '' : ' ') + letter.toUpperCase()
  })
}

/** Of two pictures for light and dark pages the light one stays. */
function dropDarkPictures(text: string): string {
  if (!text.includes('#')) return text
  return text
    .replace(/!\[[^\]\n]{0,300}\]\([^)\s]{1,500}#(?:gh-dark-mode-only|only-dark)\)/g, '')
    .replace(/(!\[[^\]\n]{0,300}\]\([^)\s#]{1,500})#(?:gh-light-mode-only|only-light)(?=\))/g, '$1')
}
