import type { TSchema } from '@sinclair/typebox'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { Limits } from '../../../contract/limits.ts'
import { type HttpOperation, httpRoute } from '../../../contract/operations/mod.ts'
import { ARAZZO_REVISION } from '../../../contract/protocol.ts'
import { PUBLIC_ERROR_STATUS } from '../../../contract/public_error.ts'
import type { Registry, WorkflowEntry } from '../../../contract/registry.ts'
import type {
  InputSample,
  WorkflowInput,
  WorkflowStep,
} from '../../../contract/registry_workflows.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { sampleCapability, samplePage, sampleQuery } from './_samples.ts'

/** Path of the Arazzo description below the base address (contract 4.4). */
export const ARAZZO_FILE = 'developers/workflows.arazzo.yaml'

type ArazzoFacts = {
  readonly generated: string
  /** The limits in force, which the values of steps respect. */
  readonly limits: Limits
}

/**
 * `developers/workflows.arazzo.yaml`: three ordered workflows over the public API (contract 2).
 * Steps name the operations of the OpenAPI description next to it, so the two change together.
 */
export function describeArazzo(corpus: Corpus, facts: ArazzoFacts): JsonObject {
  const { registry } = corpus
  return {
    arazzo: ARAZZO_REVISION,
    info: {
      title: `${registry.service.title} documentation workflows`,
      summary: 'Ordered workflows over the public documentation API.',
      description: ABOUT,
      version: registry.service.version,
      'x-generated': facts.generated,
    },
    sourceDescriptions: [{ name: 'publicDocs', url: './openapi.yaml', type: 'openapi' }],
    workflows: registry.workflows.map((entry) => describeWorkflow(entry, corpus, facts.limits)),
    components: { failureActions: { [BACK_OFF]: describeBackOff() } },
  }
}

const ABOUT =
  'Each workflow runs as is: it needs no credentials, changes nothing, and every input has a ' +
  'default from this corpus. A step whose criteria fail ends the workflow. A rate-limited step ' +
  '(429) is retried after a fixed wait, because the service does not name one.'

function describeWorkflow(entry: WorkflowEntry, corpus: Corpus, limits: Limits): object {
  const { id, title, description, inputs, steps, outputs } = entry
  return {
    workflowId: id,
    summary: title,
    description,
    ...(inputs === undefined ? {} : { inputs: describeInputs(inputs, corpus) }),
    steps: steps.map((step) => describeStep(step, corpus.registry, limits)),
    ...(outputs === undefined
      ? {}
      : { outputs: Object.fromEntries(outputs.map(({ name, from }) => [name, from])) }),
  }
}

function describeInputs(inputs: readonly WorkflowInput[], corpus: Corpus): object {
  const properties = inputs.map((input) => {
    const value = input.default ?? pickSample(input.default_of, corpus)
    const schema = { type: 'string', minLength: 1, description: input.description }
    return [input.name, value === undefined ? schema : { ...schema, default: value }] as const
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** A real value, so that a workflow runs as is. */
function pickSample(sample: InputSample | undefined, corpus: Corpus): string | undefined {
  switch (sample) {
    case undefined:
      return undefined
    case 'version':
      return corpus.registry.service.version
    case 'page_title':
      return sampleQuery(corpus)?.text
    case 'page_id':
      return samplePage(corpus)?.record.id
    case 'capability_id':
      return sampleCapability(corpus)?.id
  }
}

type Comparison = { readonly at: string; readonly to: string }

/** Name of the shared failure action for rate-limited steps. */
const BACK_OFF = 'backOff'

/** A Step Object, with simple conditions and JSON Pointers only: all runners agree on those. */
function describeStep(step: WorkflowStep, registry: Registry, limits: Limits): object {
  const { id, description, operation, parameters, outputs, ends_if: endsIf } = step
  return {
    stepId: id,
    description,
    operationId: operationIdOf(operation, registry),
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map((each) => describeParameter(each, operation, limits)) }),
    successCriteria: [
      { condition: '$statusCode == 200' },
      ...(step.present ?? []).map((at) => ({ condition: `${bodyExpression(at)} != null` })),
      ...(step.equal ?? []).map(describeComparison),
    ],
    ...(endsIf === undefined
      ? {}
      : { onSuccess: [{ name: 'done', type: 'end', criteria: endsIf.map(describeComparison) }] }),
    onFailure: [{ reference: `$components.failureActions.${BACK_OFF}` }],
    ...(outputs === undefined
      ? {}
      : { outputs: Object.fromEntries(outputs.map(({ name, at }) => [name, bodyExpression(at)])) }),
  }
}

/** The wait is fixed: no response header says how long to wait (contract 8). */
function describeBackOff(): object {
  return {
    name: BACK_OFF,
    type: 'retry',
    retryAfter: 15,
    retryLimit: 4,
    criteria: [{ condition: `$statusCode == ${PUBLIC_ERROR_STATUS.rate_limited}` }],
  }
}

function operationIdOf(operation: HttpOperation, registry: Registry): string {
  const entry = registry.operations.find((each) => each.operation === operation)
  if (entry === undefined)
    throw new Error(`Cannot name operation "${operation}": not in the registry`)
  return entry.id
}

function describeParameter(
  { name, value }: { readonly name: string; readonly value: string },
  operation: HttpOperation,
  limits: Limits,
): object {
  const properties: Readonly<Record<string, TSchema>> =
    httpRoute(operation).parameters(limits).properties
  return { name, in: httpRoute(operation).place, value: boundValue(value, properties[name]) }
}

/** A setting may lower a bound below the registry's number; the bound then wins. */
function boundValue(value: string, schema: TSchema | undefined): string | number {
  if (schema?.type !== 'integer' || value.startsWith('$')) return value
  return Math.min(Number(value), Number(schema.maximum))
}

function bodyExpression(pointer: string): string {
  return `$response.body#${pointer}`
}

function describeComparison({ at, to }: Comparison): object {
  // Literals are in single quotes, with quotes inside doubled (Arazzo 1.1, 5.6.12).
  const other = to.startsWith('$') ? to : `'${to.replaceAll("'", "''")}'`
  return { condition: `${bodyExpression(at)} == ${other}` }
}
