import { MCP_REVISIONS, type McpRevision } from '../../../app/contract/protocol.ts'
import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { call, initialize, MODERN, message, type Params } from './calls.ts'

/** A request, the method that its answer is checked as, and what a failing test shows. */
export type Message = {
  readonly method: string
  readonly revision: McpRevision
  readonly request: Request
  readonly title: string
}

/** Requests that together make us send every kind of result, in every revision. */
export function listCalls(docs: PublicDocs): readonly Message[] {
  return MCP_REVISIONS.flatMap((revision) => [
    toMessage(revision, 'initialize', {}, initialize(revision)),
    ...methodCalls(docs).map(([method, params]) => toMessage(revision, method, params)),
    ...toolCalls(docs).map((params) => toMessage(revision, 'tools/call', params)),
  ])
}

function toMessage(
  revision: McpRevision,
  method: string,
  params: Params,
  request: Request = call(revision, method, params),
): Message {
  return { method, revision, request, title: `${revision} ${method} ${JSON.stringify(params)}` }
}

function methodCalls(docs: PublicDocs): readonly (readonly [string, Params])[] {
  const { resources, prompts } = docs.current().registry
  return [
    ['ping', {}],
    ['server/discover', {}],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ...resources.map(({ uri }) => ['resources/read', { uri }] as const),
    ...prompts.map(({ name }) => {
      const args = { question: 'x', feature: 'x' }
      return ['prompts/get', { name, arguments: args }] as const
    }),
  ]
}

/** Each tool with arguments that it answers, and one call that it refuses. */
function toolCalls(docs: PublicDocs): readonly Params[] {
  const { registry, capabilities, pages } = docs.current()
  const listed = pages(1)
  const args: Readonly<Record<string, Params>> = {
    search: { query: 'limit' },
    page: { id: listed.ok ? listed.value.records[0]?.id : 'none' },
    capability: { id: capabilities()[0]?.id },
    operation: { id: registry.operations[0]?.id },
    workflow: { id: registry.workflows[0]?.id },
    event: { type: registry.events.types[0]?.type },
  }
  return [
    ...registry.tools.map(({ name, operation }) => ({ name, arguments: args[operation] ?? {} })),
    { name: 'search_public_docs', arguments: {} },
    { name: 'search_public_docs', arguments: { query: 'zxqvkw' } },
  ]
}

/** Requests that together make us send every kind of error. */
export function listRefusals(): readonly Message[] {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const unversioned = [
    message([ping]),
    message({ ...ping, id: null }),
    message({ ...ping, jsonrpc: '1.0' }),
    message(ping, { 'content-type': 'text/plain' }),
    message(ping, { origin: 'https://evil.example' }),
    message(ping, { 'mcp-protocol-version': 'v999' }),
    initialize('v999'),
    call(MODERN, 'tools/list', { _meta: 'x' }),
    call(MODERN, 'tools/list', {}, { 'mcp-method': 'x' }),
  ].map((request, at) => ({ ...toMessage(MODERN, 'error', {}, request), title: `error ${at}` }))
  return [
    ...unversioned,
    ...MCP_REVISIONS.flatMap((revision) => [
      toMessage(revision, 'nothing', {}),
      toMessage(revision, 'tools/list', { cursor: 'x' }),
      toMessage(
        revision,
        'tools/list',
        {},
        call(revision, 'tools/list', {}, { 'mcp-method': 'x' }),
      ),
      toMessage(revision, 'tools/call', { name: 'none' }),
      toMessage(revision, 'resources/read', { uri: 'lectern://none' }),
      toMessage(revision, 'prompts/get', { name: 'none' }),
    ]),
  ]
}
