import type { Sql } from '../store/port.ts'

/** Cancels what a user asked for and nobody decided yet. */
export async function cancelHeldOf(sql: Sql, userId: string): Promise<number> {
  return await sql.run(
    `UPDATE held_approval SET state = 'cancelled', version = version + 1
      WHERE requested_by = ? AND state IN ('held', 'approved')`,
    userId,
  )
}
