import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../deploy/proxies.ts'
import { type Product, SECRET, startProduct } from '../product/running_product.ts'
import { type Postgres, sharedPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { type Redis, startRedis } from '../support/redis.ts'
import { CORPUS } from '../support/repository.ts'
import { freePort, type Running, startRunning } from '../support/running.ts'
import { type Gateway, startGateway } from '../support/versity_gateway.ts'
import { buildEdition, type Edition } from './_editions.ts'

/** Three processes of the service behind nginx, with everything that they share. */
export type Deployment = {
  /** What clients know: the proxy, and the base address of the service. */
  readonly url: string
  readonly replicas: readonly Replica[]
  readonly redis: Redis
  readonly postgres: Postgres
  readonly gateway: Gateway
  /** Uploads an edition, as an operator does. */
  publish(edition: Edition): Promise<void>
  remove(): Promise<void>
}

/** One process at its place, which can be empty for a while. */
export type Replica = {
  readonly url: string
  running(): Running
  start(): Promise<void>
  /** Asks it to stop, and returns its exit code when it is gone. */
  stop(): Promise<number>
  kill(): Promise<void>
}

const REPLICAS = 3
const STORE = 's3://docs/site'

/** The file that our page shows. */
const CONFIGURATION = join(CORPUS, 'pages/run/files/nginx.conf')

/** The test says in a header which client it is; the file itself stays as it is. */
const CLIENTS =
  'set_real_ip_from 127.0.0.0/8; set_real_ip_from ::1; real_ip_header X-Test-Client;\n'

/** Whoever has no address of its own has no limit; the load is in this network. */
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000,10.9.0.0/16=1000000'

export async function startDeployment(): Promise<Deployment> {
  const removals: (() => Promise<unknown>)[] = []
  const remove = async () => {
    for (const each of removals.splice(0).reverse()) await each()
  }
  try {
    return { ...(await startParts(removals)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startParts(
  removals: (() => Promise<unknown>)[],
): Promise<Omit<Deployment, 'remove'>> {
  const postgres = await sharedPostgres()
  const redis = await startRedis()
  removals.push(() => redis.remove())
  const gateway = await startGateway()
  removals.push(() => gateway.remove())
  const product: Product = await startProduct()
  removals.push(() => product.stop())
  const home = await mkdtemp(join(tmpdir(), 'lectern-replicas-'))
  removals.push(() => rm(home, { recursive: true, force: true }))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const env = {
    BASE_URL: baseUrl,
    ...gateway.env,
    DIST_DIR: STORE,
    CORPUS_DIR: join(home, 'none'),
    DATABASE_URL: await postgres.database(),
    REDIS_URL: redis.url,
    REPLICAS: String(REPLICAS),
    // The default, which other tests do without.
    DRAIN_SECONDS: '5',
    DOMAIN_URL: product.url,
    DOMAIN_SECRET: SECRET,
    DEV_SIGN_IN: '1',
    TRUSTED_PROXIES: '127.0.0.1/32',
    RATE_LIMIT_OVERRIDES: UNLIMITED,
  }
  const publish = async (edition: Edition) => {
    const from = await buildEdition(edition, baseUrl)
    const { code, err } = await runProgram(['publish', '--from', from], env)
    await rm(from, { recursive: true, force: true })
    if (code !== 0) throw new Error(`Cannot publish "${edition}": ${err}`)
  }
  await publish('firstedition')
  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, (_, at) => placeReplica(home, at, env)),
  )
  removals.push(() => Promise.all(replicas.map((replica) => replica.kill())))
  await Promise.all(replicas.map((replica) => replica.start()))
  const proxy = await startNginx(await readNginx(replicas, port), port)
  removals.push(() => proxy.stop())
  return { url: baseUrl, replicas, redis, postgres, gateway, publish }
}

async function placeReplica(
  home: string,
  at: number,
  env: Readonly<Record<string, string>>,
): Promise<Replica> {
  const port = await freePort()
  const own = { ...env, BUILD_CACHE_DIR: join(home, `cache-${at}`) }
  let current: Running | undefined
  const running = () => {
    if (current === undefined) throw new Error(`Cannot use replica ${at}: it does not run`)
    return current
  }
  const stop = async () => {
    const code = (await current?.stop()) ?? 0
    current = undefined
    return code
  }
  return {
    url: `http://localhost:${port}`,
    running,
    stop,
    start: async () => {
      current = await startRunning({ corpus: home, env: own, port })
    },
    kill: async () => {
      if (current !== undefined) process.kill(current.pid, 'SIGKILL')
      await stop()
    },
  }
}

/** The page's own file, with the ports of this test. */
async function readNginx(replicas: readonly Replica[], port: number): Promise<string> {
  const text = await Bun.file(CONFIGURATION).text()
  const ports = replicas.map(({ url }) => new URL(url).port)
  let at = -1
  const placed = text.replaceAll(/server 10\.0\.0\.\d+:8080/g, () => {
    at += 1
    return `server 127.0.0.1:${ports[at]}`
  })
  if (at !== REPLICAS - 1) throw new Error(`Cannot use "${CONFIGURATION}": ${at + 1} servers`)
  return CLIENTS + placed.replace('listen 80;', `listen 127.0.0.1:${port}; listen [::1]:${port};`)
}
