import { createArgumentsDigest } from '../../app/business/tools/_digests.ts'
import { createAudit } from '../../app/foundation/store/audit.ts'
import type { SqlRow, Store } from '../../app/foundation/store/port.ts'
import { countValues, readColumn } from './_counts.ts'
import { examineGrants } from './_examine_grants.ts'
import { NOTE_ARGS } from './_writers.ts'
import type { RunRecord } from './run_record.ts'

/**
 * Compares the store with what was acknowledged: nothing is missing, nothing is there twice, and
 * the audit has a line for each change and none for anything else.
 */
export async function examine(store: Store, record: RunRecord): Promise<readonly string[]> {
  const breakAt = await createAudit(store, { clock: Date.now }).findBreak()
  return [
    ...(breakAt === undefined ? [] : [`the audit chain is broken at line ${breakAt}`]),
    ...(await examineIntegrity(store)),
    ...(await examineNotes(store, record)),
    ...(await examineApprovals(store, record)),
    ...(await examineGrants(store, record)),
  ]
}

async function examineIntegrity(store: Store): Promise<readonly string[]> {
  if (store.dialect !== 'sqlite') return []
  const said = await store.sql.all('PRAGMA integrity_check')
  const foreign = await store.sql.all('PRAGMA foreign_key_check')
  const isFine = said.length === 1 && said[0]?.integrity_check === 'ok' && foreign.length === 0
  return isFine ? [] : [`the file is damaged: ${JSON.stringify([...said, ...foreign])}`]
}

async function examineNotes(store: Store, record: RunRecord): Promise<readonly string[]> {
  const rows = await store.sql.all(
    "SELECT fields FROM domain_record WHERE type = 'memory_note' AND fields LIKE ?",
    '%Kept through a kill:%',
  )
  const texts = rows.map(({ fields }) => {
    // The service under test wrote it; a missing field shows up as a lost note.
    const { text } = JSON.parse(String(fields)) as { text: string }
    return text
  })
  const times = countValues(texts)
  const lines = countValues(
    await readColumn(
      store,
      `SELECT args_digest AS value FROM audit WHERE event = 'tool_write'
        AND outcome = 'applied' AND tool = 'add_memory_note'`,
    ),
  )
  const digestOf = createArgumentsDigest(store, (count) => new Uint8Array(count))
  const faults: string[] = []
  for (const { text } of record.notes.values()) {
    if (!times.has(text)) faults.push(`acknowledged and lost: ${text}`)
  }
  for (const [text, count] of times) {
    if (count > 1) faults.push(`applied ${count} times: ${text}`)
    const known = record.digests.get(text)
    const args = { ...NOTE_ARGS, text, type: 'memory_note' }
    const digest = known ?? (await digestOf('add_memory_note', args)) ?? ''
    record.digests.set(text, digest)
    const said = lines.get(digest) ?? 0
    if (said !== 1) faults.push(`${said} audit lines, not 1: ${text}`)
    lines.delete(digest)
  }
  return lines.size === 0 ? faults : [...faults, `${lines.size} audit lines without a note`]
}

async function examineApprovals(store: Store, record: RunRecord): Promise<readonly string[]> {
  const rows = await store.sql.all('SELECT id, state, args FROM held_approval')
  const lines = await store.sql.all(
    'SELECT approval_id, event, outcome FROM audit WHERE approval_id IS NOT NULL',
  )
  const said = countValues(
    lines.map(({ approval_id, event, outcome }) => `${approval_id} ${event} ${outcome}`),
  )
  const states = new Map(rows.map(({ id, state }) => [String(id), String(state)]))
  const faults: string[] = []
  for (const id of record.held.keys()) if (!states.has(id)) faults.push(`held and lost: ${id}`)
  for (const id of record.applied) {
    if (states.get(id) !== 'applied') faults.push(`applied and lost: ${id} is ${states.get(id)}`)
  }
  for (const [id, state] of states) {
    const wanted = state === 'applied' ? 1 : 0
    if (state !== 'applied' && state !== 'held') faults.push(`half decided: ${id} is ${state}`)
    for (const [line, count] of [
      ['approval_held held', 1],
      ['approval_decided approved', wanted],
      ['approval_applied applied', wanted],
    ] as const) {
      const found = said.get(`${id} ${line}`) ?? 0
      if (found !== count) faults.push(`${found} lines "${line}", not ${count}: ${id}`)
    }
  }
  return [...faults, ...(await examineChanges(store, rows))]
}

/** Each applied approval changed its job once: the job versions count them. */
async function examineChanges(store: Store, rows: readonly SqlRow[]): Promise<readonly string[]> {
  const jobs = await store.sql.all("SELECT id, version FROM domain_record WHERE type = 'job'")
  const applied = countValues(
    rows.flatMap(({ state, args }) => {
      // The service under test wrote it, for a tool whose schema requires the id.
      const { id } = JSON.parse(String(args)) as { id: string }
      return state === 'applied' ? [id] : []
    }),
  )
  return jobs.flatMap(({ id, version }) => {
    const wanted = 1 + (applied.get(String(id)) ?? 0)
    return Number(version) === wanted ? [] : [`job ${id} has version ${version}, not ${wanted}`]
  })
}
