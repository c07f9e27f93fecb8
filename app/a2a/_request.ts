import type { PageRecord } from '../contract/page.ts'
import { type AskedWord, type Generation, wordsAsked } from '../public_docs/mod.ts'
import { namedCapabilities, quotedPage, shareNamed } from './_mentions.ts'
import { openingsOf, type Profiles, profilesOf } from './_profiles.ts'
import { isAlike } from './_spelling.ts'

/** A plain text, and what is known of it before skills are weighed. */
export type Request = {
  readonly asked: readonly AskedWord[]
  readonly openings: readonly string[]
  /** What it is about: its words without those that ask for a skill. */
  readonly topic: readonly AskedWord[]
  /** The request without the names of what it is about: they ask for no skill. */
  readonly unnamed: readonly AskedWord[]
  readonly profiles: Profiles
  readonly subjects: ReadonlySet<string>
  readonly capabilityNamed: boolean
  readonly pageNamed: boolean
  /** A title stands in quotes, which say of themselves that it is a name. */
  readonly pageQuoted: boolean
}

/** Reads a text: its words, and what it names. `isId` tells that an id stands in it. */
export function requestOf(text: string, isId: boolean, generation: Generation): Request {
  const asked = wordsAsked(text)
  const capabilities = namedCapabilities(asked, generation.capabilities(), 1)
  const topic = topicOf(asked, generation)
  const quoted = quotedPage(text, generation)
  const page = quoted ?? (isId ? undefined : pageByTitle(topic, asked, generation))
  const names = [...capabilities, ...(page === undefined ? [] : [page])]
    .map(({ title }) => wordsAsked(title).filter((word) => !word.isFunction))
    // A name of one word is often the word that asks: a page on the changelog may have its name.
    .filter((words) => words.length > 1)
    .flat()
  const isName = (word: AskedWord) => names.some((name) => isAlike(word, name))
  return {
    asked,
    topic,
    openings: openingsOf(text),
    unnamed: asked.filter((word) => !isName(word)),
    profiles: profilesOf(generation.registry),
    subjects: subjectsOf(topic, generation, [
      ...capabilities,
      ...(quoted === undefined ? [] : [quoted]),
    ]),
    capabilityNamed: capabilities.length > 0,
    pageNamed: isId || page !== undefined || quoted !== undefined,
    pageQuoted: quoted !== undefined,
  }
}

/** Words that are looked up for that: each is a search. */
const SUBJECTS_MAX = 12
/**
 * Words that the titles of pages hold: for each, the best page is asked whether it does. What
 * names a capability or a page is no reason to look for others.
 */
function subjectsOf(
  topic: readonly AskedWord[],
  generation: Generation,
  named: readonly { readonly title: string }[],
): ReadonlySet<string> {
  const names = new Set(named.flatMap(({ title }) => wordsAsked(title).map(({ stem }) => stem)))
  const unnamed = topic.filter(({ stem }) => !names.has(stem))
  const held = unnamed.slice(0, SUBJECTS_MAX).filter((word) => {
    const title = generation.search(word.text, 1).records[0]?.title ?? ''
    return wordsAsked(title).some((titled) => isAlike(word, titled))
  })
  return new Set(held.map(({ stem }) => stem))
}

const PAGES_COMPARED_MAX = 5
const TITLE_SHARE_MIN = 0.99

function pageByTitle(
  topic: readonly AskedWord[],
  asked: readonly AskedWord[],
  generation: Generation,
): PageRecord | undefined {
  return topic.length === 0 ? undefined : titledPage(topic, asked, generation)
}

/**
 * The page of the best hits that a request names: its title stands in the request, or holds all
 * that the request is about.
 */
export function titledPage(
  topic: readonly AskedWord[],
  asked: readonly AskedWord[],
  generation: Generation,
): PageRecord | undefined {
  const query = topic.map((word) => word.text).join(' ')
  const { records } = generation.search(query, PAGES_COMPARED_MAX)
  return records.find(({ title }) => {
    if (shareNamed(title, asked) >= TITLE_SHARE_MIN) return true
    const titled = wordsAsked(title)
    return topic.every((word) => titled.some((each) => isAlike(word, each)))
  })
}

/** What a request is about: its words without those that ask for a skill. */
export function topicOf(asked: readonly AskedWord[], generation: Generation): readonly AskedWord[] {
  const profiles = profilesOf(generation.registry)
  return asked.filter((word) => !word.isFunction && !isIntent(word, profiles))
}

/** Whether a word is one of a tag: it says what is wanted, not what it is about. */
function isIntent(word: AskedWord, { intents }: Profiles): boolean {
  return intents.some((intent) => isAlike(word, intent))
}
