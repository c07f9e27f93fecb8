import type { JsonObject } from '../contract/json_rpc.ts'
import type { Answer, Client } from './client.ts'
import { evaluate, holds, type Scope } from './expressions.ts'
import { type Book, shown } from './findings.ts'
import { at, membersAt, objectsAt, parsedJson, textAt } from './json.ts'
import { addressOf, type DescribedOperation, readOperations } from './openapi.ts'

const WHERE = 'developers/workflows.arazzo.yaml'

/** What this runner knows; a document that uses more is told so, not passed. */
const KNOWN = {
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

/** Runs the workflows of an Arazzo document one after the other (Arazzo 1.1.0). */
export async function runWorkflows(
  document: JsonObject,
  openapi: JsonObject,
  client: Client,
  book: Book,
): Promise<void> {
  const operations = new Map(readOperations(openapi).map((each) => [each.id, each]))
  const workflows = objectsAt(document, 'workflows')
  book.equal(WHERE, 'number of workflows', 3, workflows.length)
  await Promise.all(
    workflows.map(async (workflow) => {
      const id = textAt(workflow, 'workflowId') ?? '?'
      foreignMembers(`workflow ${id}`, workflow, KNOWN.workflow, book)
      await runWorkflow(workflow, { id, document, operations, client, book })
    }),
  )
}

type Run = {
  readonly id: string
  readonly document: JsonObject
  readonly operations: ReadonlyMap<string, DescribedOperation>
  readonly client: Client
  readonly book: Book
}

async function runWorkflow(workflow: JsonObject, run: Run): Promise<void> {
  const inputs = new Map<string, unknown>()
  for (const [name, schema] of membersAt(workflow, 'inputs', 'properties')) {
    inputs.set(name, at(schema, 'default'))
  }
  const outputs = new Map<string, unknown>()
  for (const step of objectsAt(workflow, 'steps')) {
    const went = await runStep(step, { inputs, outputs }, run)
    if (went === 'failed') return
    // A workflow that ended early has not made every output.
    if (went === 'ended') return
  }
  for (const [name, expression] of membersAt(workflow, 'outputs')) {
    const value = evaluate(String(expression), { inputs, outputs, answer: undefined, body: null })
    const isMade = value !== undefined
    run.book.equal(WHERE, `workflow ${run.id}: output ${name} is made`, true, isMade)
  }
}

type Known = Pick<Scope, 'inputs'> & { readonly outputs: Map<string, unknown> }

async function runStep(
  step: JsonObject,
  known: Known,
  run: Run,
): Promise<'went on' | 'ended' | 'failed'> {
  const { book } = run
  const stepId = textAt(step, 'stepId') ?? '?'
  const what = `workflow ${run.id}, step ${stepId}`
  foreignMembers(what, step, KNOWN.step, book)
  for (const action of objectsAt(step, 'onFailure')) knownFailure(what, action, run)
  const operation = run.operations.get(textAt(step, 'operationId') ?? '')
  if (operation === undefined) {
    book.wrong(WHERE, what, 'an operation of openapi.yaml', shown(at(step, 'operationId')))
    return 'failed'
  }
  const answer = await callStep(step, operation, known, what, run)
  if (answer === undefined) return 'failed'
  const scope: Scope = { ...known, answer, body: parsedJson(answer.text) }
  for (const criterion of objectsAt(step, 'successCriteria')) {
    foreignMembers(what, criterion, KNOWN.criterion, book)
    const condition = textAt(criterion, 'condition') ?? ''
    if (!book.equal(WHERE, `${what}: ${condition}`, true, holds(condition, scope))) return 'failed'
  }
  if (objectsAt(step, 'successCriteria').length === 0) {
    if (!book.equal(WHERE, `${what}: HTTP status`, 200, answer.status)) return 'failed'
  }
  for (const action of objectsAt(step, 'onSuccess')) {
    foreignMembers(what, action, KNOWN.action, book)
    if (textAt(action, 'type') !== 'end') {
      book.wrong(WHERE, `${what}: onSuccess`, 'type end', shown(action.type))
      return 'failed'
    }
    const criteria = objectsAt(action, 'criteria')
    if (criteria.every((each) => holds(textAt(each, 'condition') ?? '', scope) === true)) {
      return 'ended'
    }
  }
  return keepOutputs(step, stepId, what, { scope, known, book }) ? 'went on' : 'failed'
}

function keepOutputs(
  step: JsonObject,
  stepId: string,
  what: string,
  { scope, known, book }: { readonly scope: Scope; readonly known: Known; readonly book: Book },
): boolean {
  let complete = true
  for (const [name, expression] of membersAt(step, 'outputs')) {
    const value = evaluate(String(expression), scope)
    known.outputs.set(`${stepId}.${name}`, value)
    if (value !== undefined) continue
    book.wrong(WHERE, `${what}: output ${name}`, String(expression), 'nothing there')
    complete = false
  }
  return complete
}

async function callStep(
  step: JsonObject,
  operation: DescribedOperation,
  known: Known,
  what: string,
  { client, book }: Run,
): Promise<Answer | undefined> {
  const values: Record<string, string> = {}
  const headers: Record<string, string> = {}
  for (const parameter of objectsAt(step, 'parameters')) {
    foreignMembers(what, parameter, KNOWN.parameter, book)
    const name = textAt(parameter, 'name') ?? ''
    const place = textAt(parameter, 'in') ?? ''
    const isDescribed = operation.parameters.some(
      (each) => each.name === name && each.place === place,
    )
    if (!isDescribed) {
      book.wrong(WHERE, `${what}: parameter ${name}`, `one in ${operation.id}`, `none in ${place}`)
      return undefined
    }
    const value = evaluate(String(parameter.value), { ...known, answer: undefined, body: null })
    if (value === undefined) {
      book.wrong(WHERE, `${what}: parameter ${name}`, 'a value', shown(parameter.value))
      return undefined
    }
    if (place === 'header') headers[name] = String(value)
    else values[name] = String(value)
  }
  return await client.call(addressOf(operation, values), { headers, limit: 'public' })
}

/** A step that met the rate limit is tried again by the client itself, as by every call here. */
function knownFailure(what: string, action: JsonObject, { document, book }: Run): void {
  const named = /^\$components\.failureActions\.(.+)$/.exec(textAt(action, 'reference') ?? '')?.[1]
  const found = named === undefined ? action : at(document, 'components', 'failureActions', named)
  const type = textAt(found, 'type')
  if (type === 'end' || type === 'retry') return
  book.wrong(WHERE, `${what}: onFailure`, 'an action that verify can take', shown(found))
}

function foreignMembers(
  what: string,
  object: JsonObject,
  known: readonly string[],
  book: Book,
): void {
  for (const name of Object.keys(object)) {
    if (name.startsWith('x-') || known.includes(name)) continue
    book.wrong(WHERE, `${what}: "${name}"`, 'a member that verify can run', 'one that it cannot')
  }
}
