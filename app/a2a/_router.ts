import type { Operation } from '../contract/operations.ts'
import type { SkillEntry } from '../contract/registry.ts'
import type { AskedWord, Generation } from '../public_docs/mod.ts'
import { type NamedPage, namedPage } from './_mentions.ts'
import type { Profile } from './_profiles.ts'
import { type Request, requestOf } from './_request.ts'
import { isAlike } from './_spelling.ts'

/** Where a text leads, with what it names. Without a skill nothing answers but search itself. */
export type Route = {
  readonly skill: SkillEntry | undefined
  readonly page?: NamedPage
}

/** What search starts with: another skill must have said more than a hint to be chosen. */
const SEARCH_START = 0.6
/** Everybody looks for something: what asks for search outweighs no wish for something else. */
const SEARCH_WISH_MAX = 0.4
/** Words that may stand between two of a tag: `catch me up` is `catch up`. */
const WORDS_BETWEEN_MAX = 2
/** What search gains for each word that a page is named by. */
const SUBJECT = 0.07
const SUBJECTS_COUNTED_MAX = 3
/** What a request gains that names what the skill is about. */
const NAMED = 0.5
/** What a request gains that quotes the title of a page. */
const QUOTED = 0.9
/** What a request for a page loses that names none: it is rather a search for one. */
const UNNAMED = 0.25
/** What counts of a request whose words are all foreign to a skill with a subject of its own. */
const SUBJECT_SHARE = 0.5

/** What a foreign word counts that no page is named by. */
const UNKNOWN_SHARE = 0.3

/**
 * Chooses the skill of a plain text: deterministically, from what the registry says of each skill
 * and from the pages and capabilities that the text names. Unsure, it is a search, which cites.
 */
export async function routeText(text: string, generation: Generation): Promise<Route> {
  const { registry } = generation
  const page = await namedPage(text, generation)
  const reader = registry.skills.find((skill) => skill.operation === 'page')
  // An id or an address can mean one thing only, if it stands for a page.
  if (page?.kind === 'record' && reader !== undefined) return { skill: reader, page }
  const request = requestOf(text, page !== undefined, generation)
  let best: { readonly skill: SkillEntry | undefined; readonly score: number } = {
    skill: registry.skills.find((skill) => skill.operation === 'search'),
    score: SEARCH_START,
  }
  for (const profile of request.profiles.all) {
    const score = scoreOf(profile, request)
    if (score > best.score) best = { skill: profile.skill, score }
  }
  return page === undefined ? { skill: best.skill } : { skill: best.skill, page }
}

function scoreOf(profile: Profile, request: Request): number {
  const { operation } = profile.skill
  const said = evidenceOf(profile, request)
  const named = namedBonus(profile, request)
  if (operation === 'search') {
    const subjects = SUBJECT * Math.min(request.subjects.size, SUBJECTS_COUNTED_MAX)
    const wish = Math.min(said.tags, SEARCH_WISH_MAX)
    return SEARCH_START + wish + said.hints + said.opening + subjects
  }
  // A hint alone chooses nothing: somebody must have asked for the skill in its own words, or
  // have begun as its examples do and named what it is about.
  const isQuoted = operation === 'page' && request.pageQuoted
  if (said.tags === 0 && !(named > 0 && (said.opening > 0 || isQuoted))) return 0
  const foreign = foreignShare(profile, request)
  return (said.opening + said.tags + said.hints) * weightOf(operation, foreign) + named
}

type Evidence = { readonly tags: number; readonly hints: number; readonly opening: number }

function evidenceOf({ tags, hints, openings }: Profile, request: Request): Evidence {
  const { openings: said, unnamed } = request
  const stems = unnamed.map((word) => word.stem)
  let [tagged, hinted, opening] = [0, 0, 0]
  for (const { words, weight } of tags) if (standsIn(words, unnamed)) tagged += weight
  for (const [stem, weight] of hints) if (stems.includes(stem)) hinted += weight
  for (const words of said) opening = Math.max(opening, openings.get(words) ?? 0)
  return { tags: tagged, hints: hinted, opening }
}

/** Whether the words of a tag stand in a text in order, with little between them. */
function standsIn(tag: readonly AskedWord[], text: readonly AskedWord[]): boolean {
  const [first, ...others] = tag
  if (first === undefined) return false
  return text.some((word, at) => {
    if (!isAlike(word, first)) return false
    let from = at
    return others.every((other) => {
      const next = text.findIndex((each, of) => of > from && isAlike(each, other))
      const isNear = next > 0 && next - from <= WORDS_BETWEEN_MAX + 1
      from = next
      return isNear
    })
  })
}

/**
 * The share of telling words that neither this skill nor any tag knows. A word that pages are
 * named by is what a text is about; any other word of that kind is half a guess.
 */
function foreignShare({ hints }: Profile, { asked, topic, subjects }: Request): number {
  const telling = asked.filter((word) => !word.isFunction)
  if (telling.length === 0) return 0
  const foreign = topic
    .filter(({ stem }) => !hints.has(stem))
    .map(({ stem }) => (subjects.has(stem) ? 1 : UNKNOWN_SHARE))
  return foreign.reduce((sum, share) => sum + share, 0) / telling.length
}

/**
 * What evidence counts beside foreign words. Skills that take a subject expect them; a skill that
 * takes none is hardly meant by a text that has one.
 */
function weightOf(operation: Operation, foreign: number): number {
  switch (operation) {
    case 'search':
      return 1
    case 'page':
    case 'capability':
    case 'capabilities':
    case 'operation':
    case 'workflow':
    case 'event':
      return 1 - foreign * (1 - SUBJECT_SHARE)
    case 'status':
    case 'changes':
    case 'pages':
      return 1 - foreign
  }
}

function namedBonus({ skill }: Profile, request: Request): number {
  const { capabilityNamed, pageNamed, pageQuoted } = request
  switch (skill.operation) {
    case 'capability':
    case 'capabilities':
      return capabilityNamed ? NAMED : 0
    case 'page':
      if (pageQuoted) return QUOTED
      return pageNamed ? NAMED : -UNNAMED
    default:
      return 0
  }
}
