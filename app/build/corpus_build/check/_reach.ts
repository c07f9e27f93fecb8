import { REACH_STEPS_MAX } from '../../../contract/business.ts'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { suggestName } from './names.ts'

type Rule = {
  readonly type: string
  readonly rule: string
  /** Where a `via` rule names the next type. */
  readonly through: Cell | undefined
}

/** Every chain of `via` rules ends at a column; any other reaches no business, or loops. */
export function checkReach(source: YamlSource): readonly Problem[] {
  const rules = rulesOf(source)
  const byType = new Map(rules.map((rule) => [rule.type, rule]))
  return rules.flatMap((rule) => checkChain(rule, byType))
}

function rulesOf(source: YamlSource): readonly Rule[] {
  const types = readColumn(source, ['records'], 'type')
  return listRows(source, ['records'])
    .map((row) => {
      const path = ['records', row, 'reach']
      return {
        type: types.find((cell) => cell.row === row)?.text ?? '',
        rule: String(readValue(source.value, [...path, 'rule'])),
        through: readColumn(source, path, 'through')[0],
      }
    })
    .filter(({ type }) => type !== '')
}

function checkChain(from: Rule, byType: ReadonlyMap<string, Rule>): readonly Problem[] {
  if (from.rule !== 'via' || from.through === undefined) return []
  const { text, place } = from.through
  const next = byType.get(text)
  if (next === undefined) return [explainUnknownType(text, place, [...byType.keys()])]
  const fix = 'end it at a type with the rule "column", or use the rule "none"'
  if (next.rule === 'none') {
    const what = `the path from ${quote(from.type)} ends at ${quote(text)}`
    return [problemAt(place, `${what}, which reaches no business`, fix)]
  }
  const way = followChain(from, byType)
  if (way.length > 1 && way.at(-1) === from.type) {
    // Reported once, at the first type of the circle in the file.
    const first = [...byType.keys()].find((type) => way.includes(type))
    const what = `the path from ${quote(from.type)} leads back to itself: ${way.join(', ')}`
    return first === from.type ? [problemAt(place, what, fix)] : []
  }
  if (way.length - 1 <= REACH_STEPS_MAX || new Set(way).size < way.length) return []
  const what = `the path from ${quote(from.type)} has more than ${REACH_STEPS_MAX} steps`
  return [problemAt(place, what, 'shorten it')]
}

/** Reports a type that a rule or a tool names and that has no entry. */
export function explainUnknownType(text: string, place: Place, types: readonly string[]): Problem {
  const fix = suggestName(text, types)
  return problemAt(place, `the record type ${quote(text)} has no entry under "records"`, fix)
}

/** The types on the path, up to a column, a dead end, or a type that it has already passed. */
function followChain(from: Rule, byType: ReadonlyMap<string, Rule>): readonly string[] {
  const way = [from.type]
  let at: Rule | undefined = from
  while (at?.rule === 'via' && at.through !== undefined) {
    const next: string = at.through.text
    const met = way.includes(next)
    way.push(next)
    if (met) break
    at = byType.get(next)
  }
  return way
}
