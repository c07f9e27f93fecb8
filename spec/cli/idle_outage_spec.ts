import { afterEach, expect } from 'bun:test'
import { oauthSettings } from '../../app/contract/oauth.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { openServiceStore, prepareBusiness } from '../../app/service/parts/service_store.ts'
import { type Config, readConfig } from '../../app/service/settings/config.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { obtainToken } from '../support/login.ts'
import { POSTGRES, type Postgres, startPostgres } from '../support/postgres.ts'
import { startRunning } from '../support/running.ts'
import { createSampleDocs } from '../support/sample_docs.ts'

const samples = createSampleDocs()
const stops: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function startServer(): Promise<{ postgres: Postgres; url: string }> {
  const postgres = await startPostgres()
  stops.push(() => postgres.remove())
  return { postgres, url: await postgres.database() }
}

function configOf(url: string): Config {
  const read = readConfig({ DEV_SIGN_IN: '1', DATABASE_URL: url })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

/** The store of a service whose timers run when a test says so. */
async function openWatched(url: string) {
  const waiting: { readonly ms: number; readonly run: () => void }[] = []
  const lines: string[] = []
  const config = configOf(url)
  const { docs } = await samples.open()
  const given = {
    docs,
    log: createLog('info', (line) => lines.push(line), Date.now),
    clock: Date.now,
    stopwatch: () => performance.now(),
    oauth: oauthSettings({}),
    schedule: (run: () => void, ms: number) => {
      const timer = { ms, run }
      waiting.push(timer)
      return () => void waiting.splice(waiting.indexOf(timer), 1)
    },
  }
  const opened = await openServiceStore(config, given, prepareBusiness(config, given))
  if (!opened.ok) throw new Error(opened.error)
  const { store, part } = opened.value
  stops.push(async () => {
    part.stop()
    await store.close()
  })
  /** Runs the timer that waits, which must be the only one, and waits for the next. */
  const pass = async (ms: number) => {
    while (waiting.length === 0) await Bun.sleep(5)
    expect(waiting.map((timer) => timer.ms)).toEqual([ms])
    waiting.shift()?.run()
    while (waiting.length === 0) await Bun.sleep(5)
  }
  const events = () => lines.map((line) => JSON.parse(line)).map(({ event }) => event)
  return { store, part, pass, lines, events }
}

verifies(
  ['outage.idle', 'outage.one_line'],
  'a PostgreSQL that dies while nobody uses it is found by the next look, ten seconds later',
  async () => {
    const { postgres, url } = await startServer()
    const { part, pass, events } = await openWatched(url)
    await pass(10_000)
    expect(part.describe()).toBe('store: ok')
    await postgres.stop()
    await pass(10_000)
    expect(part.describe()).toStartWith('store: away since 20')
    await pass(1000)
    await postgres.start()
    while (part.isAway()) await pass(1000)
    await pass(10_000)
    expect(events()).toEqual(['outage_began', 'outage_ended'])
  },
  { needs: [POSTGRES] },
)

verifiesLong(
  'outage.start',
  'a password that is refused once the server is back is a line of its own, and the outage goes on',
  async () => {
    const { postgres, url } = await startServer()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await postgres.stop()
    const { store, part, pass, lines, events } = await openWatched(wrong.href)
    expect(part.isAway()).toBe(true)
    await expect(store.sql.one('SELECT 1')).rejects.toThrow('it has not been opened yet')
    await postgres.start()
    while (!events().includes('store_refused')) await pass(1000)
    await pass(1000)
    expect(part.describe()).toContain('password authentication failed')
    expect(events()).toEqual(['outage_began', 'store_refused'])
    expect(lines.join()).not.toContain('wrong')
  },
  { needs: [POSTGRES] },
)

verifies(
  ['outage.start', 'outage.readyz'],
  'a service starts without its PostgreSQL, and fills the database once it is there',
  async () => {
    const { postgres, url } = await startServer()
    await postgres.stop()
    const env = { DEV_SIGN_IN: '1', DATABASE_URL: url }
    const running = await startRunning({ env })
    stops.push(() => running.stop())
    const readiness = async () => await (await fetch(`${running.adminUrl}/readyz`)).text()
    const figures = async () => await (await fetch(`${running.adminUrl}/metrics`)).text()
    expect((await fetch(`${running.url}/`)).status).toBe(200)
    expect(await readiness()).toMatch(/^ok\n[\s\S]*store: away since 20.*: Cannot open the store/)
    expect(await figures()).toContain('lectern_part_up{part="store"} 0')
    const caller = createBusinessCaller(running.url)
    const refused = await caller.call('get_business_profile', {}, 'unknown')
    await postgres.start()
    while (!(await readiness()).includes('store: ok')) await Bun.sleep(50)
    const { access } = await obtainToken(running.url)
    expect(await caller.call('get_business_profile', {}, access)).toMatchObject({
      status: 200,
      result: { content: expect.anything() },
    })
    // The same refusal as in an outage that begins later.
    await postgres.stop()
    expect(await caller.call('get_business_profile', {}, 'unknown')).toEqual(refused)
  },
  { needs: [POSTGRES] },
)

verifiesLong(
  ['outage.start', 'settings.all_problems'],
  'a server that answers and refuses the password or the database stops the start, and says why',
  async () => {
    const { url } = await startServer()
    const [wrong, unknown] = [new URL(url), new URL(url)]
    wrong.password = 'wrong'
    unknown.pathname = '/nowhere'
    for (const [address, reason] of [
      [wrong, 'password authentication failed'],
      [unknown, 'database "nowhere" does not exist'],
    ] as const) {
      const env = { DEV_SIGN_IN: '1', DATABASE_URL: address.href }
      await expect(startRunning({ env })).rejects.toThrow(new RegExp(`exit 1\\b[\\s\\S]*${reason}`))
    }
  },
  { needs: [POSTGRES] },
)
