import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { bytesIn, numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import type { BusinessAnswer } from './_business.ts'

/** A call that began longer ago ended without an outcome: its process is gone. */
const RUNNING_MS_MAX = 3 * LIMITS.domainCallMsMax
const SWEPT_MAX = 50

/** One write, named by its key within workspace, business, user, client and tool. */
export type KeyedCall = {
  readonly scopeHash: Uint8Array
  readonly argsHash: Uint8Array
  readonly tool: string
}

type Claim =
  /** Nobody made this call before, or nobody knows how it ended: proceed. */
  | { readonly claim: 'taken' }
  | { readonly claim: 'answered'; readonly answer: BusinessAnswer }
  | { readonly claim: 'running' }
  | { readonly claim: 'other_arguments' }

/** Takes the key by inserting it: of two concurrent calls, the second waits and finds the first. */
export async function claim(sql: Sql, keyed: KeyedCall, nowMs: number): Promise<Claim> {
  await sweep(sql, keyed, nowMs)
  const taken = await sql.run(
    `INSERT INTO idempotency (scope_hash, tool, args_hash, state, ends)
      VALUES (?, ?, ?, 'running', ?) ON CONFLICT (scope_hash) DO NOTHING`,
    keyed.scopeHash,
    keyed.tool,
    keyed.argsHash,
    nowMs + LIMITS.keyKeptMs,
  )
  if (taken === 1) return { claim: 'taken' }
  const row = await sql.one(
    'SELECT args_hash, state, result, ends FROM idempotency WHERE scope_hash = ?',
    keyed.scopeHash,
  )
  if (row === undefined) return { claim: 'running' }
  if (!areBytesEqual(bytesIn(row, 'args_hash'), keyed.argsHash)) return { claim: 'other_arguments' }
  if (textIn(row, 'state') === 'done') {
    return { claim: 'answered', answer: parseAnswer(textIn(row, 'result')) }
  }
  const again = await takeAgain(sql, keyed, nowMs, numberIn(row, 'ends'))
  return { claim: again ? 'taken' : 'running' }
}

/** Where the outcome is unknown the same key goes out again: the product knows the key. */
async function takeAgain(
  sql: Sql,
  { scopeHash }: KeyedCall,
  nowMs: number,
  ends: number,
): Promise<boolean> {
  const taken = await sql.run(
    `UPDATE idempotency SET state = 'running', ends = ? WHERE scope_hash = ? AND ends = ?
      AND (state = 'unknown' OR (state = 'running' AND ends <= ?))`,
    nowMs + LIMITS.keyKeptMs,
    scopeHash,
    ends,
    nowMs + LIMITS.keyKeptMs - RUNNING_MS_MAX,
  )
  return taken === 1
}

/** Keeps the answer, so that a repeat gets the same answer without another call. */
export async function finish(sql: Sql, keyed: KeyedCall, answer: BusinessAnswer): Promise<void> {
  const update = "UPDATE idempotency SET state = 'done', result = ? WHERE scope_hash = ?"
  await sql.run(update, JSON.stringify(answer), keyed.scopeHash)
}

/** A call that changed nothing releases its key: once corrected, it may be made again. */
export async function giveBack(sql: Sql, { scopeHash }: KeyedCall): Promise<void> {
  await sql.run('DELETE FROM idempotency WHERE scope_hash = ?', scopeHash)
}

export async function leaveUnknown(sql: Sql, { scopeHash }: KeyedCall): Promise<void> {
  await sql.run("UPDATE idempotency SET state = 'unknown' WHERE scope_hash = ?", scopeHash)
}

async function sweep(sql: Sql, { scopeHash }: KeyedCall, nowMs: number): Promise<void> {
  await sql.run('DELETE FROM idempotency WHERE scope_hash = ? AND ends <= ?', scopeHash, nowMs)
  await sql.run(
    `DELETE FROM idempotency WHERE scope_hash IN
      (SELECT scope_hash FROM idempotency WHERE ends <= ? ORDER BY ends LIMIT ?)`,
    nowMs,
    SWEPT_MAX,
  )
}

function parseAnswer(result: string): BusinessAnswer {
  // Only `finish` writes this column, and what it writes is a BusinessAnswer.
  return JSON.parse(result) as BusinessAnswer
}
