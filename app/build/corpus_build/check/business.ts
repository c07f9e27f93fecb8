import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { CHATGPT_TOOL_NAMES } from '../../../contract/reserved_names.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { checkHttpBinding } from './_http_binding.ts'
import { checkInputSchema } from './_input_schema.ts'
import { checkReach, explainUnknownType } from './_reach.ts'
import { checkSelector } from './_selectors.ts'
import { checkUnique } from './_unique.ts'
import { checkReservedNames } from './reserved_names.ts'

/**
 * Checks what the schema of the business registry cannot express: chains of rules, the claims of
 * tools, and arguments that would select a workspace or a business (contract 5, rule 2).
 */
export function checkBusiness(source: YamlSource): readonly Problem[] {
  const names = readColumn(source, ['tools'], 'name')
  const tools = listRows(source, ['tools']).map((row): YamlPath => ['tools', row])
  return [
    ...checkUnique(readColumn(source, ['records'], 'type'), 'record type'),
    ...checkReach(source),
    ...checkUnique(names, 'tool name'),
    ...checkPublicNames(names, CHATGPT_TOOL_NAMES),
    ...checkReservedNames(source),
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

/** An operation reads or writes: a write behind a read scope would be one that nobody allowed. */
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
    ...checkHttpBinding(source, tool),
  ]
}

type Claim = {
  readonly key: YamlPath
  readonly wrong: readonly unknown[]
  readonly right: unknown
  readonly why: string
}

/** What the kind of a tool implies; hosts use these hints to decide whether to ask a person. */
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
    const what = `"${key.at(-1)}" is ${formatValue(given)}, but ${why}`
    return [problemAt(source.locateValue(path), what, `write ${right}`)]
  })
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value)
}

/** Only a signed-in person decides approvals, never a tool (contract 5, rule 4). */
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

/** Constants must not select a business either, or replace an argument. */
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
