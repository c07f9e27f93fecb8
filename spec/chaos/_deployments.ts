import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../app/foundation/store/open.ts'
import type { Store } from '../../app/foundation/store/port.ts'
import { createRunRecord } from '../kills/run_record.ts'
import { createProduct } from '../product/product.ts'
import { readExampleWorkspace, SECRET } from '../product/running_product.ts'
import type { Workspace } from '../product/workspace.ts'
import { type Home, makeHome } from '../races/service.ts'
import { type Need, needs } from '../requirements/verifies.ts'
import { POSTGRES, type Postgres, startPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { REDIS, type Redis, startRedis } from '../support/redis.ts'
import { GATEWAY, type Gateway, startGateway } from '../support/versity_gateway.ts'
import { connectUsers, type Users } from './_load.ts'
import { DISK_FAULTS, FAKETIME, openPreloads, type Preloads } from './_preloads.ts'
import { type Service, startService } from './_service.ts'
import { type SwitchedServer, startSwitchedServer } from './_switched_server.ts'

/** A service with everything around it that can fail. */
export type Deployment = {
  readonly home: Home
  readonly service: Service
  readonly users: Users
  /** The folder of an SQLite file, as the service sees it. */
  dataFolder(): string
  /** The store, for a program outside the service; nobody may write meanwhile. */
  openOutside(): Promise<Store>
  readonly backends: Backends
  remove(): Promise<void>
}

/** What a deployment has beside its service; the faults of each need what theirs has. */
export type Backends = {
  readonly preloads?: Preloads
  readonly postgres?: Postgres
  readonly redis?: Redis
  readonly gateway?: Gateway
  readonly product?: SwitchedServer
  readonly workspace?: Workspace
  readonly collector?: SwitchedServer
}

const UNSHARE = needs(
  'a mount namespace',
  Bun.spawnSync(['unshare', ...unshareOptions(), 'true']).success,
  'run as root, or allow namespaces of users',
)

export const DEPLOYMENTS = {
  /** SQLite in a folder, with libraries that lie about the disk and the clock. */
  local: { needs: [DISK_FAULTS, FAKETIME], open: openLocal },
  /** SQLite on a disk of a few megabytes. */
  small_disk: { needs: [UNSHARE], open: openSmallDisk },
  /** PostgreSQL and Redis. */
  shared: { needs: [POSTGRES, REDIS], open: openShared },
  /** Builds from an object store, the product over HTTP, a collector. */
  remote: { needs: [GATEWAY], open: openRemote },
} as const satisfies Readonly<
  Record<string, { readonly needs: readonly Need[]; readonly open: () => Promise<Deployment> }>
>

export type DeploymentName = keyof typeof DEPLOYMENTS

async function openLocal(): Promise<Deployment> {
  const home = await makeHome({ DEV_SIGN_IN: '1' })
  const preloads = await openPreloads(home.folder, join(home.folder, 'data'))
  const env = { ...home.env, ...preloads.env }
  return await open({ ...home, env }, { preloads }, [() => home.remove()])
}

const DISK = '2m'

async function openSmallDisk(): Promise<Deployment> {
  const home = await makeHome({ DEV_SIGN_IN: '1' })
  const data = join(home.folder, 'data')
  await mkdir(data)
  // The program replaces the shell, so its process is the one that was started.
  const script = `mount -t tmpfs -o size=${DISK} tmpfs "$0" && exec "$@"`
  const before = ['unshare', ...unshareOptions(), 'sh', '-c', script, data]
  return await open(home, {}, [() => home.remove()], before)
}

function unshareOptions(): readonly string[] {
  return process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount']
}

async function openShared(): Promise<Deployment> {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  const home = await makeHome({
    DEV_SIGN_IN: '1',
    DATABASE_URL: await postgres.database(),
    REDIS_URL: redis.url,
    REPLICAS: '1',
    // On a busy machine nothing else may look like an outage.
    REDIS_TIMEOUT_MS: '1000',
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
  })
  const removals = [() => redis.remove(), () => postgres.remove(), () => home.remove()]
  return await open(home, { postgres, redis }, removals)
}

async function openRemote(): Promise<Deployment> {
  const gateway = await startGateway()
  const workspace = await readExampleWorkspace()
  const options = { basePath: '/lectern', secrets: [SECRET], workspace, clock: Date.now }
  const product = await startSwitchedServer(createProduct(options))
  const collector = await startSwitchedServer(() => Response.json({}))
  const home = await makeHome({ DEV_SIGN_IN: '1' })
  const published = { ...home.env, ...gateway.env, DIST_DIR: 's3://docs/site' }
  const from = ['publish', '--from', join(home.folder, 'dist')]
  const { code, err } = await runProgram(from, published)
  if (code !== 0) throw new Error(`Cannot publish: ${err}`)
  const env = {
    ...published,
    BUILD_CACHE_DIR: join(home.folder, 'cache'),
    DOMAIN_URL: `${product.origin}/lectern`,
    DOMAIN_SECRET: SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const removals = [
    () => gateway.remove(),
    () => product.kill(),
    () => collector.kill(),
    () => home.remove(),
  ]
  return await open({ ...home, env }, { gateway, product, workspace, collector }, removals)
}

async function open(
  home: Home,
  backends: Backends,
  removals: readonly (() => Promise<unknown>)[],
  before: readonly string[] = [],
): Promise<Deployment> {
  const remove = async () => {
    // The service first: it would only log that the others are gone.
    for (const end of [...removals].reverse()) await end()
  }
  try {
    const service = await startService(home, before)
    const users = await connectUsers(service.url, createRunRecord())
    const url = home.env.DATABASE_URL ?? ''
    const data = join(home.folder, 'data')
    const isOwnDisk = before.length > 0
    const dataFolder = () => (isOwnDisk ? `/proc/${service.process().pid}/root${data}` : data)
    const openOutside = async () =>
      await openOrThrow(isOwnDisk ? await copyStore(home, dataFolder()) : url)
    return { home, service, users, dataFolder, openOutside, backends, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function openOrThrow(url: string): Promise<Store> {
  const opened = await openStore(url)
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

/** SQLite resolves links itself, and so finds no file of another namespace. */
async function copyStore({ folder }: Home, from: string): Promise<string> {
  const to = join(folder, `copy-${crypto.randomUUID()}`)
  await mkdir(to)
  for (const name of ['lectern.sqlite', 'lectern.sqlite-wal']) {
    await writeFile(join(to, name), await readFile(join(from, name)))
  }
  return `sqlite:${join(to, 'lectern.sqlite')}`
}
