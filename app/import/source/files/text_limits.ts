import { LINE_CHARACTERS_MAX } from '../../../text/source_text/line_length.ts'
import { SOURCE_BYTES_MAX } from '../../../text/source_text/source_file.ts'
import type { ReportLoss } from '../../markdown/conversion.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'

/** Lines of a page: more is a list for machines, and each costs its parser memory. */
export const PAGE_LINES_MAX = 200_000

/** A file that is written into an address. */
const WRITTEN_FILE = /data:[a-z]+\/[\w.+-]+(?:;[\w=-]+)*,[\w.~%+/=-]{200,}/gi
const ROW_END = /<\/(?:tr|li|p|td|th)>/gi

/**
 * Lines as a page may have them: none is longer than a line can be, all are together as long as a
 * file, and they are not too many. HTML in one line is broken between its rows; what is cut is
 * reported.
 */
export function limitLines(lines: Lines, reportLoss: ReportLoss): Lines {
  const isLong = lines.some(({ text }) => text.length > LINE_CHARACTERS_MAX)
  const short = isLong ? lines.flatMap((line) => shortenLine(line, reportLoss)) : lines
  let left = SOURCE_BYTES_MAX
  const end = short.findIndex(({ text }, at) => {
    left -= text.length + 1
    return left < 0 || at === PAGE_LINES_MAX
  })
  const first = short[end]
  if (first === undefined) return short
  const most = left < 0 ? `${SOURCE_BYTES_MAX} characters` : `${PAGE_LINES_MAX} lines`
  const what = `the page has more than ${most}; from here on it is left out`
  reportLoss({ ...first, column: 1 }, what, 'split the page')
  return short.slice(0, end)
}

function shortenLine(line: SourceLine, reportLoss: ReportLoss): Lines {
  if (line.text.length <= LINE_CHARACTERS_MAX) return [line]
  const bare = line.text.replace(WRITTEN_FILE, (address) => {
    const what = `a file of ${address.length} characters is written into its address, and left out`
    reportLoss({ ...line, column: 1 }, what, 'save it as a file, and link to that')
    return address.slice(0, address.indexOf(',') + 1)
  })
  const pieces =
    bare.length <= LINE_CHARACTERS_MAX ? [bare] : bare.replace(ROW_END, '$&\n').split('\n')
  return joinPieces(pieces).map((text) => {
    if (text.length <= LINE_CHARACTERS_MAX) return replaceText(line, text)
    const after = `those after ${LINE_CHARACTERS_MAX} are left out`
    const what = `the line has ${text.length} characters; ${after}`
    reportLoss({ ...line, column: LINE_CHARACTERS_MAX + 1 }, what, 'break the line')
    return replaceText(line, text.slice(0, LINE_CHARACTERS_MAX).toWellFormed())
  })
}

/** As few lines as possible; what is in none of them too long stays together. */
function joinPieces(pieces: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    const isFull = last === undefined || last.length + piece.length > LINE_CHARACTERS_MAX
    if (isFull) lines.push(piece)
    else lines[lines.length - 1] = last + piece
  }
  return lines
}
