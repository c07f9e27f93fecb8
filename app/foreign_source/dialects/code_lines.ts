const FENCE = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(`{3,}(?!.*`)|~{3,})/
const CLOSE = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/

/** Follows fences through lines: whether each line is one of a fenced block, its marks included. */
export function createFenceFollower(): (text: string) => boolean {
  let open = ''
  return (text) => {
    if (open !== '') {
      const mark = CLOSE.exec(text)?.[1] ?? ''
      if (mark.startsWith(open)) open = ''
      return true
    }
    open = FENCE.exec(text)?.[1] ?? ''
    return open !== ''
  }
}
