import type { ReadQuery } from '../match/query_reading.ts'
import type { AskedPage } from '../match/questions.ts'
import type { ScoredPage } from './_best_pages.ts'
import { CLASS, RANK } from './rank_classes.ts'

/** What a page is found for by its text counts for its questions if it stands among so many. */
export const CLAIMED_AMONG = 10

/** Whether several pages claim a query: by a question, or as the title of the first by its text. */
export function isContested(asked: readonly AskedPage[], first: ScoredPage | undefined): boolean {
  return asked.length > 1 || claimsByTitle(asked, first)
}

type ShownPage = ScoredPage & { readonly units: readonly number[]; readonly together: number }

/** Puts the pages whose question a query asks before all others, but not before its title. */
export function putAskedFirst<Page extends ShownPage>(
  asked: readonly AskedPage[],
  pages: readonly Page[],
): readonly (Page | ShownPage)[] {
  if (asked.length === 0) return pages
  const [best] = pages
  const titled = best !== undefined && claimsByTitle(asked, best) ? [best] : []
  const lifted = asked.map(({ page, unit }) => {
    // Those further down are there with some limits and not with others.
    const known = pages.slice(0, CLAIMED_AMONG).find((each) => each.page === page)
    const { units, ...rest } = known ?? { page, score: 0, units: [], together: 0 }
    return {
      ...rest,
      units: unit === undefined ? units : [unit, ...units.filter((u) => u !== unit)],
    }
  })
  const before = new Set([...titled, ...lifted].map(({ page }) => page))
  return [...titled, ...lifted, ...pages.filter(({ page }) => !before.has(page))]
}

/** Those of several claimants that are found by their texts as well, in that order. */
export function keepFound(
  asked: readonly AskedPage[],
  found: readonly ScoredPage[],
): readonly AskedPage[] {
  const among = found.slice(0, CLAIMED_AMONG)
  return among.flatMap(({ page }) => asked.find((each) => each.page === page) ?? [])
}

/** Words that a question has are known, and taken as typed. */
export function leaveOutAsked(
  { found, content }: ReadQuery,
  asked: readonly AskedPage[],
  corrected: ReadQuery['found']['corrected'],
): Pick<ReadQuery['found'], 'unmatched' | 'corrected'> {
  const { unmatched } = found
  if (asked.length === 0) return { unmatched, corrected }
  const known = content.filter(({ text }) => asked.some(({ has }) => has(text)))
  const typed = new Set(known.map((word) => word.typed))
  const isLeft = (word: string) => known.length < content.length && !typed.has(word)
  return {
    unmatched: unmatched.filter(isLeft),
    corrected: new Map([...corrected].filter(([word]) => isLeft(word))),
  }
}

function claimsByTitle(asked: readonly AskedPage[], first: ScoredPage | undefined): boolean {
  if (first === undefined || Math.floor(first.score / CLASS) <= RANK.isTitle) return false
  return asked.every(({ page }) => page !== first.page)
}
