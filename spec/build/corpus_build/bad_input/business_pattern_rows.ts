import { inRegistry } from './business_corpus.ts'
import type { Row } from './files.ts'

const SLOW = 'has a group, an alternation, a look-around, or an unbounded repetition'
const BOUNDED = 'use bounded classes, such as [a-z]{1,40}, or list values in "enum"'
const MANY = 'can match one text in too many ways'
const LESS = 'use fewer or shorter repetitions'

const PATTERNS: readonly (readonly [pattern: string, what: string, fix: string])[] = [
  ['[A-Z]{2}', 'does not match the whole text', 'start it with ^ and end it with $'],
  ['^a\\$', 'does not match the whole text', 'start it with ^ and end it with $'],
  ['^[$', 'is not a regular expression', 'write an ECMAScript pattern for the flag u'],
  [`^${'a'.repeat(200)}$`, 'has more than 200 characters', 'shorten it'],
  ['^(a+)+$', SLOW, BOUNDED],
  ['^[a-z]+$', SLOW, BOUNDED],
  ['^[a-z]*$', SLOW, BOUNDED],
  ['^[a-z]{2,}$', SLOW, BOUNDED],
  ['^a|b$', SLOW, BOUNDED],
  ['^(?=a)a$', SLOW, BOUNDED],
  ['^(a)\\1$', SLOW, BOUNDED],
  ['^a{1,9}?$', SLOW, BOUNDED],
  ['^[a-z]{1,400}[a-z]{1,400}$', MANY, LESS],
  [`^${'a?'.repeat(20)}$`, MANY, LESS],
]

/** Patterns that a stranger could use to keep the service busy. */
export const BUSINESS_PATTERN_ROWS: readonly Row[] = PATTERNS.map(
  ([pattern, what, fix]): Row => ({
    name: `the pattern ${pattern}`,
    breaks: inRegistry("'^[A-Z]{2}-[0-9]{1,6}$'", `'${pattern}'`),
    says: [['business.yaml:20:40', `the pattern ${what}`, fix]],
  }),
)
