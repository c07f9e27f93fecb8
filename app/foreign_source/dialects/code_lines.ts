import { widthOf } from '../../foreign_markup/fences.ts'

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

function widthInQuote(before: string): number {
  return widthOf(before.slice(before.lastIndexOf('>') + 1))
}
