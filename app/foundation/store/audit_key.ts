import { findProtection } from './_chain.ts'
import { readRecordFile } from './_record_file.ts'
import type { Sql, SqlRow } from './port.ts'

/** The line before others that an operator writes without the key, on purpose. */
export const UNKEYED_EVENT = 'audit_unkeyed'

/** Why a line that is appended would break a chain: it has a key that is not at hand. */
type KeyLack = 'no_key' | 'other_key'

/**
 * Whether whoever has these keys would break the chain of a store. A chain whose last line was
 * changed looks the same as one with another key.
 */
export async function findKeyLack(sql: Sql, keys: readonly string[]): Promise<KeyLack | undefined> {
  const last = await sql.one('SELECT * FROM audit ORDER BY seq DESC LIMIT 1')
  if (last === undefined) return undefined
  const find = 'SELECT seq FROM audit WHERE event = ? LIMIT 1'
  const marked = keys.length === 0 ? await sql.one(find, UNKEYED_EVENT) : undefined
  return judge(last, keys, marked !== undefined)
}

/** The same of the chain in a backup. */
export async function findKeyLackInBackup(
  path: string,
  keys: readonly string[],
): Promise<KeyLack | undefined> {
  let last: SqlRow | undefined
  let isMarked = false
  for await (const { table, row } of readRecordFile(path)) {
    if (table !== 'audit') continue
    if (last === undefined || Number(row.seq) > Number(last.seq)) last = row
    isMarked ||= row.event === UNKEYED_EVENT
  }
  return last === undefined ? undefined : judge(last, keys, isMarked)
}

/** After a line without a key that was meant, there are lines with one before it. */
function judge(last: SqlRow, keys: readonly string[], isMarked: boolean): KeyLack | undefined {
  const { previous } = last
  const protection =
    previous instanceof Uint8Array ? findProtection(last, previous, keys) : undefined
  if (keys.length > 0) return protection === undefined ? 'other_key' : undefined
  return protection === undefined || isMarked ? 'no_key' : undefined
}

/** Why nothing is done: a line without the key of the chain would have to be explained for ever. */
export function explainKeyLack(
  lack: KeyLack,
  otherwise = 'in an emergency write --unkeyed-audit',
): string {
  const state =
    lack === 'no_key'
      ? 'its lines have a key, and AUDIT_KEY is not set'
      : 'its last line has another key than AUDIT_KEY, or was changed'
  return `Cannot write to the audit: ${state}: set the AUDIT_KEY of the service, or ${otherwise}`
}
