import { type Problem, problemAt, quoted } from '../../contract/problem.ts'
import { FIXTURE_NAME_PREFIX } from '../../contract/reserved_names.ts'
import { type Cell, column, rowsOf, valueAt } from '../../source_text/column.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import { duplicates } from './_duplicates.ts'
import { inputSchemaProblems } from './_input_schema.ts'
import { reachProblems, unknownType } from './_reach.ts'
import { selectorProblems } from './_selectors.ts'

/**
 * What the schema of the business registry cannot say: rules that lead nowhere, tools that are not
 * what they claim, and arguments that would choose a workspace or a business (contract 5, rule 2).
 */
export function businessProblems(source: YamlSource): readonly Problem[] {
  const names = column(source, ['tools'], 'name')
  const tools = Array.from({ length: rowsOf(source, ['tools']) }, (_, row): YamlPath => {
    return ['tools', row]
  })
  return [
    ...duplicates(column(source, ['records'], 'type'), 'record type'),
    ...reachProblems(source),
    ...duplicates(names, 'tool name'),
    ...fixtureNames(names),
    ...kindProblems(source),
    ...tools.flatMap((tool) => toolProblems(source, tool)),
  ]
}

/** A private tool would stand in the way of a public one of its name (contract 1, rule 5). */
export function publicNameProblems(
  tools: readonly { readonly text: string; readonly place: Cell['place'] }[],
  publicNames: readonly string[],
): readonly Problem[] {
  return tools
    .filter(({ text }) => publicNames.includes(text))
    .map(({ text, place }) =>
      problemAt(place, `the tool name ${quoted(text)} is that of a public tool`, 'write another'),
    )
}

function fixtureNames(names: readonly Cell[]): readonly Problem[] {
  return names
    .filter(({ text }) => text.startsWith(FIXTURE_NAME_PREFIX))
    .map(({ text, place }) => {
      const fix = `write one that does not begin with ${quoted(FIXTURE_NAME_PREFIX)}`
      return problemAt(place, `the name ${quoted(text)} belongs to the test fixtures`, fix)
    })
}

/** One operation reads or writes: a change behind the scope to read would be one nobody allowed. */
function kindProblems(source: YamlSource): readonly Problem[] {
  const kinds = new Map(column(source, ['tools'], 'kind').map(({ row, text }) => [row, text]))
  const operations = column(source, ['tools'], 'operation')
  const written = operations.filter(({ row }) => kinds.get(row) === 'write')
  return operations
    .filter(({ row }) => kinds.get(row) === 'read')
    .filter(({ text }) => written.some((other) => other.text === text))
    .map(({ text, place }) => {
      const what = `the operation ${quoted(text)} is that of a tool that writes, and this one reads`
      return problemAt(place, what, 'give it an operation that reads')
    })
}

function toolProblems(source: YamlSource, tool: YamlPath): readonly Problem[] {
  return [
    ...authorityProblems(source, tool),
    ...decidingProblems(source, tool),
    ...unknownTypes(source, tool),
    ...constantProblems(source, tool),
    ...inputSchemaProblems(source, [...tool, 'input_schema']),
  ]
}

type Claim = {
  readonly key: YamlPath
  readonly wrong: readonly unknown[]
  readonly right: unknown
  readonly why: string
}

/** What follows from the kind of a tool; hosts decide by these hints whether to ask a person. */
const CLAIMS: Readonly<Record<'read' | 'write', readonly Claim[]>> = {
  read: [
    claim(['scope'], ['mcp:business:write'], 'mcp:business:read', 'the tool reads'),
    claim(['annotations', 'readOnlyHint'], [false], true, 'the tool reads'),
    claim(['annotations', 'destructiveHint'], [true], false, 'the tool reads'),
    claim(['hold'], ['always'], 'domain', 'a tool that reads is never held'),
    claim(['idempotency'], ['optional', 'required'], 'none', 'a tool that reads takes no key'),
  ],
  write: [
    claim(['scope'], ['mcp:business:read'], 'mcp:business:write', 'the tool writes'),
    claim(['annotations', 'readOnlyHint'], [true], false, 'the tool writes'),
  ],
}

function claim(key: YamlPath, wrong: readonly unknown[], right: unknown, why: string): Claim {
  return { key, wrong, right, why }
}

function authorityProblems(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const kind = valueAt(source.value, [...tool, 'kind'])
  if (kind !== 'read' && kind !== 'write') return []
  return CLAIMS[kind].flatMap(({ key, wrong, right, why }) => {
    const path = [...tool, ...key]
    const given = valueAt(source.value, path)
    if (!wrong.includes(given)) return []
    const what = `"${key.at(-1)}" is ${shown(given)}, and ${why}`
    return [problemAt(source.valueAt(path), what, `write ${right}`)]
  })
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** Approvals are decided by a signed-in person and by no tool (contract 5, rule 4). */
function decidingProblems(source: YamlSource, tool: YamlPath): readonly Problem[] {
  return column(source, tool, 'operation')
    .filter(({ text }) => /(^|[._])(approv|held($|[._]))/.test(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `the operation ${quoted(text)} decides approvals, which no tool does`,
        'remove the tool; people decide on the account page',
      ),
    )
}

function unknownTypes(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const types = column(source, ['records'], 'type').map(({ text }) => text)
  const cells = column(source, [...tool, 'records'])
  return [
    ...duplicates(cells, 'record type'),
    ...cells
      .filter(({ text }) => !types.includes(text))
      .map(({ text, place }) => unknownType(text, place, types)),
  ]
}

/** Constants choose no business either, and stand in the place of no argument. */
function constantProblems(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const path = [...tool, 'with']
  const constants = valueAt(source.value, path)
  if (typeof constants !== 'object' || constants === null || Array.isArray(constants)) return []
  const taken = valueAt(source.value, [...tool, 'input_schema', 'properties'])
  const args = typeof taken === 'object' && taken !== null ? Object.keys(taken) : []
  return [
    ...selectorsIn(source, path, constants),
    ...Object.keys(constants)
      .filter((name) => args.includes(name))
      .map((name) =>
        problemAt(
          source.keyAt([...path, name]),
          `the constant ${quoted(name)} is an argument of the caller, too`,
          'remove one of the two',
        ),
      ),
  ]
}

function selectorsIn(source: YamlSource, path: YamlPath, value: object): readonly Problem[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    return [
      ...(Array.isArray(value) ? [] : selectorProblems(key, 'constant', source.keyAt(at))),
      ...(typeof member === 'object' && member !== null ? selectorsIn(source, at, member) : []),
    ]
  })
}
