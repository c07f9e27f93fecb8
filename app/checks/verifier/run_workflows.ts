import type { JsonObject } from '../../contract/json_rpc.ts'
import { COUNTS } from '../../contract/registry_words.ts'
import type { Answer } from './exchange.ts'
import { evaluate, evaluateCondition, type Scope } from './expressions.ts'
import { type Check, type Checks, quoteValue } from './findings.ts'
import { at, membersAt, objectsAt, parseJson, textAt } from './json.ts'
import { addressOf, type DescribedOperation, readOperations } from './openapi.ts'
import type { Reading } from './reading.ts'

const WHERE = 'developers/workflows.arazzo.yaml'

/** What this runner supports; a document that uses more is reported, not passed. */
const SUPPORTED = {
  workflow: ['workflowId', 'summary', 'description', 'inputs', 'steps', 'outputs'],
  step: [
    'stepId',
    'description',
    'operationId',
    'parameters',
    'successCriteria',
    'onSuccess',
    'onFailure',
    'outputs',
  ],
  parameter: ['name', 'in', 'value'],
  criterion: ['condition'],
  action: ['name', 'type', 'criteria'],
} as const

/** Runs the workflows of a document (Arazzo 1.1.0). */
export async function runWorkflows({ files, client }: Reading, checks: Checks): Promise<void> {
  const { arazzo: document, openapi } = files
  if (document === undefined || openapi === undefined) return
  const check = checks.of('workflows')
  const operations = new Map(readOperations(openapi).map((each) => [each.id, each]))
  const workflows = objectsAt(document, 'workflows')
  check.equal(WHERE, 'number of workflows', COUNTS.workflows, workflows.length)
  await Promise.all(
    workflows.map(async (workflow) => {
      const id = textAt(workflow, 'workflowId') ?? '?'
      checkMembers(`workflow ${id}`, workflow, SUPPORTED.workflow, check)
      await runWorkflow(workflow, { id, document, operations, client, check })
    }),
  )
}

type WorkflowRun = {
  readonly id: string
  readonly document: JsonObject
  readonly operations: ReadonlyMap<string, DescribedOperation>
  readonly client: Reading['client']
  readonly check: Check
}

async function runWorkflow(workflow: JsonObject, run: WorkflowRun): Promise<void> {
  const inputs = new Map<string, unknown>()
  for (const [name, schema] of membersAt(workflow, 'inputs', 'properties')) {
    inputs.set(name, at(schema, 'default'))
  }
  const outputs = new Map<string, unknown>()
  for (const step of objectsAt(workflow, 'steps')) {
    const outcome = await runStep(step, { inputs, outputs }, run)
    // A workflow that failed or ended early has not made every output.
    if (outcome !== 'continued') return
  }
  for (const [name, expression] of membersAt(workflow, 'outputs')) {
    const value = evaluate(String(expression), { inputs, outputs, answer: undefined, body: null })
    const isMade = value !== undefined
    run.check.equal(WHERE, `workflow ${run.id}: output ${name} is made`, true, isMade)
  }
}

type StepInputs = Pick<Scope, 'inputs'> & { readonly outputs: Map<string, unknown> }

async function runStep(
  step: JsonObject,
  known: StepInputs,
  run: WorkflowRun,
): Promise<'continued' | 'ended' | 'failed'> {
  const { check } = run
  const stepId = textAt(step, 'stepId') ?? '?'
  const what = `workflow ${run.id}, step ${stepId}`
  checkMembers(what, step, SUPPORTED.step, check)
  for (const action of objectsAt(step, 'onFailure')) checkFailureAction(what, action, run)
  const operation = run.operations.get(textAt(step, 'operationId') ?? '')
  if (operation === undefined) {
    check.fail(WHERE, what, 'an operation of openapi.yaml', quoteValue(at(step, 'operationId')))
    return 'failed'
  }
  const answer = await callStep(step, operation, known, what, run)
  if (answer === undefined) return 'failed'
  const scope: Scope = { ...known, answer, body: parseJson(answer.text) }
  for (const criterion of objectsAt(step, 'successCriteria')) {
    checkMembers(what, criterion, SUPPORTED.criterion, check)
    const condition = textAt(criterion, 'condition') ?? ''
    if (!check.equal(WHERE, `${what}: ${condition}`, true, evaluateCondition(condition, scope)))
      return 'failed'
  }
  if (objectsAt(step, 'successCriteria').length === 0) {
    if (!check.equal(WHERE, `${what}: HTTP status`, 200, answer.status)) return 'failed'
  }
  for (const action of objectsAt(step, 'onSuccess')) {
    checkMembers(what, action, SUPPORTED.action, check)
    if (textAt(action, 'type') !== 'end') {
      check.fail(WHERE, `${what}: onSuccess`, 'type end', quoteValue(action.type))
      return 'failed'
    }
    const criteria = objectsAt(action, 'criteria')
    if (
      criteria.every((each) => evaluateCondition(textAt(each, 'condition') ?? '', scope) === true)
    ) {
      return 'ended'
    }
  }
  return keepOutputs(step, stepId, what, { scope, known, check }) ? 'continued' : 'failed'
}

function keepOutputs(
  step: JsonObject,
  stepId: string,
  what: string,
  {
    scope,
    known,
    check,
  }: { readonly scope: Scope; readonly known: StepInputs; readonly check: Check },
): boolean {
  let complete = true
  for (const [name, expression] of membersAt(step, 'outputs')) {
    const value = evaluate(String(expression), scope)
    known.outputs.set(`${stepId}.${name}`, value)
    if (value !== undefined) continue
    check.fail(WHERE, `${what}: output ${name}`, String(expression), 'no value')
    complete = false
  }
  return complete
}

async function callStep(
  step: JsonObject,
  operation: DescribedOperation,
  known: StepInputs,
  what: string,
  { client, check }: WorkflowRun,
): Promise<Answer | undefined> {
  const values: Record<string, string> = {}
  const headers: Record<string, string> = {}
  for (const parameter of objectsAt(step, 'parameters')) {
    checkMembers(what, parameter, SUPPORTED.parameter, check)
    const name = textAt(parameter, 'name') ?? ''
    const place = textAt(parameter, 'in') ?? ''
    const isDescribed = operation.parameters.some(
      (each) => each.name === name && each.place === place,
    )
    if (!isDescribed) {
      check.fail(WHERE, `${what}: parameter ${name}`, `one in ${operation.id}`, `none in ${place}`)
      return undefined
    }
    const value = evaluate(String(parameter.value), { ...known, answer: undefined, body: null })
    if (value === undefined) {
      check.fail(WHERE, `${what}: parameter ${name}`, 'a value', quoteValue(parameter.value))
      return undefined
    }
    if (place === 'header') headers[name] = String(value)
    else values[name] = String(value)
  }
  return await client.call(addressOf(operation, values), { headers, limit: 'public' })
}

/** Retries need no code here: the client repeats calls that met the rate limit. */
function checkFailureAction(
  what: string,
  action: JsonObject,
  { document, check }: WorkflowRun,
): void {
  const named = /^\$components\.failureActions\.(.+)$/.exec(textAt(action, 'reference') ?? '')?.[1]
  const found = named === undefined ? action : at(document, 'components', 'failureActions', named)
  const type = textAt(found, 'type')
  if (type === 'end' || type === 'retry') return
  check.fail(WHERE, `${what}: onFailure`, 'a supported action', quoteValue(found))
}

function checkMembers(
  what: string,
  object: JsonObject,
  known: readonly string[],
  check: Check,
): void {
  for (const name of Object.keys(object)) {
    if (name.startsWith('x-') || known.includes(name)) continue
    check.fail(WHERE, `${what}: "${name}"`, 'a supported member', 'an unsupported one')
  }
}
