import type { ParsedMarkdown } from '../../../text/source_text/markdown.ts'
import { readHeadingLine } from '../../markdown/line_classes.ts'
import { stripMarkdown } from '../../markdown/plain_text.ts'
import { readSourceAnchors, type SourceHeading } from '../../source/dialects/explicit_anchors.ts'
import { createSlugNamer, type SlugFamily } from '../../source/dialects/slugs.ts'
import { type OutlinedText, outlineText } from './_outline.ts'

/** Anchors of an imported page, by every spelling that a link in the source may use. */
export type Anchors = {
  /** The anchor to write; '' is the top of the page; undefined if there is none. */
  find(wanted: string): string | undefined
}

/** What a body was converted from. */
type AnchorSource = {
  readonly body: string
  readonly title: string
  readonly family: SlugFamily
}

/** Anchors of a written body: its own, those of its source, and those that only resemble them. */
export function findAnchors(
  { headings, anchors }: Pick<ParsedMarkdown, 'headings' | 'anchors'>,
  source: AnchorSource,
): Anchors {
  const exact = new Set(anchors)
  // A second anchor of a heading was kept from the source, and means what it meant there.
  const kept = new Set(anchors).difference(new Set(headings.map(({ anchor }) => anchor)))
  const named = nameSourceAnchors(headings, source)
  const loose = new Map<string, string>()
  const add = (key: string, anchor: string) => {
    if (!loose.has(key)) loose.set(key, anchor)
  }
  for (const { anchor } of headings) add(lettersOf(anchor), anchor)
  add(lettersOf(source.title), '')
  for (const [id, anchor] of named) add(lettersOf(id), anchor)
  return {
    find: (wanted) => {
      if (wanted === '' || wanted === 'top') return ''
      const own = kept.has(wanted) ? wanted : named.get(wanted)
      if (own !== undefined) return own
      return exact.has(wanted) ? wanted : loose.get(lettersOf(wanted))
    },
  }
}

type WrittenHeading = { readonly text: string; readonly anchor: string }

/** Written anchors by the ids of the source; headings are matched by text, in order. */
function nameSourceAnchors(
  headings: readonly WrittenHeading[],
  { body, title, family }: AnchorSource,
): ReadonlyMap<string, string> {
  const written = new Map<string, string[]>()
  for (const { text, anchor } of headings) {
    const key = lettersOf(text)
    written.set(key, [...(written.get(key) ?? []), anchor])
  }
  const nameOf = createSlugNamer(family)
  const sources = readSourceAnchors(body)
  const take = createTaker(written, sources)
  const slugs = new Map<string, string>()
  const ids = new Map<string, string>()
  let current = ''
  for (const heading of sources) {
    const text = plainTextOf(heading)
    const key = lettersOf(text)
    const isTitle = text !== '' && key === lettersOf(title)
    const anchor = take(heading, key) ?? (isTitle || heading.text === '' ? '' : current)
    current = anchor
    if (heading.text !== '') {
      const slug = nameOf(text)
      if (!slugs.has(slug)) slugs.set(slug, anchor)
    }
    for (const id of heading.ids) if (!ids.has(id)) ids.set(id, anchor)
  }
  return new Map([...slugs, ...ids])
}

/** Finds what was written for each heading of a source; ask for them in their order. */
function createTaker<T>(
  written: ReadonlyMap<string, T[]>,
  sources: readonly SourceHeading[],
): (heading: SourceHeading, key: string) => T | undefined {
  // Of headings with the same words, the first is the title where there are too many of them.
  const surplus = new Map([...written].map(([key, left]) => [key, -left.length]))
  for (const heading of sources) {
    const key = lettersOf(plainTextOf(heading))
    const count = surplus.get(key)
    if (heading.text !== '' && count !== undefined) surplus.set(key, count + 1)
  }
  return ({ text }, key) => {
    const left = surplus.get(key) ?? 0
    if (left > 0) {
      surplus.set(key, left - 1)
      return undefined
    }
    const same = written.get(key)?.shift()
    if (same !== undefined || key === '' || !/<[A-Z]/.test(text)) return same
    // A component in a heading may have left words behind its own.
    const longer = [...written].find(([other, rest]) => rest.length > 0 && other.startsWith(key))
    return longer?.[1].shift()
  }
}

function plainTextOf({ text }: SourceHeading): string {
  return stripMarkdown(text.replace(/(`[^`]*`|\\.)|<[^>]*>/g, '$1'))
}

/** Generators differ in the punctuation and case of anchors, never in their letters. */
function lettersOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^\p{Alphabetic}\p{Number}]+/gu, '')
  return letters === '' ? text : letters
}

/** What can be an anchor of ours; the page itself uses the last ones. */
const KEPT_ID = /^(?!(?:page|search|fn|fnref):)[^\s{}"'<>&#\\`[\]|]+$/
const WRITTEN_IDS = /[ \t]+\{#[^\s{}]+(?:[ \t]+#[^\s{}]+)*\}$/

/**
 * A written body whose headings have the anchors of the source, where they differ from ours: links
 * from other sites then arrive where they did. Only what a heading of one line can hold.
 */
export function keepSourceAnchors(
  text: OutlinedText,
  source: Omit<AnchorSource, 'title'>,
): OutlinedText {
  const choices = chooseAnchors(text, source)
  // A heading that gets another anchor leaves its own to the heading that had it in the source.
  const left = choices.filter(({ anchor, wanted }) => !wanted.includes(anchor))
  const taken = new Set(text.outline().anchors).difference(
    new Set(left.map(({ anchor }) => anchor)),
  )
  const lines = text.body.split('\n')
  let isSame = true
  for (const { line, words, anchor, wanted } of choices) {
    const ids = wanted.filter((id) => id === anchor || !taken.has(id))
    for (const id of ids.length === 0 ? [anchor] : ids) taken.add(id)
    if (ids.every((id) => id === anchor)) continue
    isSame = false
    lines[line] = `${words} {${ids.map((id) => `#${id}`).join(' ')}}`
  }
  return isSame ? text : outlineText(lines.join('\n'))
}

type WrittenLine = { readonly anchor: string; readonly line: number }

/** A written heading, its line without what follows it, and the anchors that the source gave it. */
type AnchorChoice = WrittenLine & { readonly words: string; readonly wanted: readonly string[] }

function chooseAnchors(
  text: OutlinedText,
  { body, family }: Omit<AnchorSource, 'title'>,
): readonly AnchorChoice[] {
  const written = new Map<string, WrittenLine[]>()
  for (const { text: words, anchor, line } of text.outline().headings) {
    const key = lettersOf(words)
    written.set(key, [...(written.get(key) ?? []), { anchor, line }])
  }
  const nameOf = createSlugNamer(family)
  const sources = readSourceAnchors(body)
  const take = createTaker(written, sources)
  const lines = text.body.split('\n')
  return sources.flatMap((heading): readonly AnchorChoice[] => {
    if (heading.text === '') return []
    const plain = plainTextOf(heading)
    const slug = nameOf(plain)
    const found = take(heading, lettersOf(plain))
    // In an item of a list a heading still has the anchors that were written with it.
    const line = found === undefined ? '' : (lines[found.line] ?? '')
    const isHeading = (readHeadingLine(line)?.text.trim() ?? '') !== ''
    if (found === undefined || !isHeading) return []
    const words = line.trimEnd().replace(WRITTEN_IDS, '')
    const wanted = [...new Set([...heading.ids, slug])].filter((id) => KEPT_ID.test(id))
    return [{ ...found, words, wanted }]
  })
}
