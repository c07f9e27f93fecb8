import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { MCP_REVISIONS, type McpRevision } from '../../../app/contract/protocol.ts'
import { type Need, needs } from '../../requirements/verifies.ts'
import { ROOT } from '../../support/repository.ts'
import type { Fields } from './endpoint.ts'

/** The published schemas of the protocol are beside the project, which does not copy them. */
const FOLDER = resolve(ROOT, '../shared/data/schemas/mcp')

export const PUBLISHED_SCHEMAS: Need = needs(
  'the published schemas of the Model Context Protocol',
  MCP_REVISIONS.every((revision) => existsSync(fileOf(revision))),
  'put REVISION.schema.json of its repository into ../shared/data/schemas/mcp/ beside the project',
)

/** Definition of the result of each method; `EmptyResult` is bare in every revision. */
const RESULTS: Readonly<Record<string, string>> = {
  'server/discover': 'DiscoverResult',
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
}

const validators = new Map<string, ValidateFunction>()

/** Faults that the published schema of a revision finds in one of our messages. */
export function findSchemaFaults(
  revision: McpRevision,
  method: string,
  body: Fields,
): readonly string[] {
  if (body.error !== undefined) return findFaults(revision, errorName(revision), body)
  const envelope = revision.startsWith('2025-0') ? 'JSONRPCResponse' : 'JSONRPCResultResponse'
  // The current revision has dropped the handshake that the contract keeps.
  const handshake = method === 'initialize' && revision === '2026-07-28'
  const result = handshake ? 'Result' : (RESULTS[method] ?? 'Result')
  return [
    ...findFaults(revision, 'JSONRPCMessage', body),
    ...findFaults(revision, envelope, body),
    ...findFaults(revision, result, body.result),
  ]
}

function errorName(revision: McpRevision): string {
  return revision.startsWith('2025-0') ? 'JSONRPCError' : 'JSONRPCErrorResponse'
}

function findFaults(revision: McpRevision, definition: string, value: unknown): readonly string[] {
  const validate = validator(revision, definition)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${revision} ${definition}${instancePath}: ${message}`,
  )
}

function validator(revision: McpRevision, definition: string): ValidateFunction {
  const key = `${revision} ${definition}`
  const known = validators.get(key)
  if (known !== undefined) return known
  const schema = JSON.parse(readFileSync(fileOf(revision), 'utf8'))
  const folder = '$defs' in schema ? '$defs' : 'definitions'
  const ajv = folder === '$defs' ? new Ajv2020({ strict: false }) : new Ajv({ strict: false })
  addFormats(ajv)
  ajv.addSchema(schema, 'mcp')
  const validate = ajv.compile({ $ref: `mcp#/${folder}/${definition}` })
  validators.set(key, validate)
  return validate
}

function fileOf(revision: McpRevision): string {
  return resolve(FOLDER, `${revision}.schema.json`)
}
