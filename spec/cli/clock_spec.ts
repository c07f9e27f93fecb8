import { afterAll, beforeAll, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs, verifies } from '../requirements/verifies.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { obtainToken } from '../support/login.ts'
import { type Running, startRunning } from '../support/running.ts'

/** Lies about the wall clock of a program, as a file says; the monotonic clock stays as it is. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const FAKETIME = needs('faketime', existsSync(LIBRARY), 'apt-get install faketime')

const HOUR_MS = 3_600_000

let home = ''
let running: Running

beforeAll(async () => {
  if (!FAKETIME.available) return
  home = await mkdtemp(join(tmpdir(), 'lectern-clock-'))
  await stepClock('+0')
  running = await startRunning({
    env: {
      DEV_SIGN_IN: '1',
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: join(home, 'offset'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
})
afterAll(async () => {
  await running?.stop()
  if (home !== '') await rm(home, { recursive: true, force: true })
})

async function stepClock(offset: string): Promise<void> {
  await writeFile(join(home, 'offset'), offset)
}

/** When the service says that it answered a call to one path, in milliseconds since the epoch. */
async function loggedAt(path: string): Promise<number> {
  await fetch(`${running.url}${path}`)
  for (;;) {
    const line = running.log().find((each) => each.path === path)
    if (line !== undefined) return Date.parse(String(line.time))
    await Bun.sleep(10)
  }
}

verifies(
  'clock.wall',
  'a clock that is set while the service runs counts at once, forwards and backwards',
  async () => {
    const { access } = await obtainToken(running.url)
    const caller = createBusinessCaller(running.url)
    const statusOf = async () => (await caller.call('get_business_profile', {}, access)).status
    expect(await statusOf()).toBe(200)
    await stepClock('+3h')
    expect(await statusOf()).toBe(401)
    expect((await loggedAt('/ahead')) - Date.now()).toBeGreaterThan(2 * HOUR_MS)
    await stepClock('-3h')
    expect((await loggedAt('/behind')) - Date.now()).toBeLessThan(-2 * HOUR_MS)
    await stepClock('+0')
    expect(await statusOf()).toBe(200)
    // A step is not a duration: no answer took hours or less than nothing.
    for (const { ms } of running.log().filter(({ event }) => event === 'request')) {
      expect(Number(ms)).toBeGreaterThanOrEqual(0)
      expect(Number(ms)).toBeLessThan(HOUR_MS)
    }
  },
  { needs: [FAKETIME] },
)
