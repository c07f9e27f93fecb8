import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'

const OPENING = /^((?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(`{3,}|~{3,})([^`\n]*)$/

/** The opening line of a fence as we write it: language, `title="…"`, `{1,3-5}`. */
export function convertCodeInfo(line: SourceLine): SourceLine {
  const [, prefix = '', fence = '', words = ''] = OPENING.exec(line.text) ?? []
  const info = words.trim()
  if (fence === '' || !/[ ={]/.test(info)) return line
  const isList = /^\{[ \t]*[.#]/.test(info)
  const language = isList
    ? (/(?:^|[\s{])\.([\w+#-]+)/.exec(info)?.[1] ?? '')
    : (/^[^\s={]+(?=[ \t{]|$)/.exec(info)?.[0] ?? '')
  const title = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info)
  const lines = /\bhl_lines=(?:"([^"]*)"|'([^']*)'|(\d+))/.exec(info)
  const marks =
    lines === null ? /\{[\d,\s-]+\}/.exec(info)?.[0] : formatLines(lines[1] ?? lines[2] ?? lines[3])
  const name = title?.[1] ?? title?.[2] ?? ''
  const rest = [
    ...(name === '' ? [] : [`title="${name}"`]),
    ...(marks === undefined ? [] : [marks]),
  ]
  // Without a language the first word would be taken for one.
  const parts = [language === '' && rest.length > 0 ? 'text' : language, ...rest]
  return replaceText(line, `${prefix}${fence}${parts.join(' ').trim()}`)
}

function formatLines(text = ''): string | undefined {
  const lines = text
    .trim()
    .split(/[\s,]+/)
    .filter((each) => /^\d+(?:-\d+)?$/.test(each))
  return lines.length === 0 ? undefined : `{${lines.join(',')}}`
}
