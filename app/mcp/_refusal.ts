import { JSON_RPC_CODES, type JsonRpcError, type JsonRpcRefusal } from '../contract/json_rpc.ts'
import { MCP_REVISION_CURRENT, MCP_REVISIONS, type McpRevision } from '../contract/protocol.ts'

/** Error codes that the Model Context Protocol adds to those of JSON-RPC. */
const MCP_CODES = {
  header_mismatch: -32020,
  revision_unsupported: -32022,
  /** Only older revisions may see it; 2026-07-28 forbids it (server/resources, error handling). */
  resource_not_found: -32002,
} as const

/** Ours: outside the range that JSON-RPC and the Model Context Protocol keep for themselves. */
const CHALLENGE_CODES = { unauthenticated: -31401, token_invalid: -31401, scope_missing: -31403 }

/** Every way in which the endpoint says no, not yet in wire form. */
export type McpRefusal =
  | { readonly reason: 'origin_unknown' }
  | { readonly reason: 'method_not_post'; readonly method: string }
  | { readonly reason: 'rate_exceeded' }
  | { readonly reason: 'media_type_wrong' }
  | { readonly reason: 'body_encoded' }
  | { readonly reason: 'body_too_large' }
  | { readonly reason: 'body_broken_off' }
  | JsonRpcRefusal
  | { readonly reason: 'meta_invalid'; readonly message: string }
  | { readonly reason: 'header_mismatch'; readonly message: string }
  | { readonly reason: 'revision_unknown'; readonly requested: string }
  | { readonly reason: 'method_unknown'; readonly method: string }
  | { readonly reason: 'params_invalid'; readonly message: string }
  | { readonly reason: 'resource_unknown'; readonly uri: string }
  | { readonly reason: 'failed'; readonly incident: string }
  | ChallengeRefusal

/** A private tool that was called without what it needs; the client may get it and call again. */
export type ChallengeRefusal = {
  readonly reason: 'unauthenticated' | 'token_invalid' | 'scope_missing'
  /** Scopes to ask for, separated by spaces. */
  readonly scope: string
  /** The metadata document of this resource (RFC 9728 section 5.1). */
  readonly metadataUrl: string
}

/** HTTP status and JSON-RPC error of a refusal. */
export type Wire = {
  readonly status: number
  readonly error: JsonRpcError
  /** `WWW-Authenticate` of the answer. */
  readonly challenge?: string
}

export function isModern(revision: McpRevision): boolean {
  return revision === MCP_REVISION_CURRENT
}

/** What a caller sent, short enough for a message; no half characters, which parsers refuse. */
export function shown(value: string): string {
  const short = value.length <= 100 ? value : `${value.slice(0, 100)}…`
  return short.toWellFormed()
}

/**
 * Speaks the wire form of every refusal. The older revisions answer inside HTTP 200 where the
 * current one has a status of its own, because their clients read any other status as a broken
 * transport.
 */
export function wireOf(refusal: McpRefusal, revision: McpRevision): Wire {
  const { parse_error, invalid_request, method_not_found, invalid_params, internal_error } =
    JSON_RPC_CODES
  switch (refusal.reason) {
    case 'origin_unknown':
      return wire(403, invalid_request, 'Cannot accept call: its Origin is not allowed here')
    case 'method_not_post':
      return wire(405, invalid_request, streamRemoved(refusal.method))
    case 'rate_exceeded':
      return wire(429, internal_error, RATE_EXCEEDED)
    case 'media_type_wrong':
      return wire(415, invalid_request, 'Cannot read body: Content-Type is not application/json')
    case 'body_encoded':
      return wire(415, invalid_request, 'Cannot read body: it is compressed; send it as it is')
    case 'body_too_large':
      return wire(413, invalid_request, 'Cannot read body: larger than 262144 bytes')
    case 'body_broken_off':
      return wire(400, invalid_request, 'Cannot read body: it broke off')
    case 'not_json':
      return wire(400, parse_error, 'Cannot read body: not JSON in UTF-8')
    case 'batch':
      return wire(400, invalid_request, 'Cannot accept batch: send one message per request')
    case 'not_a_message':
      return wire(400, invalid_request, refusal.message)
    case 'meta_invalid':
      return wire(400, invalid_params, refusal.message)
    case 'header_mismatch':
      return wire(400, MCP_CODES.header_mismatch, refusal.message)
    case 'revision_unknown':
      return revisionUnknown(refusal.requested)
    case 'method_unknown': {
      const message = `Cannot call method "${shown(refusal.method)}": there is no such method`
      return wire(isModern(revision) ? 404 : 200, method_not_found, message)
    }
    case 'params_invalid':
      return wire(200, invalid_params, refusal.message)
    case 'resource_unknown':
      return resourceUnknown(refusal.uri, revision)
    case 'failed': {
      const message = `Cannot answer: something failed here; the log has it as ${refusal.incident}`
      return wire(500, internal_error, message)
    }
    case 'unauthenticated':
    case 'token_invalid':
    case 'scope_missing':
      return challenged(refusal)
  }
}

const CHALLENGES = {
  unauthenticated: { status: 401, said: '', message: 'sign in first, see WWW-Authenticate' },
  token_invalid: {
    status: 401,
    said: 'error="invalid_token", ',
    message: 'the token is not valid here, see WWW-Authenticate',
  },
  scope_missing: {
    status: 403,
    said: 'error="insufficient_scope", ',
    message: 'the token lacks a scope, see WWW-Authenticate',
  },
} as const

/** RFC 6750 section 3: no error where no credential came; scopes and address are never input. */
function challenged({ reason, scope, metadataUrl }: ChallengeRefusal): Wire {
  const { status, said, message } = CHALLENGES[reason]
  return {
    status,
    error: { code: CHALLENGE_CODES[reason], message: `Cannot call tool: ${message}` },
    challenge: `Bearer ${said}scope="${scope}", resource_metadata="${metadataUrl}"`,
  }
}

const RATE_EXCEEDED =
  'Cannot accept call: the calls a minute of this client address are used up; back off and retry'

function wire(status: number, code: number, message: string): Wire {
  return { status, error: { code, message } }
}

function streamRemoved(method: string): string {
  return (
    `Cannot answer ${shown(method)}: the standalone stream and sessions are removed in revision ` +
    `${MCP_REVISION_CURRENT}; send every message with POST`
  )
}

function revisionUnknown(requested: string): Wire {
  const message = `Cannot speak revision "${shown(requested)}": data.supported lists what is spoken`
  const data = { supported: [...MCP_REVISIONS], requested }
  return { status: 400, error: { code: MCP_CODES.revision_unsupported, message, data } }
}

function resourceUnknown(uri: string, revision: McpRevision): Wire {
  const code = isModern(revision) ? JSON_RPC_CODES.invalid_params : MCP_CODES.resource_not_found
  const message = `Cannot read resource "${shown(uri)}": there is no such resource`
  return { status: 200, error: { code, message, data: { uri } } }
}
