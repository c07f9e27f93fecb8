import type { ArazzoDocument, Criterion, Step } from './arazzo_document.ts'
import type { OpenapiDocument } from './openapi_document.ts'

type Values = Map<string, unknown>
type Answer = { readonly status: number; readonly body: unknown }

export type WorkflowRun = {
  readonly steps: readonly string[]
  readonly outputs: Readonly<Record<string, unknown>>
}

/**
 * Runs one workflow as the Arazzo specification says. `respect` does not resolve inputs in the
 * criteria of an action, so its runs never end early.
 */
export async function runWorkflow(
  arazzo: ArazzoDocument,
  openapi: OpenapiDocument,
  workflowId: string,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<WorkflowRun> {
  const workflow = arazzo.workflows.find((each) => each.workflowId === workflowId)
  if (workflow === undefined) throw new Error(`Cannot run "${workflowId}": not in the description`)
  const values: Values = new Map()
  for (const [name, schema] of Object.entries(workflow.inputs?.properties ?? {})) {
    values.set(`$inputs.${name}`, inputs[name] ?? schema.default)
  }
  const steps: string[] = []
  for (const step of workflow.steps) {
    const answer = await callOperation(step, openapi, values)
    steps.push(step.stepId)
    const failed = step.successCriteria.filter((criterion) => !isMet(criterion, answer, values))
    if (failed.length > 0) throw new Error(`${step.stepId} failed: ${JSON.stringify(failed)}`)
    for (const [name, expression] of Object.entries(step.outputs ?? {})) {
      values.set(`$steps.${step.stepId}.outputs.${name}`, evaluate(expression, answer, values))
    }
    const ends = step.onSuccess?.some(({ type, criteria }) => {
      return type === 'end' && criteria.every((criterion) => isMet(criterion, answer, values))
    })
    if (ends === true) break
  }
  const outputs = Object.entries(workflow.outputs ?? {}).map(([name, from]) => [
    name,
    values.get(from),
  ])
  return { steps, outputs: Object.fromEntries(outputs) }
}

async function callOperation(
  step: Step,
  openapi: OpenapiDocument,
  values: Values,
): Promise<Answer> {
  const operation = openapi.operations.find(({ id }) => id === step.operationId)
  if (operation === undefined)
    throw new Error(`Cannot call "${step.operationId}": not in the description`)
  const [server] = openapi.content.servers as readonly { url: string }[]
  let path = operation.path
  const query = new URLSearchParams()
  for (const { name, in: place, value } of step.parameters ?? []) {
    const text = typeof value === 'string' && value.startsWith('$') ? values.get(value) : value
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(text)))
    else query.set(name, String(text))
  }
  const answer = await fetch(`${server?.url}${path}?${query}`, { method: operation.method })
  return { status: answer.status, body: await answer.json() }
}

function isMet({ condition }: Criterion, answer: Answer, values: Values): boolean {
  const parts = /^(\S+) (==|!=) (.+)$/.exec(condition)
  if (parts === null) throw new Error(`Cannot evaluate "${condition}": not a simple condition`)
  const [, left = '', sign, right = ''] = parts
  const equal = evaluate(left, answer, values) === evaluate(right, answer, values)
  return sign === '==' ? equal : !equal
}

function evaluate(expression: string, { status, body }: Answer, values: Values): unknown {
  if (expression === '$statusCode') return status
  if (expression.startsWith('$response.body#')) {
    return resolvePointer(body, expression.slice('$response.body#'.length))
  }
  if (expression.startsWith('$')) return values.get(expression)
  if (expression.startsWith("'")) return expression.slice(1, -1).replaceAll("''", "'")
  return JSON.parse(expression) as unknown
}

// Conditions compare with null, so a missing member reads as null.
function resolvePointer(value: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1)
  return parts.reduce<unknown>(
    (inner, part) => (inner as Readonly<Record<string, unknown>> | null)?.[part] ?? null,
    value,
  )
}
