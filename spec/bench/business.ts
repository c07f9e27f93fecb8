import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { tokenFor } from '../_login.ts'
import { throughput } from './_load.ts'
import { answerOf, toolCallRequest } from './_requests.ts'
import { compare, type Row } from './_rows.ts'
import { type Server, startOurs } from './_servers.ts'

const CONNECTIONS = 64

/** A private read may cost so many times what a public page read costs. */
const COST_MOST = 1.5

/** Milliseconds after its answer within which a read stands in the audit. */
const AUDITED_WITHIN_MS = 5

const SINGLE_READS = 200
const SINGLE_WRITES = 100

type Business = Server & { readonly home: string; readonly token: string }

/** Private tools over the embedded store, beside a public tool of the same service. */
export async function benchBusiness(): Promise<readonly Row[]> {
  const [ours, peer] = [await startBusiness(), await startBusiness()]
  try {
    const id = await anyPage(peer)
    const request = toolCallRequest('get_business_profile', {}, ours.token)
    await answerOf(ours.port, request)
    const page = { server: peer, request: toolCallRequest('read_page', { id }) }
    const beside = await throughput({ server: ours, request }, { page }, CONNECTIONS)
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
      commitsRow(ours),
      await auditRow(ours, request),
      await writeRow(ours),
    ]
  } finally {
    await ours.stop()
    await peer.stop()
  }
}

async function startBusiness(): Promise<Business> {
  const server = await startOurs({ DEV_SIGN_IN: '1', NODE_ENV: 'test' })
  const { access } = await tokenFor(`http://localhost:${server.port}`)
  return { ...server, token: access }
}

async function anyPage(server: Server): Promise<string> {
  const request = toolCallRequest('list_pages', { limit: 1 })
  const answer = JSON.parse(await answerOf(server.port, request)) as {
    readonly result: { readonly structuredContent: { readonly pages: readonly { id: string }[] } }
  }
  return answer.result.structuredContent.pages[0]?.id ?? ''
}

function auditOf({ home }: Business): Database {
  return new Database(join(home, 'data/lectern.sqlite'), { readonly: true })
}

/** Lines that one commit of the audit holds while many read at once, told by equal instants. */
function commitsRow(ours: Business): Row {
  const audit = auditOf(ours)
  const row = audit
    .query<{ lines: number; instants: number }, []>(
      `SELECT COUNT(*) AS lines, COUNT(DISTINCT at) AS instants FROM audit
        WHERE event = 'call' AND tool = 'get_business_profile'`,
    )
    .get()
  audit.close()
  const { lines = 0, instants = 0 } = row ?? {}
  return compare({
    figure: 'audited reads',
    unit: 'lines',
    better: 'more',
    peerName: 'different milliseconds',
    rounds: [{ ours: lines, peer: instants }],
  })
}

/** How long after the answer a read is durable in the audit, seen from another process. */
async function auditRow(ours: Business, request: string): Promise<Row> {
  const audit = auditOf(ours)
  const count = audit.query<{ lines: number }, []>('SELECT MAX(seq) AS lines FROM audit')
  const lines = () => count.get()?.lines ?? 0
  const waits: number[] = []
  for (let read = 0; read < SINGLE_READS; read++) {
    const before = lines()
    await answerOf(ours.port, request)
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

/** Each write has a commit of its own, which its answer waits for. */
async function writeRow(ours: Business): Promise<Row> {
  const rounds = []
  for (let write = 0; write < SINGLE_WRITES; write++) {
    const args = { topic: 'other', text: `Note ${write} of a measurement.` }
    const [started, request] = [
      performance.now(),
      toolCallRequest('add_memory_note', args, ours.token),
    ]
    const answer = await answerOf(ours.port, request)
    if (!answer.includes('"applied"')) throw new Error(`Cannot measure a write: ${answer}`)
    const written = performance.now()
    await answerOf(ours.port, toolCallRequest('get_business_profile', {}, ours.token))
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
