import { type JsonRpcRequest, quoteInput } from '../contract/json_rpc.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { McpRefusal } from './_refusal.ts'

/** Parameter that `Mcp-Name` mirrors, for the three methods that have one (SEP-2243). */
const NAMED_BY: Readonly<Partial<Record<string, 'name' | 'uri'>>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Optional white space around a field value is not part of it (RFC 9110 section 5.5). */
export function readHeader(headers: Headers, name: string): string | undefined {
  const value = headers.get(name)
  if (value === null) return undefined
  const isPadded = isBlank(value.charCodeAt(0)) || isBlank(value.charCodeAt(value.length - 1))
  return isPadded ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}

/**
 * Compares `Mcp-Method` and `Mcp-Name` with the body (contract 4.1, rule 2). The current revision
 * requires both; an older one may omit them, but what is there must agree in every revision.
 */
export function checkMirrors(
  request: JsonRpcRequest,
  headers: Headers,
  presence: 'required' | 'optional',
): Result<undefined, McpRefusal> {
  const method = readHeader(headers, 'mcp-method')
  if (method === undefined && presence === 'required') return refuseAbsent('Mcp-Method')
  if (method !== undefined && method !== request.method) {
    return refuseMismatch(`Mcp-Method "${quoteInput(method)}" is not the method in the body`)
  }
  const parameter = Object.hasOwn(NAMED_BY, request.method) ? NAMED_BY[request.method] : undefined
  const named = parameter === undefined ? undefined : request.params[parameter]
  if (typeof named !== 'string') return ok(undefined)
  const field = readHeader(headers, 'mcp-name')
  if (field === undefined) return presence === 'required' ? refuseAbsent('Mcp-Name') : ok(undefined)
  const decoded = decodeSentinel(field)
  if (decoded === undefined)
    return refuseMismatch(`Mcp-Name "${quoteInput(field)}" cannot be decoded`)
  if (decoded === named) return ok(undefined)
  return refuseMismatch(`Mcp-Name "${quoteInput(decoded)}" is not params.${parameter} in the body`)
}

function refuseAbsent(header: string): Result<never, McpRefusal> {
  return refuseMismatch(`${header} is absent`)
}

export function refuseMismatch(state: string): Result<never, McpRefusal> {
  return err({ reason: 'header_mismatch', message: `Cannot match headers with body: ${state}` })
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
