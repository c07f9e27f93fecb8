import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { bytesIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import {
  applyChanges,
  type CorpusState,
  describePublication,
  listChanges,
  type ReadCorpus,
  readCorpusState,
} from './_corpus_state.ts'
import { recordEvents } from './_record.ts'
import type { EventPorts } from './port.ts'

/** The row of the table `setting` that holds what was announced last. */
const STATE = 'events.corpus'

type ServedBuild = Pick<
  Snapshot,
  'build' | 'baseUrl' | 'pages' | 'file' | 'status' | 'capabilities'
>

/** Changes of one transaction, which must end within seconds. */
const CHANGES_AT_ONCE = 2000

/**
 * Announces a build once, however many replicas serve it: what was announced last is a row, which
 * the first of them changes in the transaction that writes the events. Many changes take several
 * transactions, in which replicas may take turns. `previous` is the build that this process served
 * before; undefined at its start.
 */
export async function announceCorpus(
  ports: EventPorts,
  snapshot: ServedBuild,
  previous: string | undefined,
): Promise<boolean> {
  const current = await readCorpusState(snapshot)
  for (;;) {
    const step = await announceSome(ports, { snapshot, current, previous })
    if (step !== 'some') return step === 'all'
  }
}

type Announcement = {
  readonly snapshot: ServedBuild
  readonly current: ReadCorpus
  readonly previous: string | undefined
}

async function announceSome(
  ports: EventPorts,
  { snapshot, current, previous }: Announcement,
): Promise<'some' | 'all' | 'no news'> {
  const { state } = current
  return await ports.store.transaction(async (sql) => {
    const before = await takeState(sql, encodeState(state))
    // Without an earlier state nobody knows what is new.
    const changes = before === undefined ? [] : listChanges(before, current, snapshot)
    if (before !== undefined && !isNews(before, state, previous)) return 'no news'
    const some = changes.slice(0, CHANGES_AT_ONCE)
    const isAll = some.length === changes.length
    await recordEvents(ports, sql, isAll ? [...some, describePublication(snapshot)] : some)
    if (before === undefined) return 'all'
    const value = encodeState(isAll ? state : applyChanges(before, state, some))
    await sql.run('UPDATE setting SET value = ? WHERE name = ?', value, STATE)
    return isAll ? 'all' : 'some'
  })
}

function encodeState(state: CorpusState): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(state))
}

/**
 * During a deploy some replicas serve the old build and may start again with it: that is no news. A
 * rollback is, and a replica that follows one had the build that was announced last.
 */
function isNews(before: CorpusState, state: CorpusState, previous: string | undefined): boolean {
  const isNext = previous !== undefined && [before.build, before.next].includes(previous)
  // While a build is announced in part, going back to the one before it is news too.
  const isSame = before.build === state.build && before.next === undefined
  return !isSame && (isNext || state.generated > before.generated)
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
