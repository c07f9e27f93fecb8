import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type HttpOperation, httpRoute } from '../../../contract/operations/mod.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { INPUT_SAMPLES, type InputSample } from '../../../contract/registry_workflows.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { type Cell, readColumn } from '../../../text/source_text/yaml_column.ts'
import { checkUnique } from './_unique.ts'
import { suggestName } from './names.ts'

/** The limits that a step's numbers are checked against. */
export type Bounds = { readonly searchLimitDefault: number; readonly searchLimitMax: number }

/** Finds what is wrong with a reference to an input or an output. */
export type ReferenceCheck = (cell: Cell) => readonly Problem[]

/** Checks that a step gives its operation the parameters that it takes, with valid values. */
export function checkParameters(
  source: YamlSource,
  step: YamlPath,
  operation: HttpOperation,
  limits: Bounds,
  refer: ReferenceCheck,
): readonly Problem[] {
  const schema = httpRoute(operation).parameters(limits)
  const names = readColumn(source, [...step, 'parameters'], 'name')
  const values = readColumn(source, [...step, 'parameters'], 'value')
  const absent = (schema.required ?? []).filter((name) => !names.some(({ text }) => text === name))
  return [
    ...checkUnique(names, 'parameter'),
    ...names.flatMap((name) => checkParameterName(name, operation, Object.keys(schema.properties))),
    ...absent.map((name) =>
      problemAt(
        source.locateValue([...step, 'operation']),
        `the operation ${quote(operation)} needs the parameter ${quote(name)}`,
        'add it to "parameters"',
      ),
    ),
    ...values.flatMap((value) => {
      const name = names.find(({ row }) => row === value.row)?.text ?? ''
      const at = isReference(value) ? findInputRow(source, step, value) : undefined
      const meant = isReference(value) ? findInputCell(source, step, 'default', at) : value
      const sample = findInputCell(source, step, 'default_of', at)
      const parameter = schema.properties[name]
      return [
        ...(isReference(value) ? refer(value) : []),
        ...(meant === undefined ? [] : checkValue(meant, name, parameter)),
        ...(sample === undefined || parameter === undefined ? [] : checkSample(sample, name)),
      ]
    }),
  ]
}

function checkParameterName(
  { text, place }: Cell,
  operation: HttpOperation,
  known: readonly string[],
): readonly Problem[] {
  if (known.includes(text)) return []
  const what = `the operation ${quote(operation)} has no parameter ${quote(text)}`
  return [
    problemAt(place, what, suggestName(text, known, known.length === 0 ? 'remove it' : undefined)),
  ]
}

function inputsOf(step: YamlPath): YamlPath {
  return [...step.slice(0, 2), 'inputs']
}

function findInputRow(source: YamlSource, step: YamlPath, { text }: Cell): number | undefined {
  const names = readColumn(source, inputsOf(step), 'name')
  return names.find((each) => `$inputs.${each.text}` === text)?.row
}

function findInputCell(
  source: YamlSource,
  step: YamlPath,
  key: 'default' | 'default_of',
  at: number | undefined,
): Cell | undefined {
  return readColumn(source, inputsOf(step), key).find(({ row }) => row === at)
}

const PAGE_IDS = ['id', 'after']

/** Parameters that a real value of the corpus fits, so that the step succeeds. */
const SAMPLE_FITS: Readonly<Record<InputSample, readonly string[]>> = {
  version: [],
  page_title: ['q'],
  page_id: PAGE_IDS,
  capability_id: [],
}

function checkSample({ text, place }: Cell, name: string): readonly Problem[] {
  const sample = INPUT_SAMPLES.find((each) => each === text)
  // The schema reports an unknown one.
  if (sample === undefined || SAMPLE_FITS[sample].includes(name)) return []
  const fits = INPUT_SAMPLES.filter((each) => SAMPLE_FITS[each].includes(name))
  const what = `the parameter ${quote(name)} cannot take the value of ${quote(text)}`
  return [
    problemAt(place, what, fits.length === 0 ? 'write a "default"' : `write ${listNames(fits)}`),
  ]
}

function checkValue(
  { text, place }: Cell,
  name: string,
  schema: TSchema | undefined,
): readonly Problem[] {
  if (schema === undefined) return []
  if (PAGE_IDS.includes(name)) {
    // The build assigns ids, and they differ between corpora: a fixed one may not exist.
    const what = `the parameter ${quote(name)} has the fixed id ${quote(text)}, which may not exist`
    return [problemAt(place, what, 'use an output of a step, or an input with default_of: page_id')]
  }
  if (Value.Check(schema, schema.type === 'integer' ? parseWholeNumber(text) : text)) return []
  return [
    problemAt(
      place,
      `the parameter ${quote(name)} cannot be ${quote(text)}`,
      describeSchema(schema),
    ),
  ]
}

/** As the service parses it: digits only; `Number()` would also accept `0x10` and ` 7 `. */
function parseWholeNumber(text: string): number {
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
}

function describeSchema(schema: TSchema): string {
  if (schema.type === 'integer') {
    return `write a whole number from ${schema.minimum} to ${schema.maximum}`
  }
  const choices: readonly TSchema[] = schema.anyOf ?? []
  const names = choices.map((choice) => String(choice.const))
  return names.length > 0 ? `write one of ${listNames(names)}` : 'write a value that it accepts'
}

/** Whether a value refers to an input or to the output of a step. */
export function isReference({ text }: Cell): boolean {
  return text.startsWith('$')
}
