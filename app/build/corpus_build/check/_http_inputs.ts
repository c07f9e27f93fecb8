import { type HttpBinding, listPathNames, nameInput } from '../../../contract/business_http.ts'
import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'

/**
 * Two inputs of one name would leave it to the API which of them counts, so an argument could
 * replace what the grant gives. APIs fold names in different ways: beside the grant, each counts.
 */
export function checkInputNames(
  source: YamlSource,
  path: YamlPath,
  { inputs, path: address }: HttpBinding,
): readonly Problem[] {
  const grants = inputs.flatMap((input) => ('grant' in input ? [input.name] : []))
  const seen = new Set<string>()
  const problems = inputs.flatMap((input, row) => {
    const name = nameInput(input)
    const key = `${input.in} ${name.normalize('NFKC').toLowerCase()}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const isOfGrant = 'argument' in input && grants.some((other) => isSameName(name, other))
    if (!isRepeated && !isOfGrant) return []
    const what = isOfGrant
      ? `the argument for ${quote(name)} could replace the value that the grant gives`
      : `the ${input.in} has two inputs ${quote(name)}`
    return [problemAt(source.locateKey([...path, 'inputs', row]), what, 'remove one of the two')]
  })
  const names = listPathNames(address)
  const repeated = names.filter((name, at) => names.indexOf(name) !== at)
  return [
    ...problems,
    ...repeated.map((name) => {
      const what = `the path has ${quote(`{${name}}`)} twice`
      return problemAt(source.locateValue([...path, 'path']), what, 'write different names')
    }),
  ]
}

/** `Team[]`, `team`, `team.id` and `team[id]` may be one parameter to an API. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => ({
    whole: foldName(name),
    start: foldName(name.replace(/(.)[.[].*$/, '$1')),
  }))
  return (
    first?.start === second?.whole ||
    first?.whole === second?.start ||
    first?.whole === second?.whole
  )
}

function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const PLAIN_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

/** A path takes one plain value, a query also a list of them. */
export function checkInputTypes(
  source: YamlSource,
  tool: YamlPath,
  { inputs }: HttpBinding,
): readonly Problem[] {
  return inputs.flatMap((input, row) => {
    if (!('argument' in input) || input.in === 'body') return []
    const { argument, in: where } = input
    const types = readTypes(source, tool, argument)
    const isPlain = types === undefined || PLAIN_TYPES.includes(types.type)
    const isList = where === 'query' && types?.type === 'array' && PLAIN_TYPES.includes(types.item)
    if (isPlain || isList) return []
    const what = `the argument ${quote(argument)} is ${types?.type}, which no ${where} can hold`
    const fix = 'send it in the body, or give it a plain type'
    return [problemAt(source.locateKey([...tool, 'http', 'inputs', row]), what, fix)]
  })
}

type Types = { readonly type: unknown; readonly item?: unknown }

/** The type of an argument, or of a constant; none where another check reports what is wrong. */
function readTypes(source: YamlSource, tool: YamlPath, argument: string): Types | undefined {
  const constant = readValue(source.value, [...tool, 'with', argument])
  if (constant !== undefined) return readTypeOf(constant)
  const path = [...tool, 'input_schema', 'properties', argument]
  const type = readValue(source.value, [...path, 'type'])
  const item = readValue(source.value, [...path, 'items', 'type'])
  return type === undefined ? undefined : { type, item }
}

function readTypeOf(constant: unknown): Types {
  if (!Array.isArray(constant)) return { type: constant === null ? 'null' : typeof constant }
  const others = constant.map((each) => typeof each).filter((each) => !PLAIN_TYPES.includes(each))
  return { type: 'array', item: others[0] ?? 'string' }
}
