import { LIMITS } from '../../../contract/limits.ts'
import { isDescriptive } from '../../../docs/model/page_text.ts'
import { type ParsedMarkdown, readInlineText } from '../../../text/source_text/markdown.ts'
import { cutText, stripMarkdown } from '../../markdown/plain_text.ts'
import { cleanLine } from '../../source/files/front_matter.ts'
import { wordsOf } from '../../source/site_addresses.ts'
import { type OutlinedText, outlineText, removeHeading } from './_outline.ts'

/** A body without the heading that is its title. */
type TitledBody = {
  readonly title: string
  readonly cut: boolean
  readonly text: OutlinedText
  /** Whether a heading of the text was its title. */
  readonly isHeading?: boolean
}

type TitleSources = {
  /** Of the front matter, or what the generator says. */
  readonly given: string | undefined
  /** What the menu calls the page. */
  readonly label: string | undefined
  readonly file: string
  /** The heading that most pages open with names their site. */
  readonly shared?: string | undefined
  /** Whether a heading of any level may be the title, as on a page of HTML without another. */
  readonly takesAnyHeading?: boolean
}

const OPENS_WITH_HEADING = /^\s*(?:#|[^\n]+\n *(?:=+|-+)[ \t]*(?:\n|$))/

/** The given title, else the first heading of level 1, that of the menu or that of the file. */
export function extractTitle(body: string, sources: TitleSources): TitledBody {
  const { given, label, file, shared, takesAnyHeading = false } = sources
  const text = outlineText(body)
  if (given !== undefined && !OPENS_WITH_HEADING.test(body)) {
    return shortenTitle(stripMarkdown(given) || given, text)
  }
  const { headings } = text.outline()
  const first = headings[0]
  const lines = body.split('\n')
  const opens = (line: number) => lines.slice(0, line).every((each) => each.trim() === '')
  const takeWords = (words: string) => {
    const title = stripMarkdown(words) || words
    const repeats = first !== undefined && opens(first.line) && isSame(first.text, title)
    return shortenTitle(title, repeats ? removeHeading(text, first) : text)
  }
  if (given !== undefined) return takeWords(given)
  const top = headings.find(({ level }) => level === 1)
  const heading = top ?? (takesAnyHeading ? first : undefined)
  const words = heading === undefined ? '' : cleanLine(heading.text)
  if (heading === undefined || words === '') return takeWords(label || nameOf(file))
  const goes = heading.level === 1 || opens(heading.line)
  const rest = goes ? removeHeading(text, heading) : text
  if (words === shared) return extractTitle(rest.body, { ...sources, shared: undefined })
  return { ...shortenTitle(words, rest), isHeading: true }
}

function shortenTitle(title: string, text: OutlinedText): TitledBody {
  const clean = cleanLine(title)
  const cut = [...clean].length > LIMITS.titleCharactersMax
  return { title: cut ? cutText(clean, LIMITS.titleCharactersMax) : clean, text, cut }
}

function isSame(one: string, other: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{Alphabetic}\p{Number}]+/gu, '')
  return letters(one) === letters(other) && letters(one) !== ''
}

/** `getting-started.md` is "Getting started"; an index is named after its folder. */
function nameOf(file: string): string {
  const segments = file.split('/')
  if (/^(_?index|readme)\.\w+$/i.test(segments.at(-1) ?? '') && segments.length > 1) segments.pop()
  return wordsOf((segments.at(-1) ?? '').replace(/^\d{1,3}[-_.]/, '')) || 'Untitled'
}

/** The given description, else the first paragraph, else the title. */
export function summarize(given: string | undefined, body: ParsedMarkdown, title: string): string {
  const text = given === undefined ? findFirstParagraph(body) : stripMarkdown(cutLong(given))
  const clean = cleanLine(text)
  return clean === '' ? title : cutText(clean, LIMITS.descriptionCharactersMax)
}

function cutLong(text: string): string {
  return text.slice(0, PARAGRAPH_CHARACTERS_MAX)
}

/** Enough for a description; a generated paragraph may be huge. */
const PARAGRAPH_CHARACTERS_MAX = 4000

/** Fewer words are a label or a badge and say little about a page. */
const SUMMARY_WORDS_MIN = 4

function findFirstParagraph({ tokens }: ParsedMarkdown): string {
  let depth = 0
  let short = ''
  for (const [at, token] of tokens.entries()) {
    // Text of a list or table makes no sense without it; text of a quote does.
    if (/^(bullet_list|ordered_list|table)_/.test(token.type)) depth += token.nesting
    if (token.type !== 'paragraph_open' || depth > 0) continue
    const paragraph = tokens[at + 1]
    // A row of badges says nothing of a page.
    const children = (paragraph?.children ?? []).filter(({ type }) => type !== 'image')
    const plain = cutLong(readInlineText(children))
    const isLabelled = /^\*\*[A-Z][a-z]+:\*\*/.test(paragraph?.content ?? '')
    const text = isLabelled ? plain.replace(/^\w+:\s*/, '') : plain
    if (!isDescriptive(text, paragraph?.content ?? '')) continue
    const words = text.match(/[\p{Alphabetic}\p{Number}]+/gu)?.length ?? 0
    if (words >= SUMMARY_WORDS_MIN) return text
    if (words > 0 && short === '') short = text
  }
  return short
}
