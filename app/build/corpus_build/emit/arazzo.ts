import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { Limits } from '../../../contract/limits.ts'
import { ARAZZO_REVISION } from '../../../contract/protocol.ts'
import type { WorkflowEntry } from '../../../contract/registry.ts'
import type { InputSample, WorkflowInput } from '../../../contract/registry_workflows.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { BACK_OFF, describeBackOff, describeStep } from './_arazzo_steps.ts'
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
