import {
  isJsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
} from '../../contract/json_rpc.ts'
import {
  isMcpRevision,
  MCP_REVISION_CURRENT,
  MCP_REVISION_UNNAMED,
  type McpRevision,
  META_OBJECT_KEYS,
  META_PROTOCOL_VERSION,
} from '../../contract/protocol.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type Presence, readHeader, refuseMismatch, VERSION_HEADER } from './_headers.ts'
import type { McpRefusal } from './_refusal.ts'

/** What a request and we agreed on. */
type Agreement = {
  readonly revision: McpRevision
  /** Only the current revision requires metadata, and not of a handshake, which has a parameter. */
  readonly metadata: Presence
}

/**
 * Agrees on the revision of one request, from that request alone: nothing is remembered
 * between requests (contract 9, rule 2). A header that contradicts the body is refused before an
 * unknown version.
 */
export function agreeRevision(
  request: JsonRpcRequest,
  headers: Headers,
): Result<Agreement, McpRefusal> {
  const meta = request.params._meta ?? {}
  if (!isJsonObject(meta)) return err(refuseMetadata('params._meta is not an object'))
  const inBody = meta[META_PROTOCOL_VERSION]
  const inHeader = readHeader(headers, VERSION_HEADER)
  if (inBody !== undefined && typeof inBody !== 'string') {
    return err(refuseMetadata(`params._meta["${META_PROTOCOL_VERSION}"] is not a string`))
  }
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    return err(refuseMismatch('MCP-Protocol-Version is not the version in the body'))
  }
  const named = inBody ?? inHeader ?? MCP_REVISION_UNNAMED
  if (!isMcpRevision(named)) return err({ reason: 'revision_unknown', requested: named })
  const offered = readOfferedRevision(request)
  const revision = offered ?? named
  if (!isMcpRevision(revision)) return err({ reason: 'revision_unknown', requested: revision })
  const isRequired = revision === MCP_REVISION_CURRENT && offered === undefined
  return ok({ revision, metadata: isRequired ? 'required' : 'optional' })
}

/** Checks the metadata in the message itself: all there is where no headers are. */
export function checkBodyMetadata(
  request: JsonRpcRequest,
  presence: Presence,
): McpRefusal | undefined {
  if (presence === 'optional') return undefined
  const meta = isJsonObject(request.params._meta) ? request.params._meta : {}
  if (meta[META_PROTOCOL_VERSION] === undefined) {
    return refuseMetadata(`params._meta lacks "${META_PROTOCOL_VERSION}"`)
  }
  // Neither of the others is required; what is there must be an object.
  for (const key of META_OBJECT_KEYS) {
    if (meta[key] !== undefined && !isJsonObject(meta[key])) {
      return refuseMetadata(`params._meta["${key}"] is not an object`)
    }
  }
  return undefined
}

/** What a handshake offers; other messages, and `initialize` without it, offer nothing. */
export function readOfferedRevision(request: JsonRpcRequest): string | undefined {
  const { protocolVersion } = request.params
  if (request.method !== 'initialize' || typeof protocolVersion !== 'string') return undefined
  return protocolVersion
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

function refuseMetadata(state: string): McpRefusal {
  return { reason: 'meta_invalid', message: `Cannot read metadata: ${state}` }
}
