import { CUT, cutAtWord, findSafeCut, joinLines } from '../file/documents.ts'

/** Limit on the characters of a snippet; ten of them stay well within a search result's budget. */
export const SNIPPET_CHARACTERS_MAX = 160

/** How much of a snippet may precede the match. */
const LEAD_CHARACTERS = 40

/** Addresses of links and pictures. */
const LINKS = /!?\[([^[\]\n]*)\]\([^()\s]*(?: "[^"\n]*")?\)/g
const FENCE = /^[ \t>]*(?:`{3}|~{3})/
/** The line below the head of a table has no other characters, and these two. */
const RULE = /^[ >|:-]+$/
/** What begins a line of a quote, a list or a heading. */
const LINE_STARTS = /^\s*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})\s+)*/gm
const EMPHASIS = /\*\*|(?<![\p{L}\p{N}\\])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])|`+/gu
const BAR = /(?<!\\)\|/g
/** Stands between the cells of a row. */
const CELLS = ' · '
const ESCAPES = /\\([!-/:-@[-`{-~])/g

/** The words of some Markdown, on one line. */
export function readWords(markdown: string): string {
  const text = markdown
    .split('\n')
    .filter((line) => !FENCE.test(line) && !isTableRule(line))
    .join('\n')
    .replace(LINKS, '$1')
    .replace(LINE_STARTS, '')
    .replace(EMPHASIS, '')
    .split('\n')
    .map(joinCells)
    .join('\n')
    .replace(ESCAPES, '$1')
  return joinLines(text)
}

/** The cells of a row without the bars around it; any other line is as it was. */
function joinCells(line: string): string {
  if (!line.includes('|')) return line
  const cells = line.split(BAR).map((cell) => cell.trim())
  return cells.filter((cell) => cell !== '').join(CELLS)
}

function isTableRule(line: string): boolean {
  return RULE.test(line) && line.includes('-') && line.includes('|')
}

/** A part of a line around a match, cut between words. */
export function createSnippet(line: string, match: number): string {
  const from = findWordStart(line, Math.max(0, match - LEAD_CHARACTERS))
  const lead = from > 0 ? CUT : ''
  const rest = line.slice(from)
  const charactersLeft = SNIPPET_CHARACTERS_MAX - lead.length
  if (rest.length <= charactersLeft) return lead + rest
  return lead + cutAtWord(rest, charactersLeft - CUT.length) + CUT
}

/** The start of the word after `at`, if it is near; otherwise `at` itself. */
function findWordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const space = text.slice(at, at + LEAD_CHARACTERS).search(/\s/)
  return space === -1 ? findSafeCut(text, at) : at + space + 1
}
