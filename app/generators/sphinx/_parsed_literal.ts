import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { findEmphasisMarks } from '../../source_text/emphasis_marks.ts'
import { isLinkTarget } from './_myst_links.ts'
import type { PageContext } from './_page.ts'

const ROLE = /\{[\w:+.-]{1,60}\}`([^`\n]{1,300})`/g
const CODE = /(?<!`)(`+)(?!`)[^\n]{1,300}?(?<!`)\1(?!`)/g
const LINK = /\[([^[\]\n]{1,300})\]\(<?([^()<>\s]{1,300})>?(?:\s+"[^"\n]{0,300}")?\)/g

type Edit = { readonly start: number; readonly end: number; readonly words: string }

/**
 * A line of code that MyST reads as text: without roles, links that lead somewhere, and stars of
 * emphasis. Code is full of signs that only look like these: all else stays as written.
 */
export function readParsedLine(line: SourceLine, context: PageContext): string {
  const { text } = line
  const roles = findAll(text, ROLE).map(([words = '', start, end]) => ({ start, end, words }))
  const bare = findAll(hide(text, roles), CODE).map(([, start, end]) => ({ start, end, words: '' }))
  const masked = hide(text, [...roles, ...bare])
  const links = findAll(masked, LINK).flatMap(([words = '', start, end, href = '']) => {
    // A line that is nothing but a link is one, even if it leads nowhere.
    const isAlone = masked.trim().length === end - start
    if (!isAlone && !isLinkTarget(href, line, context)) return []
    const inner = { ...line, text: text.slice(start + 1, start + 1 + words.length) }
    return [{ start, end, words: readParsedLine(inner, context) }]
  })
  return applyEdits(text, [...roles, ...links, ...findStars(hide(masked, links))])
}

type Match = readonly [
  first: string | undefined,
  start: number,
  end: number,
  second: string | undefined,
]

function findAll(text: string, pattern: RegExp): readonly Match[] {
  return [...text.matchAll(pattern)].map((found): Match => {
    const [whole, first, second] = found
    return [first, found.index, found.index + whole.length, second]
  })
}

/** A text of the same length, where what is done is neither a mark nor a letter at its ends. */
function hide(text: string, done: readonly Edit[]): string {
  return applyEdits(
    text,
    done.map(({ start, end }) => ({ start, end, words: `(${'x'.repeat(end - start - 2)})` })),
  )
}

/** The stars that make emphasis; the underscores of `__init__` are part of a name. */
function findStars(text: string): readonly Edit[] {
  const stars = findEmphasisMarks(text).filter((mark) => mark.text.startsWith('*'))
  return stars.map(({ start, end }) => ({ start, end, words: '' }))
}

/** The outer edit counts where one is in the other. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let [written, at] = ['', 0]
  for (const { start, end, words } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    written += text.slice(at, start) + words
    at = end
  }
  return written + text.slice(at)
}
