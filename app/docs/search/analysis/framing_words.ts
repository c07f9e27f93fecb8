import { normalizeQuery } from '../../../contract/query.ts'
import { listAskingWords } from './_asking_words.ts'
import { foldWord } from './characters.ts'
import { listFunctionWords, stemWord } from './languages.ts'
import { parseQuery, type Query, type QueryWord } from './query.ts'

/** Tells the framing words of a language from content words. */
export type Framing = {
  /** Framing in every query: function words, and a few words of asking. */
  readonly always: ReadonlySet<string>
  /** Framing in a question only, which one of the markers makes it. */
  readonly inQuestion: ReadonlySet<string>
  /** Those of them that a question is never about: verbs of asking. */
  readonly verbs: ReadonlySet<string>
  readonly markers: ReadonlySet<string>
}

/** What a query is about. */
type Content = {
  /** The content words. */
  readonly words: readonly QueryWord[]
  /** The same in order, with repeats. */
  readonly sequence: readonly string[]
  /** The other words, which only frame the query. */
  readonly framing: ReadonlySet<string>
}

/** Words that a question may begin with: "list the settings", "show me how". */
const COMMANDS = splitWords('show give list find explain describe tell name get')
const AFTER_COMMAND = splitWords('me us the all a an every how what which where')

/** "Open the full text of the page on limits": what asks so, and what names a page. */
const OPENINGS = splitWords('open read fetch load print display send')
const PAGES = splitWords('page pages article articles section sections chapter document')
const BEFORE_TOPIC = splitWords('about on for called named titled')

/** Hiragana, and the characters with which Chinese asks and joins. */
const FRAMING_CHARACTERS = /[\p{sc=Hiragana}么吗的是哪请怎呢了何谁]/u
const HANGUL = /^\p{sc=Hangul}/u
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

const NONE: ReadonlySet<string> = new Set()

/** The framing words of a language. */
export function createFraming(language: string): Framing {
  const asking = listAskingWords(language)
  const functionWords = listFunctionWords(language).flatMap((word) => word.split(/['’]/))
  return {
    always: new Set([...functionWords.map(foldWord), ...splitWords(asking.always)]),
    inQuestion: splitWords(`${asking.inQuestion} ${asking.verbs}`),
    verbs: splitWords(asking.verbs),
    markers: splitWords(asking.markers),
  }
}

/** Finds the content words of a query. One that has only framing words is about those. */
export function selectContent(query: Query, framing: Framing): Content {
  const { words, sequence, isTight } = query
  // An identifier is one name: none of its words frames another.
  const isName = isTight && !sequence.some((word) => IDEOGRAPH.test(word))
  const content = isName ? words : selectWords(query, framing)
  if (content.length === words.length) return { words, sequence, framing: NONE }
  const kept = new Set(content)
  const others = new Set(words.filter((word) => !kept.has(word)).map(({ text }) => text))
  const left = sequence.filter((text) => !others.has(text) && !FRAMING_CHARACTERS.test(text))
  return { words: content, sequence: left, framing: others }
}

/** The content words of a phrase in order, as a query of it has them. */
export function listContent(phrase: string, framing: Framing): readonly string[] {
  return selectContent(parseQuery(normalizeQuery(phrase)), framing).sequence
}

function selectWords({ words, sequence }: Query, framing: Framing): readonly QueryWord[] {
  const [first = '', second = ''] = sequence
  const isCommand = COMMANDS.has(first) && AFTER_COMMAND.has(second)
  const pointing = isCommand || OPENINGS.has(first) ? listPointing(sequence) : NONE
  const known = words.filter(
    ({ text }) =>
      !isIn(framing.always, text) && !FRAMING_CHARACTERS.test(text) && !pointing.has(text),
  )
  const isQuestion = isCommand || sequence.some((word) => isIn(framing.markers, word))
  const content = isQuestion
    ? known.filter(({ text }) => !isIn(framing.inQuestion, text) && !(isCommand && text === first))
    : known
  if (content.length > 0) return content
  // "How does Get help work": words of asking may be the name of a page, but not the verb.
  const named = isQuestion ? known.filter(({ text }) => !isIn(framing.verbs, text)) : known
  return [named, known].find((each) => each.length > 0) ?? words
}

/** Whether a list has a word; it has one form of a Korean word, which stands with particles. */
function isIn(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || (HANGUL.test(word) && list.has(stemWord(word)))
}

/** The words of a command that only point to a page, which it names afterwards. */
function listPointing(sequence: readonly string[]): ReadonlySet<string> {
  const at = sequence.findIndex(
    (word, at) => PAGES.has(word) && BEFORE_TOPIC.has(sequence[at + 1] ?? ''),
  )
  if (at === -1 || at + 2 >= sequence.length) return NONE
  return new Set(sequence.slice(0, at + 2)).difference(new Set(sequence.slice(at + 2)))
}

function splitWords(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
