import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { toStorableText } from './columns.ts'
import type { AuditEntry, SqlRow, SqlValue } from './port.ts'

/** The hash before the first line. */
export const CHAIN_START: Uint8Array = new Uint8Array(32)

/** Longer texts of an entry are cut: names and ids are far shorter. */
const TEXT_CHARS_MAX = 512

export const ENTRY_COLUMNS = [
  'event',
  'outcome',
  'actor',
  'client_id',
  'grant_id',
  'workspace_id',
  'business_id',
  'tool',
  'operation',
  'approval_id',
  'request_id',
  'args_digest',
  'address',
] as const

export function textsOf(entry: AuditEntry): readonly (string | null)[] {
  return [
    entry.event,
    entry.outcome,
    entry.actor,
    entry.clientId,
    entry.grantId,
    entry.workspaceId,
    entry.businessId,
    entry.tool,
    entry.operation,
    entry.approvalId,
    entry.requestId,
    entry.argsDigest,
    entry.address,
  ].map((text) => (text === undefined ? null : toStorableText(text.slice(0, TEXT_CHARS_MAX))))
}

/**
 * The hash of a line: SHA-256 over the previous hash and the line as a JSON list, which has exactly
 * one spelling. With a key it is an HMAC: who can write to the database, but does not know the key,
 * cannot write the end of the chain anew.
 */
export function hashLine(
  previous: Uint8Array,
  seq: number,
  at: number,
  texts: readonly (string | null)[],
  key?: string,
): Uint8Array {
  const hasher = new Bun.CryptoHasher('sha256', key)
  hasher.update(previous)
  hasher.update(JSON.stringify([seq, at, ...texts]))
  return new Uint8Array(hasher.digest())
}

/** Whether a stored row continues the chain after the previous hash, and how it is protected. */
export function findProtection(
  row: SqlRow,
  previous: Uint8Array,
  keys: readonly string[],
): 'key' | 'chain' | undefined {
  if (!hasBytes(row.previous, previous)) return undefined
  const texts = ENTRY_COLUMNS.map((column) => textOf(row[column]))
  const isFrom = (key?: string) =>
    hasBytes(row.hash, hashLine(previous, Number(row.seq), Number(row.at), texts, key))
  if (keys.some(isFrom)) return 'key'
  return isFrom() ? 'chain' : undefined
}

function textOf(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function hasBytes(value: SqlValue | undefined, bytes: Uint8Array): boolean {
  return value instanceof Uint8Array && areBytesEqual(value, bytes)
}
