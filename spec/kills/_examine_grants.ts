import { digestOf } from '../../app/business/grants/_secret.ts'
import type { SqlRow, Store } from '../../app/foundation/store/port.ts'
import { countValues, readColumn } from './_counts.ts'
import type { RunRecord } from './run_record.ts'

/** Compares grants, codes and tokens with what was acknowledged and with the audit. */
export async function examineGrants(store: Store, record: RunRecord): Promise<readonly string[]> {
  const codes = await readByHash(
    store,
    `SELECT c.hash, c.used_at, c.grant_id, g.status, g.reason FROM auth_code c
      JOIN grant_ g ON g.id = c.grant_id`,
  )
  const tokens = await readByHash(store, 'SELECT hash, kind, parent_hash, used_at FROM token')
  return [
    ...examineRedemptions(record, codes, tokens),
    ...examineRefreshes(record, tokens),
    ...(await examineLines(store, codes)),
  ]
}

type ByHash = ReadonlyMap<string, SqlRow>

function examineRedemptions(record: RunRecord, codes: ByHash, tokens: ByHash): readonly string[] {
  return record.redeemed.flatMap(({ clientId, code, access, refresh, inUse, replayed }) => {
    const row = codes.get(nameOf(code))
    const faults: string[] = []
    if (row === undefined || row.used_at === null) faults.push(`a redemption was lost: ${clientId}`)
    const isThere = tokens.has(nameOf(access)) && tokens.has(nameOf(refresh))
    if (!isThere) faults.push(`tokens were lost: ${clientId}`)
    const isAlive = row?.status === 'active'
    if (!isAlive && !inUse && !replayed) {
      faults.push(`a grant ended by itself: ${clientId} is ${row?.status}, ${row?.reason}`)
    }
    return faults
  })
}

function examineRefreshes({ refreshed }: RunRecord, tokens: ByHash): readonly string[] {
  const doubled = refreshed.length - new Set(refreshed.map(({ next }) => next)).size
  const faults = refreshed.flatMap(({ used, next, access }) => {
    const [before, after] = [tokens.get(nameOf(used)), tokens.get(nameOf(next))]
    const isKept = before !== undefined && before.used_at !== null && after !== undefined
    const isNext = isKept && hex(after.parent_hash) === nameOf(used)
    return isNext && tokens.has(nameOf(access)) ? [] : ['a refresh was lost']
  })
  return doubled === 0 ? faults : [...faults, `${doubled} refresh tokens were issued twice`]
}

/** Exactly one audit line for each consent, each redemption and each refresh. */
async function examineLines(store: Store, codes: ByHash): Promise<readonly string[]> {
  const countLines = async (event: string) =>
    countValues(await readColumn(store, `SELECT grant_id AS value FROM audit WHERE ${event}`))
  const consents = await countLines("event = 'consent' AND outcome = 'allowed'")
  const redeemed = await countLines("event = 'token' AND outcome = 'issued'")
  const renewed = await countLines("event = 'refresh' AND outcome IN ('issued', 'repeated')")
  const rows = countValues(
    await readColumn(
      store,
      "SELECT grant_id AS value FROM token WHERE kind = 'refresh' AND parent_hash IS NOT NULL",
    ),
  )
  const faults: string[] = []
  for (const { grant_id: id, used_at: usedAt } of codes.values()) {
    const grant = String(id)
    const uses = usedAt === null ? 0 : 1
    if (consents.get(grant) !== 1) faults.push(`a consent without its line: ${grant}`)
    if ((redeemed.get(grant) ?? 0) !== uses) faults.push(`a redemption without its line: ${grant}`)
    const [written, kept] = [renewed.get(grant) ?? 0, rows.get(grant) ?? 0]
    if (written !== kept) faults.push(`${written} lines for ${kept} refreshes: ${grant}`)
  }
  return faults
}

async function readByHash(store: Store, query: string): Promise<ByHash> {
  const rows = await store.sql.all(query)
  return new Map(rows.map((row) => [hex(row.hash), row]))
}

function nameOf(secret: string): string {
  return hex(digestOf(secret))
}

function hex(value: SqlRow[string] | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''
}
