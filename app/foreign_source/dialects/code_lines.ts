import { widthOf } from '../../foreign_markup/fences.ts'
import { ListColumns } from '../../foreign_markup/list_columns.ts'

const FENCE = /^((?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(`{3,}(?!.*`)|~{3,})/
const CLOSE = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/

/** Follows fences through lines: whether each line is one of a fenced block, its marks included. */
export function createFenceFollower(): (text: string) => boolean {
  let open = ''
  let columns = 0
  return (text) => {
    if (open !== '') {
      const [, before = '', mark = ''] = CLOSE.exec(text) ?? []
      // Four columns further in than the block, a fence is code itself.
      if (mark.startsWith(open) && widthInQuote(before) < columns + 4) open = ''
      return true
    }
    const [, before = '', mark = ''] = FENCE.exec(text) ?? []
    open = mark
    columns = widthInQuote(before)
    return open !== ''
  }
}

const PRE = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*<pre\b/i

/** Follows code through lines: fences, and `<pre>` that begins a line, with what it shows. */
export function createCodeFollower(): (text: string) => boolean {
  const isFence = createFenceFollower()
  let inPre = false
  return (text) => {
    if (!inPre && isFence(text)) return true
    if (!inPre && !PRE.test(text)) return false
    inPre = !/<\/pre\s*>/i.test(text)
    return true
  }
}

/**
 * Follows indented code through lines, without those of other code: what stands four columns
 * further in than the text around it, below a blank line. A note has its text there, too.
 */
export function createIndentFollower(): (text: string) => boolean {
  const lists = new ListColumns()
  let mayBegin = true
  let isNote = false
  return (text) => {
    const isBlank = text.trim() === ''
    if (isBlank) mayBegin = true
    if (isBlank) return false
    const { column } = lists.read(text)
    if (column === 0) isNote = text.startsWith('[^')
    mayBegin &&= !isNote && column >= lists.inner + 4
    return mayBegin
  }
}

function widthInQuote(before: string): number {
  return widthOf(before.slice(before.lastIndexOf('>') + 1))
}
