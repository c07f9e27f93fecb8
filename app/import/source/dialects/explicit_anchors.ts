import { classify, isFenced, readHeadingLine } from '../../markdown/line_classes.ts'
import { decodeEntities } from '../../markdown/plain_text.ts'

/** A heading of a source, and the anchors that stand in, above or below it. */
export type SourceHeading = {
  /** Its Markdown without attributes and anchors; '' for the text above the first heading. */
  readonly text: string
  readonly ids: readonly string[]
}

type Draft = { readonly text: string; readonly ids: string[] }

const SETEXT = /^ {0,3}(?:=+|-{2,})[ \t]*$/
const HTML_HEADING = /^\s*<h[1-6](?:\s[^>\n]*)?>([^\n]*?)<\/h[1-6]>/i
const ATTRIBUTES =
  /[ \t]*\\?\{:?[ \t]*((?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|[^\s{}"]+)|[ \t]+)+)\\?\}[ \t]*$/
const COMMENT_ID = /[ \t]*\{\s*\/\*\s*#?([\w:.-]+)\s*\*\/\s*\}[ \t]*$/
const ELEMENT_ID =
  /<(?:a\b[^<>]*?\s(?:id|name)|[a-z][\w-]*\b[^<>]*?\sid) ?=(?:"([^"<>\n]+)"|'([^'<>\n]+)')[^<>]*>/gi

/**
 * Anchors of a source by its headings, in order; the first entry is the top of the page. Knows
 * `{#id}`, `{ #id .c }`, `{: #id }`, `{/* #id *\/}`, and the `id` or `name` of an HTML element,
 * which belongs to the heading that follows at once, or else to the one above.
 */
export function readSourceAnchors(source: string): readonly SourceHeading[] {
  const headings: Draft[] = [{ text: '', ids: [] }]
  const waiting: string[] = []
  const lines = source.split('\n')
  const classes = classify(lines)
  for (const [at, line] of lines.entries()) {
    if (isFenced(classes[at])) continue
    const ids = [...line.matchAll(ELEMENT_ID)].map(([, double, single]) => {
      return decodeEntities(double ?? single ?? '')
    })
    const heading = readHeading(line, lines[at + 1] ?? '')
    if (heading !== undefined) {
      headings.push({ text: heading.text, ids: [...waiting.splice(0), ...ids, ...heading.ids] })
    } else if (isBare(line)) waiting.push(...ids)
    else headings.at(-1)?.ids.push(...waiting.splice(0), ...ids)
  }
  headings.at(-1)?.ids.push(...waiting)
  return headings
}

/** Whether a line has nothing but tags, so that a heading may still follow them. */
function isBare(line: string): boolean {
  return line.replace(/<[^>]*>/g, '').trim() === ''
}

function readHeading(line: string, next: string): SourceHeading | undefined {
  const html = HTML_HEADING.exec(line)?.[1]
  if (html !== undefined) return { text: html.replace(/<[^>]*>/g, ''), ids: [] }
  const atx = readHeadingLine(line)
    ?.text.trimEnd()
    .replace(/(?<![^ \t])#+$/, '')
    .trimEnd()
  const isSetext = atx === undefined && SETEXT.test(next) && /^ {0,3}[^\s>|#*+<-]/.test(line)
  if (atx === undefined && !isSetext) return undefined
  return cutHeadingAttributes(atx || line.trim())
}

/** The text of a heading without the attributes at its end, and the ids that they give it. */
function cutHeadingAttributes(text: string): SourceHeading {
  const comment = COMMENT_ID.exec(text)
  const found = comment ?? ATTRIBUTES.exec(text)
  const ids =
    comment === null
      ? [...(found?.[1] ?? '').matchAll(/(?:^|\s)#([^\s{}]+)/g)].map(([, id = '']) => id)
      : [comment[1] ?? '']
  const bare = found === null ? text : text.slice(0, found.index)
  return { text: bare.replace(/<\/?a\b[^>]*>/gi, '').trim(), ids }
}
