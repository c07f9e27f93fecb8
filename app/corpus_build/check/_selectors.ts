import { type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'

const WHOSE = '(workspace|tenant|organisation|organization|org|account|business|businesse)s?'
const WHICH = '(id|uuid|slug|ref|reference|name|key|handle)?s?'
const BEFORE = '(target|current|selected|other|parent)?'
const SELECTOR = new RegExp(`^${BEFORE}${WHOSE}${WHICH}$`)

/**
 * Whether a name selects a workspace or a business: `tenant`, `businessId`, `ACCOUNT_REFS`.
 * `business_hours` and `account_number` do not. Case, punctuation and a number at the end are
 * ignored.
 */
export function selectsBusiness(name: string): boolean {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[0-9]+$/, '')
  return SELECTOR.test(folded)
}

/** Both come from the grant, so no argument or constant may name them (contract 5, rule 2). */
export function checkSelector(
  name: string,
  what: 'argument' | 'constant',
  place: Place,
): readonly Problem[] {
  if (!selectsBusiness(name)) return []
  return [
    problemAt(
      place,
      `the ${what} ${quote(name)} selects a workspace or a business`,
      'remove it; both come only from the grant (contract 5, rule 2)',
    ),
  ]
}
