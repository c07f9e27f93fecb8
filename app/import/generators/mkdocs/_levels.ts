import {
  classify,
  isFenced,
  isMarkedCode,
  mapText,
  openFence,
  widthOf,
} from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'

/** A heading of Python-Markdown needs no space, and any blank is one. */
const TIGHT = /^(#{1,6})(?![#\s])|^(#{1,6})[\t \u00a0]*\u00a0[\t \u00a0]*/

export function spaceHeadings(lines: Lines): Lines {
  const space = (line: SourceLine) => replaceText(line, line.text.replace(TIGHT, '$1$2 '))
  return mapText(lines, space, isMarkedCode)
}

/**
 * Fences as pymdownx reads them: one closes at the column where it opened, and one that nothing
 * closes there is text. CommonMark sees the same then.
 */
export function levelFences(lines: Lines): Lines {
  const out = [...lines]
  for (let at = 0; at < out.length; at += 1) {
    const line = out[at]
    const marks = openFence(line?.text ?? '')
    if (line === undefined || marks === undefined || /[^ \t>]/.test(marks.prefix)) continue
    const { prefix, mark, info } = marks
    if (info.includes('`')) continue
    const close = findClose(out, at, prefix, mark)
    const last = close === undefined ? undefined : out[close]
    if (close === undefined || last === undefined) {
      out[at] = replaceText(line, `${prefix}\\${mark}${info}`)
      continue
    }
    const longer = lengthen(mark, out.slice(at + 1, close))
    if (longer !== mark) {
      out[at] = replaceText(line, prefix + longer + info)
      out[close] = replaceText(last, last.text.replace(/[`~]+/, longer))
    }
    at = close
  }
  return out
}

function findClose(lines: Lines, from: number, before: string, fence: string): number | undefined {
  const [width, quotes] = [widthOf(before), countQuotes(before)]
  for (let at = from + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    const indent = /^[ \t>]*/.exec(text)?.[0] ?? ''
    const rest = text.slice(indent.length).trimEnd()
    if (rest === '' && [0, quotes].includes(countQuotes(indent))) continue
    if (widthOf(indent) < width) return undefined
    if (rest === fence && widthOf(indent) === width) return at
  }
  return undefined
}

function countQuotes(indent: string): number {
  return indent.split('>').length - 1
}

/** A fence that no line of the code can close, whatever its indentation. */
function lengthen(fence: string, code: Lines): string {
  const runs = code.flatMap(({ text }) => {
    const marks = openFence(text)
    return marks?.info.trim() === '' && /^[ \t>]*$/.test(marks.prefix) ? marks.mark : ''
  })
  const own = runs.filter((run) => run.startsWith(fence.charAt(0)))
  const longest = own.reduce((most, run) => Math.max(most, run.length), 0)
  return longest < fence.length ? fence : fence.charAt(0).repeat(longest + 1)
}

const ITEM = /^( *)([-*+]|\d{1,3}[.)])( +)(?=\S)/

/**
 * Items whose text stands further right than what follows it, or so far left of it that it would
 * be code: Python-Markdown takes four columns for a level, CommonMark the column of the text.
 */
export function levelLists(lines: Lines): Lines {
  const classes = classify(lines)
  return lines.map((line, at) => {
    const [whole = '', indent = '', marker = ''] = ITEM.exec(line.text) ?? []
    if (whole === '' || isFenced(classes[at])) return line
    const base = indent.length - (indent.length % 4)
    const isMoved =
      whole.length > base + 4
        ? hasBlockAt(at + 1, base + 4, whole.length)
        : hasBlockAt(at + 1, Math.max(base + 4, whole.length + 4), base + 8)
    if (!isMoved) return line
    const gap = ' '.repeat(Math.max(1, 4 - marker.length))
    return replaceText(line, ' '.repeat(base) + marker + gap + line.text.slice(whole.length))
  })

  /** Whether a block of the item begins between these columns; code has columns of its own. */
  function hasBlockAt(from: number, least: number, most: number): boolean {
    let isAfterBlank = false
    for (let at = from; at < lines.length; at += 1) {
      const text = lines[at]?.text ?? ''
      const width = text.length - text.trimStart().length
      if (isFenced(classes[at]) && classes[at]?.kind !== 'open') continue
      if (text.trim() === '') isAfterBlank = true
      else if (isAfterBlank && width < least - (least % 4)) return false
      else if (isAfterBlank && width >= least && width < most) return true
    }
    return false
  }
}

/** The opening line of a fence as we write it: language, `title="…"`, `{1,3-5}`. */
export function convertCodeInfo(line: SourceLine): SourceLine {
  const { prefix = '', mark = '', info: words = '' } = openFence(line.text) ?? {}
  const info = words.trim()
  if (mark === '' || words.includes('`') || !/[ ={]/.test(info)) return line
  const isList = /^\{[ \t]*[.#]/.test(info)
  const language = isList
    ? (/(?:^|[\s{])\.([\w+#-]+)/.exec(info)?.[1] ?? '')
    : (/^[^\s={]+(?=[ \t{]|$)/.exec(info)?.[0] ?? '')
  const [, double, single = ''] = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? []
  const lines = /\bhl_lines=(?:"([^"]*)"|'([^']*)'|(\d+))/.exec(info)
  const marks =
    lines === null ? /\{[\d,\s-]+\}/.exec(info)?.[0] : formatLines(lines[1] ?? lines[2] ?? lines[3])
  const name = double ?? single
  const rest = [name === '' ? [] : `title="${name}"`, marks ?? []].flat()
  // Without a language the first word would be taken for one.
  const parts = [language === '' && rest.length > 0 ? 'text' : language, ...rest]
  return replaceText(line, `${prefix}${mark}${parts.join(' ').trim()}`)
}

function formatLines(text = ''): string | undefined {
  const lines = text.split(/[\s,]+/).filter((each) => /^\d+(?:-\d+)?$/.test(each))
  return lines.length === 0 ? undefined : `{${lines.join(',')}}`
}
