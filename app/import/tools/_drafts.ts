import type { BusinessRegistry, BusinessTool } from '../../contract/business.ts'
import { readText } from '../../docs/api_reference/values.ts'
import { type Answer, readAnswer } from './_answers.ts'
import { type Case, note, refuse } from './_case.ts'
import { type Inputs, readInputs } from './_inputs.ts'
import { boundName, cutText, toSnakeCase } from './_words.ts'

/** A tool for an operation, and the entry of its records where the registry has none yet. */
export type Draft = {
  readonly tool: BusinessTool
  readonly record: BusinessRegistry['records'][number] | undefined
}

/** Names of tools that every host takes. */
const NAME_CHARACTERS_MAX = 64
const RESULT_BYTES_MAX = 65_536

/** The tool of an operation; what is wrong with it is added to the case. */
export function draftTool(here: Case, records: BusinessRegistry['records']): Draft | undefined {
  const { operation, problems } = here
  const inputs = readInputs(here)
  const answer = readAnswer(here, records)
  const idempotency = chooseKeys(here, inputs)
  if (problems.length > 0) return undefined
  const isRead = operation.method === 'GET'
  const name = nameTool(here)
  if (operation.value.deprecated === true) note(here, 'the document marks it as deprecated')
  return {
    tool: {
      name,
      title: describeTitle(here),
      description: describeTool(here),
      scope: isRead ? 'mcp:business:read' : 'mcp:business:write',
      kind: isRead ? 'read' : 'write',
      operation: `api.${boundName(toSnakeCase(name) || 'call', 60)}`,
      http: writeBinding(here, inputs, answer),
      records: answer === undefined ? [] : [answer.answer.type],
      annotations: annotate(operation.method),
      input_schema: {
        type: 'object',
        properties: inputs.properties,
        required: inputs.required,
        additionalProperties: false,
      },
      hold: isRead ? 'domain' : (here.choices.hold ?? 'always'),
      idempotency,
      result_bytes_max: RESULT_BYTES_MAX,
    },
    record: answer?.entry,
  }
}

function nameTool({ operation: { id }, choices: { name } }: Case): string {
  return name ?? boundName(toSnakeCase(id) || 'call', NAME_CHARACTERS_MAX)
}

function describeTitle({ operation: { id, value } }: Case): string {
  return cutText(readText(value.summary), 120) || id
}

function describeTool({ operation: { method, path, value } }: Case): string {
  const text = readText(value.description) || readText(value.summary)
  return cutText(text, 600) || `Calls ${method} ${path}.`
}

type Method = NonNullable<BusinessTool['http']>['method']

function writeBinding(
  { operation: { method, path } }: Case,
  { rows }: Inputs,
  answer: Answer | undefined,
) {
  return {
    // Only these methods are read from a document.
    method: method as Method,
    path,
    inputs: rows,
    ...(answer === undefined ? {} : { answer: answer.answer }),
  }
}

function annotate(method: string): BusinessTool['annotations'] {
  return {
    readOnlyHint: method === 'GET',
    destructiveHint: method !== 'GET' && method !== 'POST',
    idempotentHint: method !== 'POST' && method !== 'PATCH',
    openWorldHint: false,
  }
}

/** PUT and DELETE are the same twice. Any other change needs an API that knows a key again. */
function chooseKeys(here: Case, { takesKey }: Inputs): BusinessTool['idempotency'] {
  const {
    operation: { method },
    choices: { idempotency },
  } = here
  if (method === 'GET') return 'none'
  const isSafe = method === 'PUT' || method === 'DELETE'
  if (idempotency !== undefined && (idempotency !== 'none' || isSafe)) return idempotency
  if (isSafe || takesKey) return 'optional'
  const what = `a repeated ${method} may change something twice, and it takes no Idempotency-Key`
  const fix = 'make the API honour that header, then use --idempotency required'
  refuse(here, undefined, what, fix)
  return 'required'
}
