import type { Sql } from '../../foundation/store/port.ts'
import { GRANT_NAMES, namesIn } from './_names.ts'
import { digestOf, isSecret } from './_secret.ts'
import { endGrant } from './_tokens.ts'
import { transact } from './_transaction.ts'
import type { GrantsPorts } from './port.ts'

const FIND = `SELECT t.kind, ${GRANT_NAMES} FROM token t
  JOIN grant_ g ON g.id = t.grant_id WHERE t.hash = ? AND g.client_id = ?`

/** T4 (RFC 7009): a refresh token ends its grant, an access token only itself. */
export async function revokeToken(
  ports: GrantsPorts,
  token: string,
  clientId: string,
): Promise<void> {
  if (!isSecret('refresh', token) && !isSecret('access', token)) return
  const hash = digestOf(token)
  await transact(ports, async (sql, note) => {
    const row = await sql.one(FIND, hash, clientId)
    if (row === undefined) return
    const [names, now] = [namesIn(row), ports.clock()]
    const isGrant = row.kind === 'refresh'
    const ended = isGrant
      ? await endGrant(sql, { grantId: names.grantId, reason: 'client', now })
      : await endToken(sql, hash, now)
    if (ended) note({ event: 'revoke', outcome: isGrant ? 'grant' : 'token', ...names })
  })
}

async function endToken(sql: Sql, hash: Uint8Array, now: number): Promise<boolean> {
  const ended = await sql.run(
    'UPDATE token SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL',
    now,
    hash,
  )
  return ended > 0
}
