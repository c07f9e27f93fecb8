import { type Problem, problemAt } from '../../../contract/problem.ts'
import { isRegularExpression } from '../../../contract/registry_words.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'

const CHARACTERS_MAX = 200

/** Most ways in which a pattern may divide one text between its repetitions. */
const WAYS_MAX = 100_000

/** One matching unit: a class, an escape that is not a reference, or a character. */
const ATOM = /^(\[\^?(?:\\.|[^\]\\])+\]|\\[^bBkpPcxu1-9]|[^\\[\](){}|^$*+?])/
const REPETITION = /^\{([0-9]{1,4})(?:,([0-9]{1,4}))?\}/

/**
 * Checks that a pattern is fast on any input: a sequence of characters and classes from ^ to $,
 * each with a bounded repetition. Without groups, alternations and unbounded repetitions there is
 * nothing to backtrack into, and the number of ways to match one text is known.
 */
export function checkPattern(source: YamlSource, path: YamlPath): readonly Problem[] {
  const pattern = String(readValue(source.value, path))
  const found = findSlowness(pattern)
  if (found === undefined) return []
  return [problemAt(source.locateValue(path), `the pattern ${found.what}`, found.fix)]
}

function findSlowness(
  pattern: string,
): { readonly what: string; readonly fix: string } | undefined {
  if (pattern.length > CHARACTERS_MAX) {
    return { what: `has more than ${CHARACTERS_MAX} characters`, fix: 'shorten it' }
  }
  if (!isRegularExpression(pattern)) {
    return {
      what: 'is not a regular expression',
      fix: 'write an ECMAScript pattern for the flag u',
    }
  }
  if (!pattern.startsWith('^') || !/(?<!\\)\$$/.test(pattern)) {
    return { what: 'does not match the whole text', fix: 'start it with ^ and end it with $' }
  }
  const ways = countWays(pattern.slice(1, -1))
  if (ways === undefined) {
    const what = 'has a group, an alternation, a look-around, or an unbounded repetition'
    return {
      what,
      fix: 'use bounded classes, such as [a-z]{1,40}, or list values in "enum"',
    }
  }
  if (ways <= WAYS_MAX) return undefined
  return { what: 'can match one text in too many ways', fix: 'use fewer or shorter repetitions' }
}

/** In how many ways the repetitions can differ in length; undefined if that is unknown. */
function countWays(body: string): number | undefined {
  let rest = body
  let ways = 1
  while (rest !== '') {
    const atom = ATOM.exec(rest)
    if (atom === null) return undefined
    rest = rest.slice(atom[0].length)
    const repetition = REPETITION.exec(rest)
    if (repetition !== null) {
      const least = Number(repetition[1])
      ways *= Number(repetition[2] ?? least) - least + 1
      rest = rest.slice(repetition[0].length)
    } else if (rest.startsWith('?')) {
      ways *= 2
      rest = rest.slice(1)
    }
  }
  return ways
}
