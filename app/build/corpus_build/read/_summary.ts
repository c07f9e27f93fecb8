import { DESCRIPTION_CHARACTERS_MAX, isDescriptive } from '../../../docs/model/page_text.ts'
import { type ParsedMarkdown, readInlineText } from '../../../text/source_text/markdown.ts'

/** Further sentences are taken up to this length: `llms.txt` shows no more of a description. */
const SUMMARY_CHARACTERS_FINE = 200

/** A shorter paragraph is a label or a badge, and says little about a page. */
const PARAGRAPH_WORDS_MIN = 4

/** Enough for any sentence; a generated paragraph may be huge. */
const PARAGRAPH_CHARACTERS_MAX = 4000

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Whole sentences from the first paragraph of a body; '' if it has none. */
export function summarizeBody(parsed: ParsedMarkdown): string {
  const paragraph = findFirstParagraph(parsed).slice(0, PARAGRAPH_CHARACTERS_MAX)
  let summary = ''
  for (const { segment } of sentences.segment(paragraph)) {
    const longer = summary + segment
    if (summary !== '' && countCharacters(longer.trim()) > SUMMARY_CHARACTERS_FINE) break
    summary = longer
  }
  return cutAtWord(summary.trim())
}

/** The first paragraph at the top level: text of a list or table makes no sense without it. */
function findFirstParagraph({ tokens }: ParsedMarkdown): string {
  let short = ''
  for (const [at, { type, level }] of tokens.entries()) {
    if (type !== 'paragraph_open' || level > 0) continue
    const paragraph = tokens[at + 1]
    const children = (paragraph?.children ?? []).filter((child) => child.type !== 'image')
    const text = readInlineText(children).replace(/\s+/g, ' ').trim()
    if (!isDescriptive(text, paragraph?.content ?? '')) continue
    if (text.split(' ').length >= PARAGRAPH_WORDS_MIN || isUnspaced(text)) return text
    if (short === '') short = text
  }
  return short
}

/** Some scripts put no spaces between words. */
function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]{8}/u.test(text)
}

function cutAtWord(text: string): string {
  if (countCharacters(text) <= DESCRIPTION_CHARACTERS_MAX) return text
  const start = [...text].slice(0, DESCRIPTION_CHARACTERS_MAX - 1).join('')
  return `${start.replace(/\s+\S*$/, '')}…`
}

function countCharacters(text: string): number {
  return [...text].length
}
