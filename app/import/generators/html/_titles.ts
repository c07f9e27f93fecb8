import { stripMarkdown } from '../../markdown/plain_text.ts'
import type { HtmlPage } from './_pages.ts'
import type { SiteNames } from './_site_names.ts'

/** What a page is called, as far as its text does not say it. */
export type PageNames = {
  /** Undefined where its first heading is its title. */
  readonly title: string | undefined
  readonly description: string | undefined
  readonly updated: string | undefined
}

/** What Sphinx writes where a page has none. */
const NO_TITLE = '<no title>'
/** A description of more pages is one of the site. */
const DESCRIBED_PAGES_MAX = 3
/** The same day on so many pages is that on which the site was built. */
const BUILT_PAGES_MIN = 4
/** The first paragraphs of a page; what comes later says little of the whole. */
const PARAGRAPHS_MAX = 8
const PARAGRAPH_WORDS_MIN = 4
const TEXT_CHARACTERS_MAX = 10_000
const WORD = /[\p{Alphabetic}\p{Number}]+/gu

/**
 * Titles and descriptions of pages. What most pages share is that of the site; of several titles of
 * a page, one that no other page has comes first.
 */
export function namePages(
  pages: readonly HtmlPage[],
  { cutTitle }: SiteNames,
): (page: HtmlPage) => PageNames {
  const listTitles = ({ heading, metadata }: HtmlPage) => {
    const stated = [metadata.title, ...metadata.titles].map(cutTitle)
    return [heading, ...stated].map((title) => (title === NO_TITLE ? '' : title))
  }
  const lists = pages.map(listTitles)
  const counts = countEach(lists.flatMap((titles) => [...new Set(titles)]))
  const countOf = (title: string) => counts.get(title) ?? 0
  const descriptions = countEach(pages.map(({ metadata }) => metadata.description ?? ''))
  const paragraphs = countEach(pages.flatMap((page) => [...new Set(listParagraphs(page.text))]))
  const days = new Set(pages.map(({ metadata }) => metadata.updated))
  const isBuildDay = days.size === 1 && pages.length >= BUILT_PAGES_MIN
  return (page) => {
    const titles = listTitles(page).filter((title) => title !== '')
    const own = titles.filter((title) => countOf(title) * 2 <= Math.max(pages.length, 4))
    const title = own.find((each) => countOf(each) === 1) ?? own[0]
    const { description = '' } = page.metadata
    const isStated =
      description !== '' && (descriptions.get(description) ?? 0) <= DESCRIBED_PAGES_MAX
    const [first, ...more] = listParagraphs(page.text)
    const isShared = first !== undefined && (paragraphs.get(first) ?? 0) > 1
    // The importer takes the first paragraph; here is what to take where others begin the same way.
    const other = isShared ? (more.find((each) => paragraphs.get(each) === 1) ?? title) : undefined
    return {
      title: title === page.heading ? undefined : title,
      description: isStated ? description : other,
      updated: isBuildDay ? undefined : page.metadata.updated,
    }
  }
}

/** A title that the text has first, in a box of its own, is a heading for all who read the text. */
export function markTitle(text: string, title: string | undefined): string {
  const [first = ''] = text.split('\n', 1)
  const rest = text.slice(first.length)
  const isTitle = title !== undefined && /^(?:\n\n|$)/.test(rest) && !MARKED.test(first)
  return isTitle && stripMarkdown(first) === title ? `# ${text}` : text
}

/** Blocks with marks of their own: headings, quotes, tables, boxes, code, lists. */
const MARKED = /^(?:#|>|\||:::|```|~~~|[*+-] |\d+[.)] | )/

/** The first paragraphs of a text as plain words; the rest of a long text is not looked at. */
function listParagraphs(text: string): readonly string[] {
  const paragraphs: string[] = []
  for (const block of text.slice(0, TEXT_CHARACTERS_MAX).split('\n\n')) {
    if (MARKED.test(block)) continue
    const words = stripMarkdown(block)
    if ((words.match(WORD)?.length ?? 0) >= PARAGRAPH_WORDS_MIN) paragraphs.push(words)
    if (paragraphs.length === PARAGRAPHS_MAX) break
  }
  return paragraphs
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
