import { type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'

/** Schemes whose addresses run code, or reach into the reader's machine. */
export const UNSAFE_SCHEMES = 'javascript|vbscript|file|data'

/** Reports a link to an address with an unsafe scheme. */
export function explainUnsafeAddress(place: Place, address: string): Problem {
  const scheme = address.slice(0, address.indexOf(':') + 1).toLowerCase()
  const what = `the address begins with ${quote(scheme)}`
  return problemAt(place, what, 'link to an https address or to a page')
}
