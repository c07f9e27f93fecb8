import type { Attribute } from './_tags.ts'
import { dedent, followFence, openFence } from './line_classes.ts'

/** A piece of a Markdown or MDX source; the pieces cover the whole source. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'text' }
  | { readonly kind: 'code' }
  | { readonly kind: 'indented' }
  | { readonly kind: 'comment' }
  | { readonly kind: 'module' }
  | { readonly kind: 'expression' }
  | { readonly kind: 'anchor' }
  | { readonly kind: 'fence'; readonly fence: Fence }
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: readonly Attribute[]
      readonly selfClosing: boolean
    }
  | { readonly kind: 'close'; readonly name: string }
)

/** A fenced code block of the source, without the indentation of its container. */
export type Fence = {
  /** Text before the fence on its line: spaces, `>` and list markers. */
  readonly prefix: string
  /** Opening line without the prefix, content lines dedented, closing line. */
  readonly lines: readonly string[]
}

/** Reads the fenced code block whose opening line begins at `start`, and the offset after it. */
export function readFence(
  source: string,
  start: number,
): { readonly fence: Fence; readonly end: number } | undefined {
  const endOf = (from: number) => {
    const feed = source.indexOf('\n', from)
    return feed === -1 ? source.length : feed
  }
  const first = source.slice(start, endOf(start))
  const marks = openFence(first)
  if (marks === undefined) return undefined
  const { prefix, mark, column } = marks
  const lines = [first.slice(prefix.length).trimEnd()]
  let from = start + first.length + 1
  while (from < source.length) {
    const end = endOf(from)
    const line = followFence(marks, source.slice(from, end))
    if (line === undefined) break
    from = end + 1
    lines.push(line.isEnd ? line.text.trim() : dedent(line.text, column))
    if (line.isEnd) return { fence: { prefix, lines }, end: Math.min(from, source.length) }
  }
  return { fence: { prefix, lines: [...lines, mark] }, end: Math.min(from, source.length) }
}

/** Whether the line above one has no text. */
export function isAfterBlank(source: string, start: number): boolean {
  const above = source.lastIndexOf('\n', start - 2) + 1
  return start - above > 0 && source.slice(above, start).trim() === ''
}
