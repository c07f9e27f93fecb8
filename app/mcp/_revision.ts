import {
  isJsonObject,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
} from '../contract/json_rpc.ts'
import {
  isMcpRevision,
  MCP_REVISION_CURRENT,
  MCP_REVISION_UNNAMED,
  type McpRevision,
  META_OBJECT_KEYS,
  META_PROTOCOL_VERSION,
} from '../contract/protocol.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { checkMirrors, readHeader, refuseMismatch } from './_headers.ts'
import { isModern, type McpRefusal } from './_refusal.ts'

const VERSION_HEADER = 'mcp-protocol-version'

/**
 * Agrees on the revision of one request, from that request alone: nothing is remembered
 * between requests (contract 9, rule 2). A header that contradicts the body is refused before an
 * unknown version.
 */
export function agreeRevision(
  request: JsonRpcRequest,
  headers: Headers,
): Result<McpRevision, McpRefusal> {
  const meta = request.params._meta ?? {}
  if (!isJsonObject(meta)) return refuseMetadata('params._meta is not an object')
  const inBody = meta[META_PROTOCOL_VERSION]
  const inHeader = readHeader(headers, VERSION_HEADER)
  if (inBody !== undefined && typeof inBody !== 'string') {
    return refuseMetadata(`params._meta["${META_PROTOCOL_VERSION}"] is not a string`)
  }
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    return refuseMismatch('MCP-Protocol-Version is not the version in the body')
  }
  const named = inBody ?? inHeader ?? MCP_REVISION_UNNAMED
  if (!isMcpRevision(named)) return err({ reason: 'revision_unknown', requested: named })
  const offered = readOfferedRevision(request)
  if (offered === undefined) return ok(named)
  return isMcpRevision(offered)
    ? ok(offered)
    : err({ reason: 'revision_unknown', requested: offered })
}

/**
 * Checks the metadata and mirrored headers that the agreed revision requires. Older revisions need
 * none, nor does a handshake, which names its revision in a parameter; but what is there must agree
 * (contract 4.1, rule 2).
 */
export function checkMetadata(
  request: JsonRpcRequest,
  headers: Headers,
  revision: McpRevision,
): Result<undefined, McpRefusal> {
  if (!needsMetadata(request, revision)) return checkMirrors(request, headers, 'optional')
  const inBody = checkBodyMetadata(request, revision)
  if (!inBody.ok) return inBody
  if (!headers.has(VERSION_HEADER)) return refuseMismatch('MCP-Protocol-Version is absent')
  return checkMirrors(request, headers, 'required')
}

/** The metadata that is in the message itself: all there is where no headers are. */
export function checkBodyMetadata(
  request: JsonRpcRequest,
  revision: McpRevision,
): Result<undefined, McpRefusal> {
  if (!needsMetadata(request, revision)) return ok(undefined)
  const meta = isJsonObject(request.params._meta) ? request.params._meta : {}
  if (meta[META_PROTOCOL_VERSION] === undefined) {
    return refuseMetadata(`params._meta lacks "${META_PROTOCOL_VERSION}"`)
  }
  return checkMetaTypes(meta)
}

function needsMetadata(request: JsonRpcRequest, revision: McpRevision): boolean {
  return isModern(revision) && readOfferedRevision(request) === undefined
}

/** What a handshake offers; other messages, and `initialize` without it, offer nothing. */
export function readOfferedRevision(request: JsonRpcRequest): string | undefined {
  const { protocolVersion } = request.params
  if (request.method !== 'initialize' || typeof protocolVersion !== 'string') return undefined
  return protocolVersion
}

/** Neither key is required; what is there must be an object. */
function checkMetaTypes(meta: JsonObject): Result<undefined, McpRefusal> {
  for (const key of META_OBJECT_KEYS) {
    const value = meta[key]
    if (value !== undefined && !isJsonObject(value)) {
      return refuseMetadata(`params._meta["${key}"] is not an object`)
    }
  }
  return ok(undefined)
}

/**
 * The revision that an answer names when none was agreed: the one that a notification claims, or
 * the current one if we do not know it. A notification is accepted whatever it claims.
 */
export function readClaimedRevision(message: JsonRpcNotification, headers: Headers): McpRevision {
  const meta = message.params._meta
  const inBody = isJsonObject(meta) ? meta[META_PROTOCOL_VERSION] : undefined
  const named = inBody ?? readHeader(headers, VERSION_HEADER) ?? MCP_REVISION_UNNAMED
  return isMcpRevision(named) ? named : MCP_REVISION_CURRENT
}

function refuseMetadata(state: string): Result<never, McpRefusal> {
  return err({ reason: 'meta_invalid', message: `Cannot read metadata: ${state}` })
}
