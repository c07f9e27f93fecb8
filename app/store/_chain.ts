import { keptText } from './_texts.ts'
import type { AuditEntry, SqlRow, SqlValue } from './port.ts'

/** What stands before the first line. */
export const CHAIN_START: Uint8Array = new Uint8Array(32)

/** A text of an entry is cut here: names and ids are far shorter. */
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

/** The texts of an entry, in the order of their columns. */
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
  ].map((text) => (text === undefined ? null : keptText(text.slice(0, TEXT_CHARS_MAX))))
}

/**
 * The hash of a line: SHA-256 over the hash before it and the line as a JSON list, which has one
 * spelling for one line.
 */
export function chainHash(
  previous: Uint8Array,
  seq: number,
  at: number,
  texts: readonly (string | null)[],
): Uint8Array {
  const hasher = new Bun.CryptoHasher('sha256')
  hasher.update(previous)
  hasher.update(JSON.stringify([seq, at, ...texts]))
  return new Uint8Array(hasher.digest())
}

/** Whether a stored row follows the hash before it. */
export function follows(row: SqlRow, previous: Uint8Array): boolean {
  const texts = ENTRY_COLUMNS.map((column) => textOf(row[column]))
  const hash = chainHash(previous, Number(row.seq), Number(row.at), texts)
  return sameBytes(row.previous, previous) && sameBytes(row.hash, hash)
}

function textOf(value: SqlValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function sameBytes(value: SqlValue | undefined, bytes: Uint8Array): boolean {
  return value instanceof Uint8Array && Buffer.from(value).equals(bytes)
}
