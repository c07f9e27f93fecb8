import type { SkillEntry } from '../../contract/registry.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { MODULES } from '../../docs/public_docs/operations/mod.ts'
import { findNamedPage, type NamedPage } from './_mentions.ts'
import { findTags, type Profile, profilesOf, type TagMatch } from './_profiles.ts'
import { readRequest, type TextRequest } from './_request.ts'

/** Where a text leads, with what it names. Without a skill, plain search answers. */
export type Route = {
  readonly skill: SkillEntry | undefined
  readonly page?: NamedPage
}

/** The least claim of a skill: a tag, or half of one that is shared and a hint. */
const FLOOR = 0.65
/** By how much the claim of a skill must exceed that of every other. */
const MARGIN = 0.25
/** Weight of naming a thing that a skill is about. */
const NAMED = 0.5
/** What a foreign word costs a skill that has a subject, since it may be the subject. */
const SUBJECT_SHARE = 0.5

/**
 * Chooses the skill for a plain text: deterministically, from what the registry says about each
 * skill and from the pages and capabilities that the text names. A skill other than search must be
 * asked for clearly: enough, and more than every other. Otherwise it is a search, which cites.
 */
export async function routeText(text: string, snapshot: Snapshot): Promise<Route> {
  const { skills } = snapshot.registry
  const mentioned = await findNamedPage(text, snapshot)
  const reader = skills.find((skill) => skill.operation === 'page')
  // An id or an address of a page can mean only one thing.
  if (mentioned?.kind === 'record' && reader !== undefined) {
    return { skill: reader, page: mentioned }
  }
  const request = readRequest(text, mentioned, snapshot)
  const sure = findSureSkill(request, profilesOf(snapshot.registry).all)
  const skill = sure ?? skills.find((each) => each.operation === 'search')
  return request.page === undefined ? { skill } : { skill, page: request.page }
}

function findSureSkill(request: TextRequest, profiles: readonly Profile[]): SkillEntry | undefined {
  const matches = findTags(profiles, request.unnamed)
  const claims = profiles
    .map((profile) => ({ skill: profile.skill, claim: claimOf(profile, request, matches) }))
    .sort((one, other) => other.claim - one.claim)
  const [best, next] = claims
  if (best === undefined || best.claim < FLOOR) return undefined
  return best.claim - (next?.claim ?? 0) < MARGIN ? undefined : best.skill
}

/** How much a request asks for a skill; 0 if it lacks what the skill needs. */
function claimOf(profile: Profile, request: TextRequest, matches: readonly TagMatch[]): number {
  const tags = weighTags(profile, matches)
  const opening = Math.max(0, ...request.openings.map((words) => profile.openings.get(words) ?? 0))
  const claim = tags + opening + weighHints(profile, request)
  const foreign = measureForeignShare(profile, request)
  switch (MODULES[profile.skill.operation].subject) {
    case 'anything':
      // Its name and description speak of pages and questions, as most texts do.
      return tags + opening
    case 'page':
      // A title in quotes is certainly a name, which is enough to read the page.
      return request.page === undefined ? 0 : claim + (request.isQuoted ? FLOOR : NAMED)
    case 'capability':
      return request.namesCapability
        ? claim * (1 - foreign * SUBJECT_SHARE) + NAMED
        : claim * (1 - foreign)
    case 'corpus':
      return claim * (1 - foreign)
    case 'entry':
      return claim * (1 - foreign * SUBJECT_SHARE)
  }
}

/** The tags of a skill that matched: each further one weighs half as much as the one before. */
function weighTags(profile: Profile, matches: readonly TagMatch[]): number {
  return matches
    .filter((each) => each.profile === profile)
    .map(({ weight }) => weight)
    .sort((one, other) => other - one)
    .reduce((sum, weight, at) => sum + weight / 2 ** at, 0)
}

function weighHints({ hints }: Profile, { unnamed }: TextRequest): number {
  const stems = new Set(unnamed.map(({ stem }) => stem))
  return [...stems].reduce((sum, stem) => sum + (hints.get(stem) ?? 0), 0)
}

/** Weight of a foreign word that no page title has: it is half a guess. */
const UNKNOWN_SHARE = 0.5

/** The share of content words that neither this skill nor any tag nor a name knows. */
function measureForeignShare(
  { hints }: Profile,
  { about, subjects, contentCount }: TextRequest,
): number {
  if (contentCount === 0) return 0
  const foreign = about
    .filter(({ stem }) => !hints.has(stem))
    .map(({ stem }) => (subjects.has(stem) ? 1 : UNKNOWN_SHARE))
  return foreign.reduce((sum, share) => sum + share, 0) / contentCount
}
