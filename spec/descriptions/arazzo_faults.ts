import { parseYaml, type YamlPath } from '../../app/source_text/yaml.ts'
import { readArazzo, type Step } from './arazzo_document.ts'
import { type DescribedOperation, readOpenapi } from './openapi_document.ts'

/**
 * What no linter of Arazzo sees: a step whose operation, parameter or vocabulary the OpenAPI
 * description does not have, a value that nothing gives, a version of another day. Each with its
 * place in the file.
 */
export function arazzoFaults(arazzo: string, openapi: string): readonly string[] {
  const document = readArazzo(arazzo)
  const { source } = parseYaml('workflows.arazzo.yaml', arazzo)
  const { content, operations } = readOpenapi(openapi)
  const tell = (path: YamlPath, what: string): string => {
    const { file, line, column } = source.locateValue(path)
    return `${file}:${line}:${column}: ${what}`
  }
  const { version } = content.info as { version: string }
  const versions =
    document.info.version === version ? [] : [tell(['info', 'version'], 'is another version')]
  const steps = document.workflows.flatMap(({ steps: all, inputs, outputs }, at) => {
    const known = new Set(Object.keys(inputs?.properties ?? {}).map((name) => `$inputs.${name}`))
    const path: YamlPath = ['workflows', at]
    const faults = all.flatMap((step, number) => {
      const here: YamlPath = [...path, 'steps', number]
      const found = stepFaults(step, operations, known, (inner, what) =>
        tell([...here, ...inner], what),
      )
      for (const name of Object.keys(step.outputs ?? {})) {
        known.add(`$steps.${step.stepId}.outputs.${name}`)
      }
      return found
    })
    const unknown = Object.entries(outputs ?? {})
      .filter(([, value]) => !known.has(value))
      .map(([name, value]) => tell([...path, 'outputs', name], `nothing gives ${value}`))
    return [...faults, ...unknown]
  })
  return [...versions, ...steps]
}

type Tell = (path: YamlPath, what: string) => string

function stepFaults(
  step: Step,
  operations: readonly DescribedOperation[],
  known: ReadonlySet<string>,
  tell: Tell,
): readonly string[] {
  const operation = operations.find(({ id }) => id === step.operationId)
  if (operation === undefined) return [tell(['operationId'], `no operation ${step.operationId}`)]
  const given = step.parameters ?? []
  const parameters = given.flatMap(({ name, in: place, value }, at) => {
    const described = operation.parameters.find((each) => each.name === name && each.in === place)
    const missing = described === undefined ? [`no parameter ${name} in ${place}`] : []
    const empty = isReference(value) && !known.has(value) ? [`nothing gives ${value}`] : []
    return [...missing, ...empty].map((what) => tell(['parameters', at], what))
  })
  const path = operation.parameters.filter((each) => each.in === 'path')
  const absent = path
    .filter(({ name }) => !given.some((each) => each.name === name))
    .map(({ name }) => tell(['operationId'], `no value for ${name}`))
  return [...parameters, ...absent]
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('$')
}
