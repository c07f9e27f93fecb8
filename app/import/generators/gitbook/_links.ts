import { quote } from '../../../contract/problem.ts'
import { isMarkedCode, mapText } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'
import { writeLink } from './_blocks.ts'

/** The editor names a page of another space by the id of that space, which no file has. */
const EDITOR = /https:\/\/app\.gitbook\.com\/(?:o\/[\w-]{1,60}\/)?s\/[\w-]{1,60}[^\s)"'<>]*/g
const MENTION = /\[((?:\\.|[^\]\\]){0,300})\]\((?:<([^<>\n]{1,500})>|([^\s()]{1,500})) "mention"\)/g
const HTML_MENTION = /<a data-mention href="([^"\n]{1,500})">([^<\n]{0,300})<\/a>/g
/** GitBook puts `id-` before an anchor that begins with a digit, on its own pages. */
const NUMBERED = /(\]\((?!https?:)[^\s()#]{0,500}#|href="(?!https?:)[^"#\n]{0,500}#)id-(?=\d)/g
const FORMULA = /(?<![$\\])\$\$(?!\$)([^$\n]{1,500})\$\$(?!\$)/g

type LinkTargets = {
  readonly report: Report
  readonly titleOf: (address: string, from: SourceLine) => string | undefined
}

/** Mentions of pages, and formulas in a line, as Markdown has them. */
export function writeInline(lines: Lines, targets: LinkTargets): Lines {
  const writeLine = (line: SourceLine) => {
    if (!/app\.gitbook\.com|mention|#id-|\$\$/.test(line.text)) return line
    const pieces: string[] = []
    let from = 0
    for (const span of line.text.matchAll(/(`+)(?!`).*?[^`]\1(?!`)/g)) {
      pieces.push(writeText(line.text.slice(from, span.index), line, targets), span[0])
      from = span.index + span[0].length
    }
    return replaceText(line, [...pieces, writeText(line.text.slice(from), line, targets)].join(''))
  }
  return mapText(lines, writeLine, isMarkedCode)
}

function writeText(text: string, line: SourceLine, targets: LinkTargets): string {
  const { report, titleOf } = targets
  const isAlone = /^\s*\$\$[^$]*\$\$\s*$/.test(line.text)
  for (const [address] of text.matchAll(EDITOR)) {
    const what = `the link ${quote(address)} leads to the editor, which asks readers to sign in`
    report.lose(line, what, 'link to the page')
  }
  return text
    .replace(MENTION, (_, words: string, angled?: string, bare?: string) => {
      const address = angled ?? bare ?? ''
      return writeLink(titleOf(address, line) ?? words, address)
    })
    .replace(HTML_MENTION, (_, address: string, words: string) => {
      return `<a href="${address}">${titleOf(address, line) ?? words}</a>`
    })
    .replace(NUMBERED, '$1')
    .replace(FORMULA, (whole, formula: string) => (isAlone ? whole : `$${formula.trim()}$`))
}
