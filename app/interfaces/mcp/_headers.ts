import { type JsonRpcRequest, quoteInput } from '../../contract/json_rpc.ts'
import type { McpRefusal } from './_refusal.ts'

/** Parameter that `Mcp-Name` mirrors, for the three methods that have one (SEP-2243). */
const NAMED_BY: Readonly<Partial<Record<string, 'name' | 'uri'>>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

export const VERSION_HEADER = 'mcp-protocol-version'

/** Whether a message must bring its metadata, or may; what is there must be right either way. */
export type Presence = 'required' | 'optional'

/** Optional white space around a field value is not part of it (RFC 9110 section 5.5). */
export function readHeader(headers: Headers, name: string): string | undefined {
  const value = headers.get(name)
  if (value === null) return undefined
  const isPadded =
    BLANKS.includes(value.charAt(0)) || BLANKS.includes(value.charAt(value.length - 1))
  return isPadded ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value
}

const BLANKS = ' \t'

/**
 * Checks the headers that mirror the body, in order (contract 4.1, rule 2): `MCP-Protocol-Version`,
 * which was compared when the revision was agreed, `Mcp-Method` and `Mcp-Name`. What is there must
 * agree in every revision.
 */
export function checkMirrors(
  request: JsonRpcRequest,
  headers: Headers,
  presence: Presence,
): McpRefusal | undefined {
  if (presence === 'required' && !headers.has(VERSION_HEADER)) {
    return refuseAbsent('MCP-Protocol-Version')
  }
  const method = readHeader(headers, 'mcp-method')
  if (method === undefined && presence === 'required') return refuseAbsent('Mcp-Method')
  if (method !== undefined && method !== request.method) {
    return refuseMismatch(`Mcp-Method "${quoteInput(method)}" is not the method in the body`)
  }
  const parameter = Object.hasOwn(NAMED_BY, request.method) ? NAMED_BY[request.method] : undefined
  const named = parameter === undefined ? undefined : request.params[parameter]
  if (typeof named !== 'string') return undefined
  const field = readHeader(headers, 'mcp-name')
  if (field === undefined) return presence === 'required' ? refuseAbsent('Mcp-Name') : undefined
  const decoded = decodeSentinel(field)
  if (decoded === undefined)
    return refuseMismatch(`Mcp-Name "${quoteInput(field)}" cannot be decoded`)
  if (decoded === named) return undefined
  return refuseMismatch(`Mcp-Name "${quoteInput(decoded)}" is not params.${parameter} in the body`)
}

function refuseAbsent(header: string): McpRefusal {
  return refuseMismatch(`${header} is absent`)
}

export function refuseMismatch(state: string): McpRefusal {
  return { reason: 'header_mismatch', message: `Cannot match headers with body: ${state}` }
}

const SENTINEL = /^=\?base64\?(.*)\?=$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The value behind a field: plain ASCII as it is, `=?base64?…?=` decoded as UTF-8. The markers
 * are lowercase and exact; any other spelling is a plain value.
 */
function decodeSentinel(field: string): string | undefined {
  const encoded = field.startsWith('=?') ? SENTINEL.exec(field)?.[1] : undefined
  if (encoded === undefined) return /^[\t\x20-\x7e]*$/.test(field) ? field : undefined
  if (!BASE64.test(encoded)) return undefined
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
