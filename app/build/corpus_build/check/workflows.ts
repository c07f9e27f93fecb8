import { type TSchema, TypeGuard } from '@sinclair/typebox'
import { parseJsonPointer } from '../../../contract/json_text.ts'
import type { LimitSettings } from '../../../contract/limits.ts'
import { HTTP_OPERATIONS, type HttpOperation, httpRoute } from '../../../contract/operations/mod.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { type Bounds, checkParameters, isReference, type ReferenceCheck } from './_parameters.ts'
import { checkUnique } from './_unique.ts'
import { suggestName } from './names.ts'

/**
 * Checks that the workflows can run: steps use parameters and fields that the operations have,
 * and values that an input or an earlier step provides. Arazzo linters check none of this.
 */
export function checkWorkflows(source: YamlSource, settings: LimitSettings): readonly Problem[] {
  const limits = limitsOf(source, settings)
  return listRows(source, ['workflows']).flatMap((row) =>
    checkWorkflow(source, ['workflows', row], limits),
  )
}

function checkWorkflow(source: YamlSource, path: YamlPath, limits: Bounds): readonly Problem[] {
  const inputs = readColumn(source, [...path, 'inputs'], 'name')
  const known = new Set(inputs.map(({ text }) => `$inputs.${text}`))
  const used = new Set<string>()
  const refer = ({ text, place }: Cell): readonly Problem[] => {
    used.add(text)
    return known.has(text) ? [] : [explainUnknownReference(text, place, known)]
  }
  const steps = listRows(source, [...path, 'steps']).flatMap((row) => {
    const step: YamlPath = [...path, 'steps', row]
    const problems = checkStep(source, step, limits, refer)
    const id = readColumn(source, step, 'id')[0]?.text
    for (const { text } of readColumn(source, [...step, 'outputs'], 'name')) {
      known.add(`$steps.${id}.outputs.${text}`)
    }
    return problems
  })
  const outputs = readColumn(source, [...path, 'outputs'], 'from').flatMap(refer)
  const unused = inputs
    .filter(({ text }) => !used.has(`$inputs.${text}`))
    .map(({ text, place }) =>
      problemAt(place, `no step uses the input ${quote(text)}`, 'use it, or remove it'),
    )
  return [
    ...checkUnique(inputs, 'input'),
    ...checkUnique(readColumn(source, [...path, 'outputs'], 'name'), 'output'),
    ...listRows(source, [...path, 'inputs']).flatMap((row) =>
      checkDefault(source, [...path, 'inputs', row]),
    ),
    ...steps,
    ...outputs,
    ...unused,
  ]
}

/** A workflow runs unattended: each input has a value of its own. */
function checkDefault(source: YamlSource, input: YamlPath): readonly Problem[] {
  const given = ['default', 'default_of'].filter(
    (key) => readValue(source.value, [...input, key]) !== undefined,
  )
  if (given.length === 1 || typeof readValue(source.value, input) !== 'object') return []
  const has = given.length === 0 ? 'neither "default" nor' : 'both "default" and'
  const fix = given.length === 0 ? 'add one of the two' : 'keep one of the two'
  return [problemAt(source.locateValue(input), `the input has ${has} "default_of"`, fix)]
}

function checkStep(
  source: YamlSource,
  step: YamlPath,
  limits: Bounds,
  refer: ReferenceCheck,
): readonly Problem[] {
  const outputs = readColumn(source, [...step, 'outputs'], 'name')
  const compared = ['equal', 'ends_if'].flatMap((key) => readColumn(source, [...step, key], 'to'))
  const problems = [
    ...checkUnique(outputs, 'output'),
    ...compared.filter(isReference).flatMap(refer),
  ]
  const named = readValue(source.value, [...step, 'operation'])
  const operation = HTTP_OPERATIONS.find((each) => each === named)
  // The schema reports an unknown operation, whose fields cannot be checked.
  if (operation === undefined) {
    const values = readColumn(source, [...step, 'parameters'], 'value')
    return [...problems, ...values.filter(isReference).flatMap(refer)]
  }
  return [
    ...problems,
    ...checkParameters(source, step, operation, limits, refer),
    ...checkPointers(source, step, operation, limits),
  ]
}

/** Each pointer has a field in the response, and that of an output is always present. */
function checkPointers(
  source: YamlSource,
  step: YamlPath,
  operation: HttpOperation,
  limits: Bounds,
): readonly Problem[] {
  const answer = httpRoute(operation).answer(limits)
  const present = readColumn(source, [...step, 'present'])
  const outputs = readColumn(source, [...step, 'outputs'], 'at')
  const compared = ['equal', 'ends_if'].flatMap((key) => readColumn(source, [...step, key], 'at'))
  return [...present, ...compared, ...outputs].flatMap((cell) => {
    const { text, place } = cell
    const found = followPointer(answer, text)
    if (found.state === 'absent') {
      const what = `the response of ${quote(operation)} has nothing at ${quote(text)}`
      return [
        problemAt(place, what, `write one of ${listNames(found.known)} instead of ${found.at}`),
      ]
    }
    const sure = found.state === 'required' || present.some((other) => other.text === text)
    if (sure || !outputs.includes(cell)) return []
    const what = `the output at ${quote(text)} may be missing from a response`
    return [problemAt(place, what, 'add the pointer to "present"')]
  })
}

function explainUnknownReference(text: string, place: Cell['place'], known: Set<string>): Problem {
  const fix = suggestName(text, [...known], known.size === 0 ? 'write a value' : undefined)
  return problemAt(place, `nothing earlier provides ${quote(text)}`, fix)
}

/** A setting may raise the limit; below it the build lowers what a step asks for. */
function limitsOf(source: YamlSource, { searchLimitMax = 1 }: LimitSettings): Bounds {
  const most = readValue(source.value, ['limits', 'search_limit_max'])
  const own = typeof most === 'number' ? most : 1
  return { searchLimitDefault: 1, searchLimitMax: Math.max(own, searchLimitMax) }
}

/** What a JSON Pointer (RFC 6901) points to in any value that fits a schema. */
type PointerTarget =
  | { readonly state: 'required' | 'optional' }
  /** `at` is the part that was not found, `known` are the names in its place. */
  | { readonly state: 'absent'; readonly at: string; readonly known: readonly string[] }

/** Follows a pointer through a schema; an entry of a list may always be missing. */
export function followPointer(schema: TSchema, pointer: string): PointerTarget {
  let current = schema
  let state: 'required' | 'optional' = 'required'
  for (const name of parseJsonPointer(pointer)) {
    if (TypeGuard.IsArray(current)) {
      if (!/^(0|[1-9][0-9]*)$/.test(name)) return { state: 'absent', at: name, known: ['0'] }
      state = 'optional'
      current = current.items
      continue
    }
    const properties: Readonly<Record<string, TSchema>> = TypeGuard.IsObject(current)
      ? current.properties
      : {}
    const next = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (next === undefined) return { state: 'absent', at: name, known: Object.keys(properties) }
    const required: readonly string[] = current.required ?? []
    if (!required.includes(name)) state = 'optional'
    current = next
  }
  return { state }
}
