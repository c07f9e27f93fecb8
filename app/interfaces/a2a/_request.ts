import { normalizeQuery } from '../../contract/query.ts'
import { type QuestionWord, readQuestionWords, type Snapshot } from '../../docs/public_docs/mod.ts'
import { findCapabilities, findQuotedPage, findTitledPage, type NamedPage } from './_mentions.ts'
import { isIntent, openingsOf, profilesOf } from './_profiles.ts'
import { isAlike } from './_spelling.ts'

/** A plain text, and what is known about it before skills are weighed. */
export type TextRequest = {
  readonly openings: readonly string[]
  /** The request without the names of its subjects: they ask for no skill. */
  readonly unnamed: readonly QuestionWord[]
  /** Its content words that neither ask for a skill nor name anything. */
  readonly about: readonly QuestionWord[]
  /** Stems of the words in it that page titles have. */
  readonly subjects: ReadonlySet<string>
  /** How many of its words are more than function words. */
  readonly contentCount: number
  readonly namesCapability: boolean
  /** A title is in quotes, which mark it as a name. */
  readonly isQuoted: boolean
  /** The page that it names by id, in quotes, or by its title alone. */
  readonly page: NamedPage | undefined
}

/** Reads a text: its words, and what it names. `mentioned` is the page whose id is in it. */
export function readRequest(
  text: string,
  mentioned: NamedPage | undefined,
  snapshot: Snapshot,
): TextRequest {
  const asked = readQuestionWords(text)
  const topic = topicOf(asked, snapshot)
  const subjects = subjectsOf(topic, snapshot)
  const quoted = findQuotedPage(text, snapshot)
  const titled =
    mentioned === undefined ? findTitledPage(asked, topic, subjects, snapshot) : undefined
  const record = quoted ?? titled
  const capabilities = findCapabilities(asked, snapshot.capabilities(), 1)
  const named = [...capabilities, ...(record === undefined ? [] : [record])]
  const names = collectNameWords(named, snapshot)
  const isName = (word: QuestionWord) => names.some((name) => isAlike(word, name))
  return {
    openings: openingsOf(text),
    unnamed: asked.filter((word) => !isName(word)),
    about: topic.filter((word) => !isName(word)),
    subjects,
    contentCount: asked.filter((word) => !word.isFunction).length,
    namesCapability: capabilities.length > 0,
    isQuoted: quoted !== undefined,
    page: mentioned ?? (record === undefined ? undefined : { kind: 'record', record }),
  }
}

/** Words of names. A name made of tag words is not one: a changelog page may be called that. */
function collectNameWords(
  named: readonly { readonly title: string }[],
  snapshot: Snapshot,
): readonly QuestionWord[] {
  return named
    .map(({ title }) => readQuestionWords(title).filter((word) => !word.isFunction))
    .filter((words) => words.some((word) => !isIntent(word, profilesOf(snapshot.registry))))
    .flat()
}

/** Words that are looked up as subjects: each costs a search. */
const SUBJECTS_MAX = 12

/** A title of more words lists several things: one of them alone does not name the page. */
const TITLE_WORDS_MAX = 3

/** Words that page titles are about: for each, the title of the best page is checked. */
function subjectsOf(topic: readonly QuestionWord[], snapshot: Snapshot): ReadonlySet<string> {
  const held = topic.slice(0, SUBJECTS_MAX).filter((word) => {
    const title = snapshot.search(normalizeQuery(word.text), 1).records[0]?.title ?? ''
    const words = readQuestionWords(title).filter(({ isFunction }) => !isFunction)
    return words.length <= TITLE_WORDS_MAX && words.some((titled) => isAlike(word, titled))
  })
  return new Set(held.map(({ stem }) => stem))
}

/** What a request is about: its words without those that ask for a skill. */
export function topicOf(
  asked: readonly QuestionWord[],
  snapshot: Snapshot,
): readonly QuestionWord[] {
  const profiles = profilesOf(snapshot.registry)
  return asked.filter((word) => !word.isFunction && !isIntent(word, profiles))
}
