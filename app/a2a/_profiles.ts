import type { Registry, SkillEntry } from '../contract/registry.ts'
import { type AskedWord, wordsAsked } from '../public_docs/mod.ts'

/** What the registry says of a skill, ready to be compared with a request. */
export type Profile = {
  readonly skill: SkillEntry
  /** Its tags: the words that ask for this skill. */
  readonly tags: readonly Tag[]
  /** Words of name, description and examples by stem: they hint at this skill. */
  readonly hints: ReadonlyMap<string, number>
  /** First words of its examples, with what they weigh. */
  readonly openings: ReadonlyMap<string, number>
}

export type Tag = { readonly words: readonly AskedWord[]; readonly weight: number }

export type Profiles = {
  readonly all: readonly Profile[]
  /** Words of all tags: they say what is wanted, not what it is about. */
  readonly intents: readonly AskedWord[]
}

const TAG = 1
/** A tag of several words is rarely met by chance. */
const TAG_OF_WORDS = 1.25
/** `how do` and `where` carry many questions: they say little of what is wanted. */
const TAG_OF_FUNCTION_WORDS = 0.75
const HINT = 0.25
const OPENING_OF_ONE = 0.15
const OPENING_OF_TWO = 0.3

const made = new WeakMap<Registry, Profiles>()

/** Profiles are made once for each registry: a new build brings new words (contract 1, rule 7). */
export function profilesOf(registry: Registry): Profiles {
  const known = made.get(registry)
  if (known !== undefined) return known
  const { skills } = registry
  const share = {
    tags: sharesOf(skills.map((skill) => skill.tags.map(stemsOf))),
    hints: sharesOf(skills.map(hintsOf)),
    openings: sharesOf(skills.map(({ examples }) => examples.flatMap(openingsOf))),
  }
  const all = skills.map((skill): Profile => {
    const tags = new Map(skill.tags.map((tag) => [stemsOf(tag), wordsAsked(tag)]))
    const openings = new Set(skill.examples.flatMap(openingsOf))
    return {
      skill,
      tags: [...tags].map(([stems, words]) => ({
        words,
        weight: tagWeight(words) * share.tags(stems),
      })),
      hints: new Map(hintsOf(skill).map((stem) => [stem, HINT * share.hints(stem)])),
      openings: new Map(
        [...openings].map((each) => [each, openingWeight(each) * share.openings(each)]),
      ),
    }
  })
  const words = all.flatMap(({ tags }) => tags.flatMap((tag) => tag.words))
  const intents = [...new Map(words.map((word) => [word.text, word])).values()]
  const profiles = { all, intents }
  made.set(registry, profiles)
  return profiles
}

/** What several skills claim says less about each of them, so its weight is shared. */
function sharesOf(lists: readonly (readonly string[])[]): (key: string) => number {
  const counts = new Map<string, number>()
  for (const list of lists) {
    for (const key of new Set(list)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return (key) => 1 / (counts.get(key) ?? 1)
}

function tagWeight(words: readonly AskedWord[]): number {
  if (words.every((word) => word.isFunction)) return TAG_OF_FUNCTION_WORDS
  return words.length > 1 ? TAG_OF_WORDS : TAG
}

function openingWeight(opening: string): number {
  return opening.includes(' ') ? OPENING_OF_TWO : OPENING_OF_ONE
}

function stemsOf(text: string): string {
  return wordsAsked(text)
    .map((word) => word.stem)
    .join(' ')
}

function hintsOf({ name, description, examples }: SkillEntry): readonly string[] {
  const words = [name, description, ...examples].flatMap(wordsAsked)
  return words.filter((word) => !word.isFunction).map((word) => word.stem)
}

/** The first word of each clause of a request, and the first two. */
export function openingsOf(request: string): readonly string[] {
  return request.split(/[.,;:!?\n]+/).flatMap((clause) => {
    const [first, second] = wordsAsked(clause)
    if (first === undefined) return []
    return second === undefined ? [first.text] : [first.text, `${first.text} ${second.text}`]
  })
}
