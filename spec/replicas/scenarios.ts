import { newBrowser, obtainCode, redeem, register } from '../races/client.ts'
import type { Edition } from './_editions.ts'
import { countAdmitted, LIMITS, waitForPart } from './_limits.ts'
import { type Outcomes, raceApproval, raceCode, raceRefresh } from './_races.ts'
import type { Deployment } from './deployment.ts'
import { findAssets, type Load, PRIVATE, startLoad, type Tally } from './load.ts'

/** A line of the table: what was tried, what came out, and whether that is what we promise. */
export type Row = { readonly what: string; readonly seen: string; readonly isKept: boolean }

/** How much is tried: a table for people takes more than a test. */
export type Size = {
  readonly racers: number
  readonly callersEach: number
  readonly restMs: number
  /** Calls of each kind before, between and after the steps of a scenario. */
  readonly calls: number
  /** How many of the replicas are stopped, and killed, one after the other. */
  readonly restarts: number
}

type Scenario = (deployment: Deployment, size: Size) => Promise<readonly Row[]>

/** Calls over each limit, by one client, wherever they land. */
export const tryLimits: Scenario = async (deployment) => {
  const rows: Row[] = []
  for (const [index, limited] of LIMITS.entries()) {
    const sent = limited.limit + 100
    const client = `10.8.1.${index + 1}`
    const admitted = await countAdmitted(deployment, limited, { sent, client })
    rows.push({
      what: `limit of ${limited.name}: ${sent} calls of one client`,
      seen: `${admitted} admitted of ${limited.limit}`,
      isKept: admitted === limited.limit,
    })
  }
  return rows
}

/** What may happen once is asked for many times at once. */
export const tryRaces: Scenario = async (deployment, { racers }) => {
  const code = await raceCode(deployment, racers)
  const renewal = await raceRefresh(deployment, racers)
  const approval = await raceApproval(deployment, racers)
  return [
    rowOfRace(`one code, redeemed ${racers} times at once`, code, {
      '200': 1,
      '400 invalid_grant': racers - 1,
      'token then 401': 1,
    }),
    rowOfRace(`one refresh token, used ${racers} times at once`, renewal, {
      // The second is a repeat whose answer may have been lost; the third is theft.
      '200': 2,
      '400 invalid_grant': racers - 2,
      'token then 401': 1,
    }),
    rowOfRace(`one held call, approved ${racers} times at once`, approval, {
      '303 applied': 1,
      '409': racers - 1,
    }),
  ]
}

/** A new corpus is published under load. */
export const tryRollout: Scenario = async (deployment, size) => {
  const load = await startCalls(deployment, size)
  await load.pass(size.calls)
  const assets = await listAssets(deployment)
  await deployment.publish('secondedition')
  await waitForEdition(deployment, 'secondedition')
  await load.pass(size.calls)
  const tallies = await load.stop()
  const missing = await countMissing(deployment, assets)
  const old = [...tallies.values()].reduce((sum, { editions }) => sum + countLate(editions), 0)
  return [
    ...rowsOfLoad('a new corpus is published', tallies),
    {
      what: 'both corpora alive during the rollout',
      seen: `${old} answers of the old one after the first of the new one`,
      isKept: true,
    },
    {
      what: 'assets of the old corpus, which pages in caches need, after the rollout',
      seen: `${missing} missing of ${assets.length}`,
      isKept: missing === 0 && assets.length > 0,
    },
  ]
}

async function countMissing({ url }: Deployment, assets: readonly string[]): Promise<number> {
  const answers = await Promise.all(assets.map((path) => fetch(url + path)))
  return answers.filter(({ status }) => status !== 200).length
}

async function listAssets({ url }: Deployment): Promise<readonly string[]> {
  const page = await fetch(`${url}/start/`)
  return findAssets(await page.text())
}

/** Answers of the first edition that came after one of the second. */
function countLate(editions: readonly string[]): number {
  const first = editions.indexOf('secondedition')
  return first < 0 ? 0 : editions.slice(first).filter((each) => each === 'firstedition').length
}

/** Replicas are stopped and started one by one under load, as in a rolling restart. */
export const tryRestarts: Scenario = async (deployment, size) => {
  const load = await startCalls(deployment, size)
  await load.pass(size.calls)
  const codes: number[] = []
  for (const replica of deployment.replicas.slice(0, size.restarts)) {
    codes.push(await replica.stop())
    await load.pass(size.calls)
    await replica.start()
    await load.pass(size.calls)
  }
  return [
    ...rowsOfLoad(`${size.restarts} replicas restarted by SIGTERM`, await load.stop()),
    {
      what: 'exit codes of stopped replicas',
      seen: codes.join(', '),
      isKept: codes.every((code) => code === 0),
    },
  ]
}

/** Replicas are killed under load. */
export const tryKills: Scenario = async (deployment, size) => {
  const load = await startCalls(deployment, size)
  await load.pass(size.calls)
  for (const replica of deployment.replicas.slice(0, size.restarts)) {
    await replica.kill()
    await load.pass(size.calls)
    await replica.start()
    await load.pass(size.calls)
  }
  return rowsOfLoad(`${size.restarts} replicas killed by SIGKILL`, await load.stop())
}

/** The store of limits is killed in the middle of one client's calls, and comes back empty. */
export const tryRedis: Scenario = async (deployment, size) => {
  const [mcp] = LIMITS
  if (mcp === undefined) throw new Error('Cannot try a limit: there is none')
  const load = await startCalls(deployment, size)
  const client = '10.8.2.1'
  const startedMs = performance.now()
  const before = await countAdmitted(deployment, mcp, { sent: 60, client })
  await deployment.redis.kill()
  await waitForPart(deployment, 'limits', 'away')
  const during = await countAdmitted(deployment, mcp, { sent: 200, client })
  await deployment.redis.start()
  await waitForPart(deployment, 'limits', 'ok')
  const after = await countAdmitted(deployment, mcp, { sent: 200, client })
  // A busy machine may take more than a minute, and each minute has its limit.
  const minutes = Math.ceil((performance.now() - startedMs) / 60_000)
  await load.pass(size.calls)
  const total = before + during + after
  return [
    {
      what: 'Redis killed after 60 calls of one client, and back, empty',
      seen: `${before} + ${during} + ${after} admitted of ${mcp.limit}`,
      isKept: before === 60 && total <= mcp.limit * minutes && during > 0,
    },
    ...rowsOfLoad('Redis killed and back', await load.stop()),
  ]
}

/** The object store is killed, a replica starts without it, and it comes back with a new corpus. */
export const tryObjectStore: Scenario = async (deployment, size) => {
  const load = await startCalls(deployment, size)
  await deployment.gateway.kill()
  await waitForPart(deployment, 'build_store', 'away')
  const [first] = deployment.replicas
  await first?.stop()
  await first?.start()
  const refused = await deployment.publish('firstedition').then(
    () => 'published without a store',
    () => undefined,
  )
  await load.pass(size.calls)
  await deployment.gateway.start()
  await waitForPart(deployment, 'build_store', 'ok')
  await deployment.publish('firstedition')
  await waitForEdition(deployment, 'firstedition')
  await load.pass(size.calls)
  const rows = rowsOfLoad('object store killed, a restart without it, and back', await load.stop())
  return rows.map((row) => (refused === undefined ? row : { ...row, isKept: false, seen: refused }))
}

/** Load of every kind, with a token for private calls. */
async function startCalls({ url }: Deployment, { callersEach, restMs }: Size): Promise<Load> {
  const clientId = await register(url, 'Load')
  const { access } = await redeem(url, clientId, await obtainCode(newBrowser(url), url, clientId))
  return startLoad({ url, callersEach, restMs, token: access })
}

async function waitForEdition({ replicas }: Deployment, edition: Edition): Promise<void> {
  for (const { url } of replicas) {
    const readStart = () => fetch(`${url}/start/`).then((answer) => answer.text())
    while (!(await readStart()).includes(edition)) await Bun.sleep(20)
  }
}

function rowOfRace(what: string, seen: Outcomes, wanted: Outcomes): Row {
  const words = Object.entries(seen).map(([name, count]) => `${count} × ${name}`)
  const isKept = Bun.deepEquals(seen, wanted)
  return { what, seen: words.join(', '), isKept }
}

/** One line for calls that may be sent again, and one for those that may not. */
function rowsOfLoad(what: string, tallies: ReadonlyMap<string, Tally>): readonly Row[] {
  const of = (isPrivate: boolean) => {
    const some = [...tallies].filter(([name]) => (name === PRIVATE) === isPrivate)
    const failures = some.flatMap(([name, tally]) =>
      tally.failures.map((failure) => `${name}: ${failure}`),
    )
    const calls = some.reduce((sum, [, tally]) => sum + tally.calls, 0)
    const msMax = Math.max(...some.map(([, tally]) => tally.msMax))
    const named = [...new Set(failures)].slice(0, 2).map((failure) => `; ${failure}`)
    const seen = `${failures.length} failed of ${calls}, slowest ${Math.round(msMax)} ms`
    return { seen: seen + named.join(''), failed: failures.length }
  }
  const [open, withToken] = [of(false), of(true)]
  return [
    { what: `${what}: calls that nginx may repeat`, seen: open.seen, isKept: open.failed === 0 },
    // One that was lost with its process may have been a write: only its client can know.
    { what: `${what}: calls with a token`, seen: withToken.seen, isKept: true },
  ]
}
