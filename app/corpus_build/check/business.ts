import { type Problem, problemAt, quote } from '../../contract/problem.ts'
import { FIXTURE_NAME_PREFIX } from '../../contract/reserved_names.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import { type Cell, countRows, readColumn, readValue } from '../../source_text/yaml_column.ts'
import { checkInputSchema } from './_input_schema.ts'
import { checkReach, explainUnknownType } from './_reach.ts'
import { checkSelector } from './_selectors.ts'
import { checkUnique } from './_unique.ts'

/**
 * What the schema of the business registry cannot say: rules that lead nowhere, tools that are not
 * what they claim, and arguments that would choose a workspace or a business (contract 5, rule 2).
 */
export function checkBusiness(source: YamlSource): readonly Problem[] {
  const names = readColumn(source, ['tools'], 'name')
  const tools = Array.from({ length: countRows(source, ['tools']) }, (_, row): YamlPath => {
    return ['tools', row]
  })
  return [
    ...checkUnique(readColumn(source, ['records'], 'type'), 'record type'),
    ...checkReach(source),
    ...checkUnique(names, 'tool name'),
    ...checkFixtureNames(names),
    ...checkKinds(source),
    ...tools.flatMap((tool) => checkTool(source, tool)),
  ]
}

/** A private tool would hide a public one of the same name (contract 1, rule 5). */
export function checkPublicNames(
  tools: readonly { readonly text: string; readonly place: Cell['place'] }[],
  publicNames: readonly string[],
): readonly Problem[] {
  return tools
    .filter(({ text }) => publicNames.includes(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `the tool name ${quote(text)} is already used by a public tool`,
        'write another',
      ),
    )
}

function checkFixtureNames(names: readonly Cell[]): readonly Problem[] {
  return names
    .filter(({ text }) => text.startsWith(FIXTURE_NAME_PREFIX))
    .map(({ text, place }) => {
      const fix = `write one that does not start with ${quote(FIXTURE_NAME_PREFIX)}`
      return problemAt(place, `the name ${quote(text)} is reserved for test fixtures`, fix)
    })
}

/** One operation reads or writes: a change behind the scope to read would be one nobody allowed. */
function checkKinds(source: YamlSource): readonly Problem[] {
  const kinds = new Map(readColumn(source, ['tools'], 'kind').map(({ row, text }) => [row, text]))
  const operations = readColumn(source, ['tools'], 'operation')
  const written = operations.filter(({ row }) => kinds.get(row) === 'write')
  return operations
    .filter(({ row }) => kinds.get(row) === 'read')
    .filter(({ text }) => written.some((other) => other.text === text))
    .map(({ text, place }) => {
      const what = `the operation ${quote(text)} belongs to a tool that writes, but this one reads`
      return problemAt(place, what, 'give it an operation that reads')
    })
}

function checkTool(source: YamlSource, tool: YamlPath): readonly Problem[] {
  return [
    ...checkAuthority(source, tool),
    ...checkDecisions(source, tool),
    ...checkRecordTypes(source, tool),
    ...checkConstants(source, tool),
    ...checkInputSchema(source, [...tool, 'input_schema']),
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
    makeClaim(['scope'], ['mcp:business:write'], 'mcp:business:read', 'the tool reads'),
    makeClaim(['annotations', 'readOnlyHint'], [false], true, 'the tool reads'),
    makeClaim(['annotations', 'destructiveHint'], [true], false, 'the tool reads'),
    makeClaim(['hold'], ['always'], 'domain', 'a tool that reads is never held'),
    makeClaim(['idempotency'], ['optional', 'required'], 'none', 'a tool that reads takes no key'),
  ],
  write: [
    makeClaim(['scope'], ['mcp:business:read'], 'mcp:business:write', 'the tool writes'),
    makeClaim(['annotations', 'readOnlyHint'], [true], false, 'the tool writes'),
  ],
}

function makeClaim(key: YamlPath, wrong: readonly unknown[], right: unknown, why: string): Claim {
  return { key, wrong, right, why }
}

function checkAuthority(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const kind = readValue(source.value, [...tool, 'kind'])
  if (kind !== 'read' && kind !== 'write') return []
  return CLAIMS[kind].flatMap(({ key, wrong, right, why }) => {
    const path = [...tool, ...key]
    const given = readValue(source.value, path)
    if (!wrong.includes(given)) return []
    const what = `"${key.at(-1)}" is ${formatValue(given)}, and ${why}`
    return [problemAt(source.locateValue(path), what, `write ${right}`)]
  })
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value)
}

/** Approvals are decided by a signed-in person and by no tool (contract 5, rule 4). */
function checkDecisions(source: YamlSource, tool: YamlPath): readonly Problem[] {
  return readColumn(source, tool, 'operation')
    .filter(({ text }) => /(^|[._])(approv|held($|[._]))/.test(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `the operation ${quote(text)} decides approvals, which no tool may do`,
        'remove the tool; people decide on the account page',
      ),
    )
}

function checkRecordTypes(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const types = readColumn(source, ['records'], 'type').map(({ text }) => text)
  const cells = readColumn(source, [...tool, 'records'])
  return [
    ...checkUnique(cells, 'record type'),
    ...cells
      .filter(({ text }) => !types.includes(text))
      .map(({ text, place }) => explainUnknownType(text, place, types)),
  ]
}

/** Constants choose no business either, and stand in the place of no argument. */
function checkConstants(source: YamlSource, tool: YamlPath): readonly Problem[] {
  const path = [...tool, 'with']
  const constants = readValue(source.value, path)
  if (typeof constants !== 'object' || constants === null || Array.isArray(constants)) return []
  const taken = readValue(source.value, [...tool, 'input_schema', 'properties'])
  const args = typeof taken === 'object' && taken !== null ? Object.keys(taken) : []
  return [
    ...checkConstantNames(source, path, constants),
    ...Object.keys(constants)
      .filter((name) => args.includes(name))
      .map((name) =>
        problemAt(
          source.locateKey([...path, name]),
          `the constant ${quote(name)} is also an argument of the caller`,
          'remove one of the two',
        ),
      ),
  ]
}

function checkConstantNames(source: YamlSource, path: YamlPath, value: object): readonly Problem[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    return [
      ...(Array.isArray(value) ? [] : checkSelector(key, 'constant', source.locateKey(at))),
      ...(typeof member === 'object' && member !== null
        ? checkConstantNames(source, at, member)
        : []),
    ]
  })
}
