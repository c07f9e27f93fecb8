import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { httpAnswer } from '../../app/contract/http_answers.ts'
import {
  HTTP_OPERATIONS,
  type HttpOperation,
  httpParameters,
} from '../../app/contract/operations.ts'
import type { Problem } from '../_corpus.ts'
import { nearest } from '../_nearest.ts'
import { listed, problemAt, quoted } from '../_problem.ts'
import { type Cell, column, rowsOf, valueAt } from '../_read/column.ts'
import type { YamlPath, YamlSource } from '../_read/yaml.ts'
import { duplicates } from './_duplicates.ts'
import { atPointer } from './_pointer.ts'

/**
 * Whether the workflows can run: their steps use parameters and fields that the operations have,
 * and values that an input or an earlier step gives. Linters of Arazzo see none of this.
 */
export function workflowProblems(source: YamlSource): readonly Problem[] {
  const limits = limitsOf(source)
  return rows(source, ['workflows']).flatMap((row) => workflow(source, ['workflows', row], limits))
}

type Limits = { readonly searchLimitDefault: number; readonly searchLimitMax: number }

function workflow(source: YamlSource, path: YamlPath, limits: Limits): readonly Problem[] {
  const inputs = column(source, [...path, 'inputs'], 'name')
  const known = new Set(inputs.map(({ text }) => `$inputs.${text}`))
  const used = new Set<string>()
  const refer = ({ text, place }: Cell): readonly Problem[] => {
    used.add(text)
    return known.has(text) ? [] : [unknownReference(text, place, known)]
  }
  const steps = rows(source, [...path, 'steps']).flatMap((row) => {
    const step: YamlPath = [...path, 'steps', row]
    const problems = stepProblems(source, step, limits, refer)
    const id = column(source, step, 'id')[0]?.text
    for (const { text } of column(source, [...step, 'outputs'], 'name')) {
      known.add(`$steps.${id}.outputs.${text}`)
    }
    return problems
  })
  const outputs = column(source, [...path, 'outputs'], 'from').flatMap(refer)
  const unused = inputs
    .filter(({ text }) => !used.has(`$inputs.${text}`))
    .map(({ text, place }) =>
      problemAt(place, `no step uses the input ${quoted(text)}`, 'use it, or remove it'),
    )
  return [
    ...duplicates(inputs, 'input'),
    ...duplicates(column(source, [...path, 'outputs'], 'name'), 'output'),
    ...rows(source, [...path, 'inputs']).flatMap((row) =>
      defaultProblems(source, [...path, 'inputs', row]),
    ),
    ...steps,
    ...outputs,
    ...unused,
  ]
}

/** A workflow runs unattended: each input has a value of its own. */
function defaultProblems(source: YamlSource, input: YamlPath): readonly Problem[] {
  const given = ['default', 'default_of'].filter(
    (key) => valueAt(source.value, [...input, key]) !== undefined,
  )
  if (given.length === 1 || typeof valueAt(source.value, input) !== 'object') return []
  const has = given.length === 0 ? 'neither "default" nor' : 'both "default" and'
  const mend = given.length === 0 ? 'add one of the two' : 'keep one of the two'
  return [problemAt(source.valueAt(input), `the input has ${has} "default_of"`, mend)]
}

type Refer = (cell: Cell) => readonly Problem[]

function stepProblems(
  source: YamlSource,
  step: YamlPath,
  limits: Limits,
  refer: Refer,
): readonly Problem[] {
  const outputs = column(source, [...step, 'outputs'], 'name')
  const compared = ['equal', 'ends_if'].flatMap((key) => column(source, [...step, key], 'to'))
  const problems = [
    ...duplicates(outputs, 'output'),
    ...compared.filter(isReference).flatMap(refer),
  ]
  const named = valueAt(source.value, [...step, 'operation'])
  const operation = HTTP_OPERATIONS.find((each) => each === named)
  // An unknown operation is told by the schema; nothing can be said about its fields then.
  if (operation === undefined) {
    const values = column(source, [...step, 'parameters'], 'value')
    return [...problems, ...values.filter(isReference).flatMap(refer)]
  }
  return [
    ...problems,
    ...parameterProblems(source, step, operation, limits, refer),
    ...pointerProblems(source, step, operation, limits),
  ]
}

function parameterProblems(
  source: YamlSource,
  step: YamlPath,
  operation: HttpOperation,
  limits: Limits,
  refer: Refer,
): readonly Problem[] {
  const schema = httpParameters(operation, limits)
  const names = column(source, [...step, 'parameters'], 'name')
  const values = column(source, [...step, 'parameters'], 'value')
  const absent = (schema.required ?? []).filter((name) => !names.some(({ text }) => text === name))
  return [
    ...duplicates(names, 'parameter'),
    ...names.flatMap((name) => unknownParameter(name, operation, Object.keys(schema.properties))),
    ...absent.map((name) =>
      problemAt(
        source.valueAt([...step, 'operation']),
        `the operation ${quoted(operation)} needs the parameter ${quoted(name)}`,
        'add it to "parameters"',
      ),
    ),
    ...values.flatMap((value) => {
      const name = names.find(({ row }) => row === value.row)?.text ?? ''
      const meant = isReference(value) ? givenDefault(source, step, value) : value
      return [
        ...(isReference(value) ? refer(value) : []),
        ...(meant === undefined ? [] : wrongValue(meant, name, schema.properties[name])),
      ]
    }),
  ]
}

function unknownParameter(
  { text, place }: Cell,
  operation: HttpOperation,
  known: readonly string[],
): readonly Problem[] {
  if (known.includes(text)) return []
  const meant = nearest(text, known)
  const choices = known.length === 0 ? 'remove it' : `write one of ${listed(known)}`
  const what = `the operation ${quoted(operation)} has no parameter ${quoted(text)}`
  return [problemAt(place, what, meant === undefined ? choices : `write ${quoted(meant)}`)]
}

/** The default that an author wrote for the input that a value refers to. */
function givenDefault(source: YamlSource, step: YamlPath, { text }: Cell): Cell | undefined {
  const inputs: YamlPath = [...step.slice(0, 2), 'inputs']
  const input = column(source, inputs, 'name').find((each) => `$inputs.${each.text}` === text)
  return column(source, inputs, 'default').find(({ row }) => row === input?.row)
}

const PAGE_IDS = ['id', 'after']

function wrongValue(
  { text, place }: Cell,
  name: string,
  schema: TSchema | undefined,
): readonly Problem[] {
  if (schema === undefined) return []
  if (PAGE_IDS.includes(name)) {
    // Ids are given by the build and differ between corpora: one that is written here may be none.
    const what = `the parameter ${quoted(name)} has the id ${quoted(text)}, which may be no page`
    return [problemAt(place, what, 'use an output of a step, or an input with default_of: page_id')]
  }
  if (Value.Check(schema, schema.type === 'integer' ? Number(text) : text)) return []
  return [
    problemAt(place, `the parameter ${quoted(name)} cannot be ${quoted(text)}`, wanted(schema)),
  ]
}

function wanted(schema: TSchema): string {
  if (schema.type === 'integer') {
    return `write a whole number from ${schema.minimum} to ${schema.maximum}`
  }
  const choices: readonly TSchema[] = schema.anyOf ?? []
  const names = choices.map((choice) => String(choice.const))
  return names.length > 0 ? `write one of ${listed(names)}` : 'write a value that it takes'
}

/** Each pointer leads to a field of the answer, and an output only to one that is surely there. */
function pointerProblems(
  source: YamlSource,
  step: YamlPath,
  operation: HttpOperation,
  limits: Limits,
): readonly Problem[] {
  const answer = httpAnswer(operation, limits)
  const present = column(source, [...step, 'present'])
  const outputs = column(source, [...step, 'outputs'], 'at')
  const compared = ['equal', 'ends_if'].flatMap((key) => column(source, [...step, key], 'at'))
  return [...present, ...compared, ...outputs].flatMap((cell) => {
    const { text, place } = cell
    const found = atPointer(answer, text)
    if (found.state === 'absent') {
      const what = `the answer of ${quoted(operation)} has nothing at ${quoted(text)}`
      return [problemAt(place, what, `write one of ${listed(found.known)} in place of ${found.at}`)]
    }
    const sure = found.state === 'required' || present.some((other) => other.text === text)
    if (sure || !outputs.includes(cell)) return []
    const what = `the output at ${quoted(text)} may be missing from an answer`
    return [problemAt(place, what, 'add the pointer to "present"')]
  })
}

function unknownReference(text: string, place: Cell['place'], known: Set<string>): Problem {
  const meant = nearest(text, known)
  const choices = known.size === 0 ? 'write a value' : `write one of ${listed([...known])}`
  return problemAt(
    place,
    `nothing before this gives ${quoted(text)}`,
    meant === undefined ? choices : `write ${quoted(meant)}`,
  )
}

function isReference({ text }: Cell): boolean {
  return text.startsWith('$')
}

function limitsOf(source: YamlSource): Limits {
  const most = valueAt(source.value, ['limits', 'search_limit_max'])
  return { searchLimitDefault: 1, searchLimitMax: typeof most === 'number' ? most : 1 }
}

function rows(source: YamlSource, list: YamlPath): readonly number[] {
  return Array.from({ length: rowsOf(source, list) }, (_, row) => row)
}
