import { afterEach, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { certificateFor } from '../../support/certificate.ts'
import { callProgram } from '../../support/command_line.ts'
import { runProgram } from '../../support/program.ts'
import { REDIS, type Redis, startRedis } from '../../support/redis.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'

/** Replicas have one address, whatever port each has. */
const BASE_URL = 'http://localhost:8080'
const WITH_REDIS = { needs: [REDIS] }

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function startReplicas(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly Running[]> {
  const distDir = await writeSampleBuild({ baseUrl: BASE_URL })
  stops.push(() => rm(distDir, { recursive: true, force: true }))
  const none = await mkdtemp(join(tmpdir(), 'lectern-none-'))
  const own = { BASE_URL, DIST_DIR: distDir, CORPUS_DIR: join(none, 'none'), ...env }
  const replicas = await Promise.all(
    Array.from({ length: count }, () => startRunning({ corpus: none, env: own })),
  )
  for (const replica of replicas) stops.push(() => replica.stop())
  return replicas
}

async function ping({ url }: Running): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
  await answer.text()
  return answer.status
}

async function countAdmitted(replicas: readonly Running[], calls: number): Promise<number> {
  let admitted = 0
  const callers = Array.from({ length: 10 }, async (_, caller) => {
    for (let call = caller; call < calls; call += 10) {
      const replica = replicas[call % replicas.length]
      if (replica !== undefined && (await ping(replica)) === 200) admitted += 1
    }
  })
  await Promise.all(callers)
  return admitted
}

/** Counts of one client from now on: a busy machine may need minutes, and each has its limit. */
function startCount() {
  const startedMs = performance.now()
  const minute = () => Math.floor((performance.now() - startedMs) / 60_000)
  const limits: number[] = []
  let total = 0
  return async (replicas: readonly Running[], calls: number, limit: number): Promise<void> => {
    const first = minute()
    total += await countAdmitted(replicas, calls)
    limits[0] ??= limit
    // What was admitted first counts for a minute, whatever the limit is by then.
    for (let at = Math.max(1, first); at <= minute(); at += 1) {
      limits[at] = Math.max(limits[at] ?? 0, limit)
    }
    expect(total).toBeGreaterThanOrEqual(limits[0])
    expect(total).toBeLessThanOrEqual(limits.reduce((sum, each) => sum + each, 0))
  }
}

async function waitForState({ adminUrl }: Running, state: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${adminUrl}/readyz`)
    expect(answer.status).toBe(200)
    if ((await answer.text()).split('\n').some((line) => line.startsWith(`limits: ${state}`)))
      return
    await Bun.sleep(20)
  }
}

/** Waits until every replica counts in the store, and leaves nothing counted there. */
async function waitForSharing(redis: Redis, replicas: readonly Running[]): Promise<void> {
  for (;;) {
    await redis.run('FLUSHALL')
    for (const replica of replicas) await ping(replica)
    const [key = 'none'] = [await redis.run('KEYS', 'lectern:mcp:*')].flat().map(String)
    const calls = await redis.run('LLEN', key)
    await redis.run('FLUSHALL')
    if (calls === replicas.length) return
  }
}

verifies(
  ['limits.shared', 'limits.mcp_calls', 'errors.mcp_429'],
  'three processes admit 120 of 500 calls of one address, wherever each lands',
  async () => {
    const redis = await startRedis()
    stops.push(() => redis.remove())
    // On a busy machine nothing may look like an outage.
    const replicas = await startReplicas(3, {
      ...{ REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '10000', REPLICAS: '3' },
    })
    await waitForSharing(redis, replicas)
    const count = startCount()
    await count(replicas, 500, 120)
    for (const replica of replicas) await count([replica], 1, 120)
    const keys = await redis.run('KEYS', '*')
    expect(keys).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lectern:mcp:\w+:127\.0\.0\.1$/)]),
    )
  },
  WITH_REDIS,
)

verifies(
  ['limits.shared', 'secrets.unseen'],
  'a store is reached with TLS, by a password that a file holds',
  async () => {
    const redis = await startRedis('right')
    stops.push(() => redis.remove())
    const home = await mkdtemp(join(tmpdir(), 'lectern-tls-'))
    stops.push(() => rm(home, { recursive: true, force: true }))
    const { cert, key } = await certificateFor('localhost')
    const port = await freePort()
    const paths = { cert: join(home, 'cert'), key: join(home, 'key'), url: join(home, 'url') }
    await writeFile(paths.cert, cert)
    await writeFile(paths.key, key)
    await writeFile(paths.url, `rediss://:right@localhost:${port}\n`)
    const files = ['tls-cert-file', paths.cert, 'tls-key-file', paths.key]
    const clients = ['tls-ca-cert-file', paths.cert, 'tls-auth-clients', 'no']
    await redis.run('CONFIG', 'SET', ...files, ...clients, 'tls-port', String(port))
    const env = { REDIS_URL_FILE: paths.url, NODE_EXTRA_CA_CERTS: paths.cert }
    const [replica] = await startReplicas(1, {
      ...{ ...env, REDIS_TIMEOUT_MS: '10000', REPLICAS: '1' },
    })
    if (replica === undefined) throw new Error('Cannot start the service')
    await waitForSharing(redis, [replica])
    expect(await countAdmitted([replica], 5)).toBe(5)
  },
  WITH_REDIS,
)

verifiesLong(
  ['limits.shared_away', 'outage.one_line', 'outage.readyz'],
  'a service starts and answers without the store, with its share of the limit',
  async () => {
    const redis = await startRedis()
    stops.push(() => redis.remove())
    await redis.kill()
    const env = { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '5000', REPLICAS: '3' }
    const [replica] = await startReplicas(1, env)
    if (replica === undefined) throw new Error('Cannot start the service')
    const outages = () => replica.log().filter(({ event }) => String(event).startsWith('outage_'))
    await waitForState(replica, 'away since 20')
    const count = startCount()
    await count([replica], 130, 40)
    await redis.start()
    await waitForState(replica, 'ok')
    // The store knows nothing of those calls, but the replica does.
    await count([replica], 130, 120)
    redis.freeze()
    try {
      // Every call is answered, and what was admitted before counts.
      await count([replica], 130, 40)
      await waitForState(replica, 'away since 20')
    } finally {
      redis.thaw()
    }
    await waitForState(replica, 'ok')
    while (outages().length < 4) await Bun.sleep(20)
    const part = { level: 'error', part: 'limits' }
    expect(outages()).toMatchObject([
      { ...part, event: 'outage_began', reason: 'ECONNREFUSED' },
      { ...part, event: 'outage_ended' },
      { ...part, event: 'outage_began', reason: expect.stringContaining('did not answer') },
      { ...part, event: 'outage_ended' },
    ])
  },
  WITH_REDIS,
)

verifies(
  ['settings.shared_limits', 'settings.replicas', 'settings.all_problems', 'secrets.unseen'],
  'settings of shared limits that cannot be used stop the program',
  async () => {
    const run = (env: Readonly<Record<string, string>>) => callProgram(['check'], env)
    for (const [address, what] of [
      ['http://:topsecret@127.0.0.1', 'not the address of a Redis'],
      ['redis://:topsecret@127.0.0.1/one', 'the database is not a number'],
      ['redis://:topsecret@127.0.0.1/1?tls', 'something follows'],
    ] as const) {
      const { code, err } = await run({ REDIS_URL: address, REPLICAS: '0', REDIS_TIMEOUT_MS: '0' })
      const lines = err.trim().split('\n')
      expect([code, lines.map((line) => line.split(':')[0]).sort()]).toEqual([
        2,
        ['REDIS_TIMEOUT_MS', 'REDIS_URL', 'REPLICAS'],
      ])
      expect(err).toContain(what)
      expect(err).not.toContain('topsecret')
    }
    const uncounted = await run({ REDIS_URL: 'redis://127.0.0.1' })
    expect([uncounted.code, uncounted.err]).toEqual([
      2,
      expect.stringContaining('REPLICAS: Cannot use: it is not set'),
    ])
    const alone = await run({ REPLICAS: '3' })
    expect([alone.code, alone.err.trim()]).toEqual([
      2,
      'REPLICAS: Cannot use "3": REDIS_URL is not set: set REDIS_URL too, or unset it',
    ])
  },
)

verifies(
  ['settings.shared_limits', 'secrets.unseen'],
  'a server that refuses the password or the database stops the start',
  async () => {
    const redis = await startRedis('right')
    stops.push(() => redis.remove())
    const distDir = await writeSampleBuild({ baseUrl: BASE_URL })
    stops.push(() => rm(distDir, { recursive: true, force: true }))
    // The port is taken: a service that goes on ends, too, but not with 2.
    const { port: PORT } = new URL(redis.url)
    const env = { BASE_URL, DIST_DIR: distDir, CORPUS_DIR: join(distDir, 'none'), PORT }
    for (const [address, reason] of [
      [redis.url.replace('right', 'wrong'), 'WRONGPASS'],
      [redis.url.replace(':right@', ''), 'NOAUTH'],
      [`${redis.url}/99`, 'ERR DB index is out of range'],
    ] as const) {
      const { code, err } = await runProgram(['serve'], {
        ...{ ...env, REDIS_URL: address, REPLICAS: '1' },
      })
      expect([code, err]).toEqual([2, expect.stringContaining(`REDIS_URL: Cannot use: ${reason}`)])
      expect(err).not.toContain('wrong@')
    }
  },
  WITH_REDIS,
)
