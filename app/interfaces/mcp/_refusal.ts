import {
  type CommonRefusal,
  JSON_RPC_CODES,
  type JsonRpcErrorReply,
  quoteInput,
  toCommonReply,
  toErrorReply,
} from '../../contract/json_rpc.ts'
import { MCP_REVISION_CURRENT, MCP_REVISIONS, type McpRevision } from '../../contract/protocol.ts'
import { err, type Result } from '../../contract/result.ts'

/** Error codes that the Model Context Protocol adds to those of JSON-RPC. */
const MCP_CODES = {
  header_mismatch: -32020,
  revision_unsupported: -32022,
  /** For older revisions only: 2026-07-28 forbids it (server/resources, error handling). */
  resource_not_found: -32002,
} as const

/** Ours: outside the range that JSON-RPC and the Model Context Protocol keep for themselves. */
const CHALLENGE_CODES = { unauthenticated: -31401, token_invalid: -31401, scope_missing: -31403 }

/** Every refusal of the endpoint, before it has its wire form. */
export type McpRefusal =
  | { readonly reason: 'origin_unknown' }
  | { readonly reason: 'method_not_post'; readonly method: string }
  | CommonRefusal
  | { readonly reason: 'meta_invalid'; readonly message: string }
  | { readonly reason: 'header_mismatch'; readonly message: string }
  | { readonly reason: 'revision_unknown'; readonly requested: string }
  | { readonly reason: 'method_unknown'; readonly method: string }
  | { readonly reason: 'params_invalid'; readonly message: string }
  | { readonly reason: 'resource_unknown'; readonly uri: string }
  | ChallengeRefusal

/** A private tool was called without what it needs; the client may get it and call again. */
export type ChallengeRefusal = {
  readonly reason: 'unauthenticated' | 'token_invalid' | 'scope_missing'
  /** Scopes to ask for, separated by spaces. */
  readonly scope: string
  /** The metadata document of this resource (RFC 9728 section 5.1). */
  readonly metadataUrl: string
}

/** HTTP status and JSON-RPC error of a refusal. */
type Wire = JsonRpcErrorReply & {
  /** `WWW-Authenticate` of the answer. */
  readonly challenge?: string
}

export function isModern(revision: McpRevision): boolean {
  return revision === MCP_REVISION_CURRENT
}

/** A refusal of parameters, in words that the developer of a client can act on. */
export function refuseParams(message: string): Result<never, McpRefusal> {
  return err({ reason: 'params_invalid', message })
}

/**
 * Puts every refusal into wire form. Older revisions answer with HTTP 200 where the current one has
 * a status of its own, because their clients read any other status as a broken transport.
 */
export function wireOf(refusal: McpRefusal, revision: McpRevision): Wire {
  const { invalid_request, method_not_found, invalid_params } = JSON_RPC_CODES
  switch (refusal.reason) {
    case 'rate_exceeded':
    case 'media_type_wrong':
    case 'body_encoded':
    case 'body_too_large':
    case 'body_broken_off':
    case 'not_json':
    case 'batch':
    case 'not_a_message':
    case 'failed':
      return toCommonReply(refusal)
    case 'origin_unknown':
      return toErrorReply(403, invalid_request, 'Cannot accept call: its Origin is not allowed')
    case 'method_not_post':
      return toErrorReply(405, invalid_request, explainMethod(refusal.method))
    case 'meta_invalid':
      return toErrorReply(400, invalid_params, refusal.message)
    case 'header_mismatch':
      return toErrorReply(400, MCP_CODES.header_mismatch, refusal.message)
    case 'revision_unknown':
      return refuseRevision(refusal.requested)
    case 'method_unknown': {
      const message = `Cannot call method "${quoteInput(refusal.method)}": no such method`
      return toErrorReply(isModern(revision) ? 404 : 200, method_not_found, message)
    }
    case 'params_invalid':
      return toErrorReply(200, invalid_params, refusal.message)
    case 'resource_unknown':
      return refuseResource(refusal.uri, revision)
    case 'unauthenticated':
    case 'token_invalid':
    case 'scope_missing':
      return challengeCaller(refusal)
  }
}

const CHALLENGES = {
  unauthenticated: { status: 401, error: '', message: 'sign in first, see WWW-Authenticate' },
  token_invalid: {
    status: 401,
    error: 'error="invalid_token", ',
    message: 'the token is not valid here, see WWW-Authenticate',
  },
  scope_missing: {
    status: 403,
    error: 'error="insufficient_scope", ',
    message: 'the token lacks a scope, see WWW-Authenticate',
  },
} as const

/** RFC 6750 section 3: no error without a credential, and no caller input in the header. */
function challengeCaller({ reason, scope, metadataUrl }: ChallengeRefusal): Wire {
  const { status, error, message } = CHALLENGES[reason]
  return {
    ...toErrorReply(status, CHALLENGE_CODES[reason], `Cannot call tool: ${message}`),
    challenge: `Bearer ${error}scope="${scope}", resource_metadata="${metadataUrl}"`,
  }
}

function explainMethod(method: string): string {
  return (
    `Cannot answer ${quoteInput(method)}: the standalone stream and sessions were removed in ` +
    `revision ${MCP_REVISION_CURRENT}; send every message with POST`
  )
}

function refuseRevision(requested: string): Wire {
  const state = 'data.supported lists the supported revisions'
  const message = `Cannot use revision "${quoteInput(requested)}": ${state}`
  const data = { supported: [...MCP_REVISIONS], requested }
  return toErrorReply(400, MCP_CODES.revision_unsupported, message, data)
}

function refuseResource(uri: string, revision: McpRevision): Wire {
  const code = isModern(revision) ? JSON_RPC_CODES.invalid_params : MCP_CODES.resource_not_found
  const message = `Cannot read resource "${quoteInput(uri)}": no such resource`
  return toErrorReply(200, code, message, { uri })
}
