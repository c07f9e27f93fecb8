import { parseYaml, type YamlPath } from '../../app/text/source_text/yaml.ts'
import { readArazzo, type Step } from './arazzo_document.ts'
import { type DescribedOperation, readOpenapi } from './openapi_document.ts'

/**
 * What no Arazzo linter finds: a step whose operation or parameter is not in the OpenAPI
 * description, a value that no step provides, a stale version. Each with its place in the file.
 */
export function findArazzoFaults(arazzo: string, openapi: string): readonly string[] {
  const document = readArazzo(arazzo)
  const { source } = parseYaml('workflows.arazzo.yaml', arazzo)
  const { content, operations } = readOpenapi(openapi)
  const locate = (path: YamlPath, what: string): string => {
    const { file, line, column } = source.locateValue(path)
    return `${file}:${line}:${column}: ${what}`
  }
  const { version } = content.info as { version: string }
  const versions =
    document.info.version === version
      ? []
      : [locate(['info', 'version'], 'version differs from OpenAPI')]
  const steps = document.workflows.flatMap(({ steps: all, inputs, outputs }, at) => {
    const known = new Set(Object.keys(inputs?.properties ?? {}).map((name) => `$inputs.${name}`))
    const path: YamlPath = ['workflows', at]
    const faults = all.flatMap((step, number) => {
      const here: YamlPath = [...path, 'steps', number]
      const found = findStepFaults(step, operations, known, (inner, what) =>
        locate([...here, ...inner], what),
      )
      for (const name of Object.keys(step.outputs ?? {})) {
        known.add(`$steps.${step.stepId}.outputs.${name}`)
      }
      return found
    })
    const unknown = Object.entries(outputs ?? {})
      .filter(([, value]) => !known.has(value))
      .map(([name, value]) => locate([...path, 'outputs', name], `no source for ${value}`))
    return [...faults, ...unknown]
  })
  return [...versions, ...steps]
}

type LocateFault = (path: YamlPath, what: string) => string

function findStepFaults(
  step: Step,
  operations: readonly DescribedOperation[],
  known: ReadonlySet<string>,
  locate: LocateFault,
): readonly string[] {
  const operation = operations.find(({ id }) => id === step.operationId)
  if (operation === undefined) return [locate(['operationId'], `no operation ${step.operationId}`)]
  const given = step.parameters ?? []
  const parameters = given.flatMap(({ name, in: place, value }, at) => {
    const described = operation.parameters.find((each) => each.name === name && each.in === place)
    const missing = described === undefined ? [`no parameter ${name} in ${place}`] : []
    const empty = isReference(value) && !known.has(value) ? [`no source for ${value}`] : []
    return [...missing, ...empty].map((what) => locate(['parameters', at], what))
  })
  const path = operation.parameters.filter((each) => each.in === 'path')
  const absent = path
    .filter(({ name }) => !given.some((each) => each.name === name))
    .map(({ name }) => locate(['operationId'], `no value for ${name}`))
  return [...parameters, ...absent]
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('$')
}
