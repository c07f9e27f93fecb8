import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'

/** Follows code through lines: fences, and `<pre>` with what it shows. */
export function createCodeFollower(): (text: string) => boolean {
  const isFence = createFenceFollower()
  let inPre = false
  return (text) => {
    if (!inPre && isFence(text)) return true
    if (!inPre && !/<pre\b/.test(text)) return false
    inPre = text.lastIndexOf('</pre>') < text.lastIndexOf('<pre')
    if (!text.includes('<pre')) inPre = !text.includes('</pre>')
    return true
  }
}
