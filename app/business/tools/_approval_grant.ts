import type { Sql } from '../../foundation/store/port.ts'

const WRITE = 'mcp:business:write'

/**
 * Grants under which a held call may still be executed: its own, or the one that replaced it when
 * the same user connected the same client again from the same place (a step-up, say). If any of
 * them ended for another reason, somebody withdrew the right, and no later grant revives the call.
 */
const GRANTS = `SELECT g.scopes FROM held_approval a
  JOIN grant_ own ON own.id = a.grant_id
  JOIN grant_ g ON g.user_id = own.user_id AND g.client_id = own.client_id
    AND g.redirect_host = own.redirect_host AND g.workspace_id = own.workspace_id
    AND g.business_id = own.business_id
  JOIN app_user u ON u.id = g.user_id AND u.state = 'active'
  LEFT JOIN client c ON c.id = g.client_id
  WHERE a.id = ? AND g.status = 'active' AND g.ends > ? AND COALESCE(c.disabled, 0) = 0
    AND (g.id = own.id OR (own.reason = 'replaced' AND NOT EXISTS (
      SELECT 1 FROM grant_ ended WHERE ended.user_id = own.user_id
        AND ended.client_id = own.client_id AND ended.redirect_host = own.redirect_host
        AND ended.created >= own.created AND ended.status = 'revoked'
        AND ended.reason <> 'replaced')))`

/** Whether a grant that may write still backs a held call (contract 5, rule 4). */
export async function isStillGranted(
  sql: Sql,
  approvalId: string,
  nowMs: number,
): Promise<boolean> {
  const grants = await sql.all(GRANTS, approvalId, nowMs)
  return grants.some(({ scopes }) => String(scopes).split(' ').includes(WRITE))
}
