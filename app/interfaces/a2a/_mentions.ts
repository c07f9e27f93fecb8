import type { Capability } from '../../contract/corpus.ts'
import { PAGE_ID_PATTERN, type PageRecord } from '../../contract/page.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { type QuestionWord, readQuestionWords, type Snapshot } from '../../docs/public_docs/mod.ts'
import { findTags, HINT, isIntent, type Profile, profilesOf } from './_profiles.ts'
import { isAlike } from './_spelling.ts'

/** A page that a text names unambiguously. */
export type NamedPage =
  | { readonly kind: 'record'; readonly record: PageRecord }
  | { readonly kind: 'unknown'; readonly name: string }

const PAGE_ID = new RegExp(PAGE_ID_PATTERN)

/** Tokens of a text that are looked up as ids: each lookup costs a read. */
const IDS_LOOKED_UP_MAX = 4

/** The page whose id or address is in a text; ids are looked up, never parsed (contract 2). */
export async function findNamedPage(
  text: string,
  snapshot: Snapshot,
): Promise<NamedPage | undefined> {
  const tokens = text.split(/\s+/).map(stripMarks)
  for (const token of tokens) {
    const record = snapshot.recordAtAddress(token)
    if (record !== undefined) return { kind: 'record', record }
  }
  const ids = tokens.filter((token) => PAGE_ID.test(token)).slice(0, IDS_LOOKED_UP_MAX)
  for (const id of ids) {
    const found = await snapshot.page(id)
    if (found.ok) return { kind: 'record', record: found.value.record }
  }
  return ids[0] === undefined ? undefined : { kind: 'unknown', name: ids[0] }
}

/** A token without the punctuation around it. */
function stripMarks(token: string): string {
  return token.replace(/^[("'`<[]+|[)"'`>\],.;:!?]+$/g, '')
}

/** The page whose whole title a text quotes. */
export function findQuotedPage(text: string, snapshot: Snapshot): PageRecord | undefined {
  const quotes = [...text.matchAll(QUOTED)].slice(0, QUOTES_LOOKED_UP_MAX)
  for (const [, first, second] of quotes) {
    const title = readQuestionWords(first ?? second ?? '')
      .map((word) => word.text)
      .join(' ')
    const { records } = snapshot.search(normalizeQuery(title), 1)
    const found = records.find((record) => {
      const words = readQuestionWords(record.title).map((word) => word.text)
      return words.join(' ') === title
    })
    if (found !== undefined) return found
  }
  return undefined
}

const QUOTED = /["“«„]([^"“”«»„]{2,120})["”»“]|(?<!\p{L})'([^']{2,120})'(?!\p{L})/gu
const QUOTES_LOOKED_UP_MAX = 4

/** How much of a name is in a request, from 0 to 1; function words do not count. */
function measureShare(name: string, request: readonly QuestionWord[]): number {
  const words = readQuestionWords(name)
  const content = words.filter((word) => !word.isFunction)
  const counted = content.length > 0 ? content : words
  const met = counted.filter((word) => request.some((each) => isAlike(each, word)))
  return counted.length === 0 ? 0 : met.length / counted.length
}

/** The capabilities that a request names best; `least` is the share that must be there. */
export function findCapabilities(
  request: readonly QuestionWord[],
  capabilities: readonly Capability[],
  least: number,
): readonly Capability[] {
  const scored = capabilities.map((capability) => {
    const byId = measureShare(capability.id.replaceAll('_', ' '), request)
    return { capability, share: Math.max(measureShare(capability.title, request), byId) }
  })
  const most = Math.max(0, ...scored.map(({ share }) => share))
  if (most < least) return []
  return scored.filter(({ share }) => share === most).map(({ capability }) => capability)
}

const PAGES_COMPARED_MAX = 5
/** How much of a title the topic of a request must cover if the title is not there in full. */
const TITLE_SHARE_MIN = 0.6

/**
 * The page whose title a request asks to read. A request with another subject besides the title is
 * a question about both, so it does not clearly mean one page.
 */
export function findTitledPage(
  asked: readonly QuestionWord[],
  topic: readonly QuestionWord[],
  subjects: ReadonlySet<string>,
  snapshot: Snapshot,
): PageRecord | undefined {
  const profiles = profilesOf(snapshot.registry)
  const reader = profiles.all.find(({ skill }) => skill.operation === 'page')
  if (reader === undefined) return undefined
  const content = asked.filter((word) => !word.isFunction)
  const asksTwice = findTags([reader], asked).length > 1
  const isMeant = (name: readonly QuestionWord[]) => asksTwice || isGoverned(name, content, reader)
  const query = topic.filter(({ stem }) => subjects.has(stem)).map((word) => word.text)
  const isAsked = ({ title }: PageRecord) => {
    const titled = readQuestionWords(title).filter((word) => !word.isFunction)
    const rest = topic.filter((word) => !includesWord(titled, word))
    const isElse = rest.some(({ stem }) => subjects.has(stem) && !reader.hints.has(stem))
    if (isElse || titled.every((word) => isIntent(word, profiles))) return false
    if (titled.every((word) => includesWord(asked, word))) return isMeant(titled)
    return rest.length === 0 && topic.length > titled.length * TITLE_SHARE_MIN && isMeant(topic)
  }
  const findAmong = (words: readonly string[]) =>
    snapshot.search(normalizeQuery(words.join(' ')), PAGES_COMPARED_MAX).records.find(isAsked)
  // A title may consist of words that also ask for a skill: the whole request finds those.
  return findAmong(query) ?? findAmong(content.map((word) => word.text))
}

function includesWord(words: readonly QuestionWord[], word: QuestionWord): boolean {
  return words.some((each) => isAlike(word, each))
}

/** Whether a name is there verbatim: long enough to be sure, or beside a word that asks to read. */
function isGoverned(
  name: readonly QuestionWord[],
  content: readonly QuestionWord[],
  { hints, tags }: Profile,
): boolean {
  const at = content.findIndex((_, from) => {
    return name.every((word, of) => content[from + of]?.stem === word.stem)
  })
  if (at < 0) return false
  const asks = tags.flatMap(({ words }) => words.filter((word) => !word.isFunction))
  return (
    name.length > 1 ||
    [content[at - 1], content[at + name.length]].some((word) => {
      return word !== undefined && (includesWord(asks, word) || (hints.get(word.stem) ?? 0) >= HINT)
    })
  )
}
