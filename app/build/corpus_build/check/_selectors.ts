import { selectsBusiness } from '../../../contract/business_selectors.ts'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'

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
