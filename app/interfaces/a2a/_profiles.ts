import { memoize } from '../../contract/memo.ts'
import type { Registry, SkillEntry } from '../../contract/registry.ts'
import { type QuestionWord, readQuestionWords } from '../../docs/public_docs/mod.ts'
import { isAlike } from './_spelling.ts'

/** What the registry says about a skill, ready to compare with a request. */
export type Profile = {
  readonly skill: SkillEntry
  /** Its tags: the words that ask for this skill. */
  readonly tags: readonly Tag[]
  /** Words of name, description and examples by stem: they hint at this skill. */
  readonly hints: ReadonlyMap<string, number>
  /** First words of its examples, with their weights. */
  readonly openings: ReadonlyMap<string, number>
}

type Tag = { readonly words: readonly QuestionWord[]; readonly weight: number }

type Profiles = {
  readonly all: readonly Profile[]
  /** Words of all tags: they say what is wanted, not what it is about. */
  readonly intents: readonly QuestionWord[]
}

const TAG = 1
/** A tag of several words rarely matches by chance. */
const TAG_OF_WORDS = 1.25
/** `how do` and `where` frame a question: whatever else it names, it is of that kind. */
const TAG_OF_FUNCTION_WORDS = 1.75
/** Weight of a word in an example, if no other skill has it. */
export const HINT = 0.25
/** Weight of a word in name or description: examples also speak about much else. */
const OWN_WORD = 0.6
const OPENING_OF_ONE = 0.15
const OPENING_OF_TWO = 0.3

/** Profiles are made once for each registry: a new build brings new words (contract 1, rule 7). */
export const profilesOf = memoize(({ skills }: Registry): Profiles => {
  const share = {
    tags: sharesOf(skills.map((skill) => skill.tags.map(stemsOf))),
    hints: sharesOf(
      skills.map(({ name, description, examples }) => hintsOf([name, description, ...examples])),
    ),
    openings: sharesOf(skills.map(({ examples }) => examples.flatMap(openingsOf))),
  }
  const all = skills.map((skill): Profile => {
    const tags = new Map(skill.tags.map((tag) => [stemsOf(tag), readQuestionWords(tag)]))
    const openings = new Set(skill.examples.flatMap(openingsOf))
    return {
      skill,
      tags: [...tags].map(([stems, words]) => ({
        words,
        weight: weighTag(words) * share.tags(stems),
      })),
      hints: new Map([
        ...hintsOf(skill.examples).map((stem) => [stem, HINT * share.hints(stem)] as const),
        ...hintsOf([skill.name, skill.description]).map(
          (stem) => [stem, OWN_WORD * share.hints(stem)] as const,
        ),
      ]),
      openings: new Map(
        [...openings].map((each) => [each, weighOpening(each) * share.openings(each)]),
      ),
    }
  })
  const words = all.flatMap(({ tags }) => tags.flatMap((tag) => tag.words))
  const intents = [...new Map(words.map((word) => [word.text, word])).values()]
  return { all, intents }
})

/** A word that several skills claim says less about each of them, so they share its weight. */
function sharesOf(lists: readonly (readonly string[])[]): (key: string) => number {
  const counts = new Map<string, number>()
  for (const list of lists) {
    for (const key of new Set(list)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return (key) => 1 / (counts.get(key) ?? 1)
}

function weighTag(words: readonly QuestionWord[]): number {
  if (words.every((word) => word.isFunction)) return TAG_OF_FUNCTION_WORDS
  return words.length > 1 ? TAG_OF_WORDS : TAG
}

function weighOpening(opening: string): number {
  return opening.includes(' ') ? OPENING_OF_TWO : OPENING_OF_ONE
}

function stemsOf(text: string): string {
  return readQuestionWords(text)
    .map((word) => word.stem)
    .join(' ')
}

function hintsOf(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap(readQuestionWords)
  return words.filter((word) => !word.isFunction).map((word) => word.stem)
}

/** The first word of each clause of a request, and the first two. */
export function openingsOf(request: string): readonly string[] {
  return request.split(/[.,;:!?\n]+/).flatMap((clause) => {
    const [first, second] = readQuestionWords(clause)
    if (first === undefined) return []
    return second === undefined ? [first.text] : [first.text, `${first.text} ${second.text}`]
  })
}

/** Whether a word belongs to a tag: it says what is wanted, not what it is about. */
export function isIntent(word: QuestionWord, { intents }: Profiles): boolean {
  return intents.some((intent) => isAlike(word, intent))
}

/** A tag that is in a text, with the places of its words. */
export type TagMatch = {
  readonly profile: Profile
  readonly weight: number
  readonly at: readonly number[]
}

/** The tags that are in a text, except those that are part of a longer one. */
export function findTags(
  profiles: readonly Profile[],
  text: readonly QuestionWord[],
): readonly TagMatch[] {
  const all = profiles.flatMap((profile) =>
    profile.tags.flatMap(({ words, weight }): readonly TagMatch[] => {
      const at = placesOf(words, text)
      return at === undefined ? [] : [{ profile, weight, at }]
    }),
  )
  return all.filter((one) => !all.some((other) => isPartOf(one, other)))
}

function isPartOf({ at }: TagMatch, longer: TagMatch): boolean {
  return longer.at.length > at.length && at.every((place) => longer.at.includes(place))
}

/** Words that may come between two of a tag: `catch me up` is `catch up`. */
const WORDS_BETWEEN_MAX = 2

/** Where the words of a tag are in a text, in order and close together. */
function placesOf(
  tag: readonly QuestionWord[],
  text: readonly QuestionWord[],
): readonly number[] | undefined {
  // Function words, such as `how do`, frame a question only when they are adjacent.
  const between = tag.every((word) => word.isFunction) ? 0 : WORDS_BETWEEN_MAX
  for (const start of text.keys()) {
    const places = placesFrom(start, tag, text, between)
    if (places !== undefined) return places
  }
  return undefined
}

function placesFrom(
  start: number,
  tag: readonly QuestionWord[],
  text: readonly QuestionWord[],
  between: number,
): readonly number[] | undefined {
  const places: number[] = []
  for (const each of tag) {
    const last = places.at(-1)
    const from = last === undefined ? start : last + 1
    const to = last === undefined ? start : last + 1 + between
    const at = text.findIndex((word, of) => of >= from && of <= to && isAlike(word, each))
    if (at < 0) return undefined
    places.push(at)
  }
  return places
}
