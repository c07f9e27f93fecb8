import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { obtainToken } from '../support/login.ts'
import { measureThroughput } from './_load.ts'
import { formatToolCall, sendOnce } from './_requests.ts'
import { compare, type Row } from './_rows.ts'
import { type Server, startOurs } from './_servers.ts'

const CONNECTIONS = 64

/** A private read may cost at most this many times as much as a public page read. */
const COST_MOST = 1.5

/** A read must be in the audit within this many milliseconds of its answer. */
const AUDITED_WITHIN_MS = 5

/** Few enough that SQLite does not restart its log. */
const BURSTS = 5
/** After this long everything pending has been written. */
const SETTLED_MS = 300

const SINGLE_READS = 200
const SINGLE_WRITES = 100

type Business = Server & { readonly home: string; readonly token: string }

/** Private tools over the embedded store, compared with a public tool of the same service. */
export async function benchBusiness(): Promise<readonly Row[]> {
  const [ours, peer] = [await startBusiness(), await startBusiness()]
  try {
    const id = await findPage(peer)
    const request = formatToolCall('get_business_profile', {}, ours.token)
    await sendOnce(ours.port, request)
    const page = { server: peer, request: formatToolCall('read_page', { id }) }
    const beside = await measureThroughput({ server: ours, request }, { page }, CONNECTIONS)
    const { rates, costs } = beside('page')
    const cost = (figure: string, unit: string, rounds: typeof rates, wanted?: number) =>
      compare({
        figure,
        unit,
        better: unit === 'answers/s' ? 'more' : 'less',
        peerName: 'public page read, same service',
        rounds,
        ...(wanted === undefined ? {} : { wanted }),
      })
    return [
      cost('private read, 64 connections', 'answers/s', rates, 1 / COST_MOST),
      cost('private read, 64 connections', 'CPU us each', costs, 1 / COST_MOST),
      await measureReadCommits(ours, request),
      await measureAudit(ours, request),
      await measureWriteCommits(ours),
      await measureWrites(ours),
    ]
  } finally {
    await ours.stop()
    await peer.stop()
  }
}

async function startBusiness(): Promise<Business> {
  const server = await startOurs({ DEV_SIGN_IN: '1', NODE_ENV: 'test' })
  const { access } = await obtainToken(`http://localhost:${server.port}`)
  return { ...server, token: access }
}

async function findPage(server: Server): Promise<string> {
  const request = formatToolCall('list_pages', { limit: 1 })
  const answer = JSON.parse(await sendOnce(server.port, request)) as {
    readonly result: { readonly structuredContent: { readonly pages: readonly { id: string }[] } }
  }
  return answer.result.structuredContent.pages[0]?.id ?? ''
}

function storePath({ home }: Business): string {
  return join(home, 'data/lectern.sqlite')
}

function openAudit(ours: Business): Database {
  return new Database(storePath(ours), { readonly: true })
}

/** Audit lines per commit while many clients read at once. */
async function measureReadCommits(ours: Business, request: string): Promise<Row> {
  const { lines, commits } = await countCommits(ours, async () => {
    for (let burst = 0; burst < BURSTS; burst++) {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => sendOnce(ours.port, request)))
    }
  })
  return compare({
    figure: 'audited reads, 64 at once',
    unit: 'lines a commit',
    better: 'more',
    peerName: 'a commit for each',
    rounds: [{ ours: lines / commits, peer: 1 }],
  })
}

/** No write shares its commit with another, however many clients write at once. */
async function measureWriteCommits(ours: Business): Promise<Row> {
  const write = (at: number) => {
    const args = { topic: 'other', text: `Note ${at} of many at once.` }
    return sendOnce(ours.port, formatToolCall('add_memory_note', args, ours.token))
  }
  const { commits } = await countCommits(ours, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => write(at)))
  })
  return compare({
    figure: 'writes, 64 at once',
    unit: 'commits',
    better: 'more',
    peerName: 'a commit for each',
    rounds: [{ ours: commits, peer: CONNECTIONS }],
    wanted: 1,
  })
}

/** The audit lines and store commits that some work causes. */
async function countCommits(
  ours: Business,
  work: () => Promise<void>,
): Promise<{ readonly lines: number; readonly commits: number }> {
  await Bun.sleep(SETTLED_MS)
  const store = new Database(storePath(ours), { readwrite: true })
  const count = store.query<{ lines: number }, []>('SELECT COUNT(*) AS lines FROM audit')
  try {
    store.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const before = count.get()?.lines ?? 0
    await work()
    await Bun.sleep(SETTLED_MS)
    const lines = (count.get()?.lines ?? 0) - before
    return { lines, commits: await readCommits(`${storePath(ours)}-wal`) }
  } finally {
    store.close()
  }
}

/** Commits in a log that was empty: each frame with a database size ends one. */
async function readCommits(path: string): Promise<number> {
  const log = new DataView(await Bun.file(path).arrayBuffer())
  const pageBytes = log.getUint32(8)
  const salt = log.getBigUint64(16)
  let commits = 0
  for (let at = 32; at + 24 <= log.byteLength; at += 24 + pageBytes) {
    if (log.getBigUint64(at + 8) !== salt) break
    if (log.getUint32(at + 4) !== 0) commits += 1
  }
  return commits
}

/** How long after its answer a read is durable in the audit, as another process sees it. */
async function measureAudit(ours: Business, request: string): Promise<Row> {
  const audit = openAudit(ours)
  const count = audit.query<{ lines: number }, []>('SELECT MAX(seq) AS lines FROM audit')
  const lines = () => count.get()?.lines ?? 0
  const waits: number[] = []
  for (let read = 0; read < SINGLE_READS; read++) {
    const before = lines()
    await sendOnce(ours.port, request)
    const answered = performance.now()
    while (lines() === before) await Bun.sleep(0)
    waits.push(performance.now() - answered)
  }
  audit.close()
  return compare({
    figure: 'a read is audited after its answer',
    unit: 'ms',
    better: 'less',
    peerName: 'at most',
    rounds: waits.map((wait) => ({ ours: wait, peer: AUDITED_WITHIN_MS })),
    wanted: 1,
  })
}

/** Each write has its own commit, and its answer waits for it. */
async function measureWrites(ours: Business): Promise<Row> {
  const rounds = []
  for (let write = 0; write < SINGLE_WRITES; write++) {
    const args = { topic: 'other', text: `Note ${write} of a measurement.` }
    const [started, request] = [
      performance.now(),
      formatToolCall('add_memory_note', args, ours.token),
    ]
    const answer = await sendOnce(ours.port, request)
    if (!answer.includes('"applied"')) throw new Error(`Cannot measure a write: ${answer}`)
    const written = performance.now()
    await sendOnce(ours.port, formatToolCall('get_business_profile', {}, ours.token))
    rounds.push({ ours: written - started, peer: performance.now() - written })
  }
  return compare({
    figure: 'a write, with its own commit',
    unit: 'ms',
    better: 'less',
    peerName: 'a private read',
    rounds,
  })
}
