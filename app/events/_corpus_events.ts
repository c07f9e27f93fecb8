import type { Snapshot } from '../public_docs/mod.ts'
import { bytesIn } from '../store/columns.ts'
import type { Sql } from '../store/port.ts'
import { type CorpusState, listCorpusEvents, readCorpusState } from './_corpus_state.ts'
import { recordEvents } from './_record.ts'
import type { EventPorts } from './port.ts'

/** The row of the table `setting` that holds what was announced last. */
const STATE = 'events.corpus'

type ServedBuild = Pick<
  Snapshot,
  'build' | 'baseUrl' | 'pages' | 'file' | 'status' | 'capabilities'
>

/**
 * Announces a build once, however many replicas serve it: what was announced last is a row, which
 * the first of them changes in the transaction that writes the events. `previous` is the build that
 * this process served before; undefined at its start.
 */
export async function announceCorpus(
  ports: EventPorts,
  snapshot: ServedBuild,
  previous: string | undefined,
): Promise<boolean> {
  const current = await readCorpusState(snapshot)
  const value = new TextEncoder().encode(JSON.stringify(current.state))
  return await ports.store.transaction(async (sql) => {
    const before = await takeState(sql, value)
    if (before !== undefined && !isNews(before, current.state, previous)) return false
    await recordEvents(ports, sql, listCorpusEvents(before, current, snapshot))
    await sql.run('UPDATE setting SET value = ? WHERE name = ?', value, STATE)
    return true
  })
}

/**
 * During a deploy some replicas serve the old build and may start again with it: that is no news. A
 * rollback is, and a replica that follows one had the build that was announced last.
 */
function isNews(before: CorpusState, state: CorpusState, previous: string | undefined): boolean {
  return previous === before.build || state.generated > before.generated
}

/** What was announced last, with its row locked; undefined for the first announcement of all. */
async function takeState(sql: Sql, value: Uint8Array): Promise<CorpusState | undefined> {
  const isFirst = await sql.run(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
    STATE,
    value,
  )
  if (isFirst > 0) return undefined
  const row = await sql.one('SELECT value FROM setting WHERE name = ? FOR UPDATE', STATE)
  if (row === undefined) return undefined
  // Only `announceCorpus` writes this row.
  return JSON.parse(new TextDecoder().decode(bytesIn(row, 'value'))) as CorpusState
}
