import { afterAll, beforeAll, expect } from 'bun:test'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET, startProduct } from '../../product/running_product.ts'
import { needs, verifies } from '../../requirements/verifies.ts'
import { buildOrThrow, removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { callProgram } from '../../support/command_line.ts'
import { startUpstream } from '../../support/identity_provider.ts'
import { POSTGRES, sharedPostgres } from '../../support/postgres.ts'
import { REDIS, startRedis } from '../../support/redis.ts'
import { GATEWAY, startGateway } from '../../support/versity_gateway.ts'

type Row = { readonly name: string; readonly state: string; readonly what: string }

/** A file system in memory, on Linux. */
const SHM = '/dev/shm'

const deviceOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
const TWO_DISKS = needs(
  'a second file system at /dev/shm',
  (deviceOf(SHM) ?? deviceOf(tmpdir())) !== deviceOf(tmpdir()),
  'mount a tmpfs there',
)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-doctor-'))
  const corpusDir = await writeSampleCorpus({ 'index.md': {} })
  const baseUrl = 'http://localhost:8080'
  await buildOrThrow({ corpusDir, distDir: join(folder, 'dist'), baseUrl })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await removeFolders()
})

async function examine(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly rows: readonly string[]; readonly text: string }> {
  const folders = { CORPUS_DIR: join(folder, 'none'), DIST_DIR: join(folder, 'dist') }
  const ran = await callProgram(['doctor', '--json'], { ...folders, ...env }, folder)
  expect(ran.err).toBe('')
  const found: readonly Row[] = JSON.parse(ran.out)
  const rows = found.map(({ state, name }) => `${state} ${name}`)
  return { code: ran.code, rows, text: ran.out }
}

verifies(
  'doctor.machine',
  'settings, build, disk and every part that works are fine',
  async () => {
    const postgres = await sharedPostgres()
    const upstream = await startUpstream(['http://localhost:8080/oauth/callback'])
    const product = await startProduct()
    const redis = await startRedis()
    try {
      const { code, rows } = await examine({
        DATABASE_URL: await postgres.database(),
        OIDC_ISSUER: upstream.issuer,
        OIDC_CLIENT_ID: upstream.clientId,
        OIDC_CLIENT_SECRET: upstream.clientSecret,
        DOMAIN_URL: product.url,
        DOMAIN_SECRET: SECRET,
        REDIS_URL: redis.url,
        REPLICAS: '2',
      })
      const parts = ['database', 'identity provider', 'product', 'shared limits']
      expect(rows).toEqual(['settings', 'build', 'disk', ...parts].map((name) => `fine ${name}`))
      expect(code).toBe(0)
    } finally {
      await redis.remove()
      await product.stop()
      upstream.stop()
    }
  },
  { needs: [POSTGRES, REDIS] },
)

verifies('doctor.machine', 'every part that does not answer is a fault with a fix', async () => {
  const product = await startProduct()
  try {
    const { code, rows, text } = await examine({
      DATABASE_URL: 'postgres://user:topsecret@127.0.0.1:1/name',
      OIDC_ISSUER: product.url,
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: 'topsecret',
      DOMAIN_URL: product.url,
      DOMAIN_SECRET: 'topsecret'.repeat(5),
      REDIS_URL: 'redis://user:topsecret@127.0.0.1:1',
      REPLICAS: '2',
      DIST_DIR: 's3://bucket/docs',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'topsecret',
    })
    const parts = [...['object store', 'database', 'identity provider', 'product', 'shared limits']]
    expect(rows.filter((row) => row.startsWith('fault'))).toEqual(
      parts.map((name) => `fault ${name}`),
    )
    expect(code).toBe(1)
    expect(text).not.toContain('topsecret')
  } finally {
    await product.stop()
  }
})

/** A manifest that may be large: nobody needs its lists to know the address. */
function answerEndless(start: string): Response {
  const filler = new Uint8Array(64 * 1024).fill(32)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull: async (controller) => {
      await Bun.sleep(5)
      controller.enqueue(filler)
    },
  })
  return new Response(body)
}

verifies(
  ['doctor.machine', 'doctor.store_clock', 'builds.address'],
  'a store without conditions, a key that may only read, a wrong clock and a foreign build',
  async () => {
    let written = 200
    let lateMs = 0
    let manifest: string | undefined
    const fake = Bun.serve({
      port: 0,
      fetch: ({ method, url }) => {
        const date = new Date(Date.now() - lateMs).toUTCString()
        if (new URL(url).search === '') return new Response('', { status: 403, headers: { date } })
        if (method === 'GET' && manifest !== undefined) return answerEndless(manifest)
        if (method === 'GET') return new Response('<Code>NoSuchKey</Code>', { status: 404 })
        return new Response('<Code>AccessDenied</Code>', { status: written })
      },
    })
    const env = {
      ...{ DIST_DIR: 's3://bucket/docs', AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${fake.port}` },
      ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    }
    const about = async () => {
      const { text } = await examine(env)
      const rows: readonly Row[] = JSON.parse(text)
      return rows.filter(({ name }) => name === 'object store')
    }
    try {
      const none = { state: 'warning', what: 's3://bucket/docs/ has no build' }
      const ignores = { state: 'warning', what: expect.stringContaining('ignores conditions') }
      const right = { state: 'fine', what: expect.stringContaining('its clock is within') }
      expect(await about()).toMatchObject([none, ignores, right])
      written = 403
      lateMs = 300_000
      const reads = { state: 'fine', what: expect.stringContaining('may only read') }
      const late = { state: 'fault', what: expect.stringMatching(/its clock is (299|300|301) s/) }
      manifest = JSON.stringify({ base_url: 'https://old.example', build: 'ab'.repeat(16) })
      const what = expect.stringContaining('has a build for https://old.example, not http')
      expect(await about()).toMatchObject([{ state: 'fault', what }, reads, late])
    } finally {
      await fake.stop(true)
    }
  },
)

verifies(
  'doctor.machine',
  'a store of builds that keeps conditions is fine',
  async () => {
    const gateway = await startGateway()
    try {
      const { rows } = await examine({ ...gateway.env, DIST_DIR: 's3://docs/empty' })
      expect(rows).toContain('warning object store')
      expect(rows).toContain('fine object store')
    } finally {
      await gateway.remove()
    }
  },
  { needs: [GATEWAY] },
)

verifies(
  'doctor.machine',
  'a server of limits that forgets them, or takes no writes, is found',
  async () => {
    const redis = await startRedis()
    try {
      const env = { REDIS_URL: redis.url, REPLICAS: '2' }
      expect((await examine(env)).rows).not.toContain('warning shared limits')
      for (const policy of ['allkeys-lru', 'volatile-lru']) {
        await redis.run('CONFIG', 'SET', 'maxmemory-policy', policy)
        expect((await examine(env)).rows).toContain('warning shared limits')
      }
      await redis.run('REPLICAOF', '127.0.0.1', '1')
      expect((await examine(env)).rows).toContain('fault shared limits')
    } finally {
      await redis.remove()
    }
  },
  { needs: [REDIS] },
)

verifies(
  'doctor.disks',
  'the disk of the database is examined where it is not that of the builds',
  async () => {
    const { text } = await examine({
      DEV_SIGN_IN: '1',
      DATABASE_URL: `sqlite:${SHM}/lectern.sqlite`,
    })
    const rows: readonly Row[] = JSON.parse(text)
    const disks = rows
      .filter(({ name }) => name === 'disk')
      .map(({ what }) => what.split(' at ')[1])
    expect(disks).toEqual([expect.stringContaining(folder), SHM])
    const same = await examine({
      DEV_SIGN_IN: '1',
      DATABASE_URL: `sqlite:${folder}/lectern.sqlite`,
    })
    expect(same.rows.filter((row) => row.endsWith('disk'))).toHaveLength(1)
  },
  { needs: [TWO_DISKS] },
)

verifies('doctor.machine', 'settings that contradict a deployment are found', async () => {
  const { code, rows } = await examine({
    BASE_URL: 'https://docs.example.com',
    OIDC_ISSUER: 'https://id.invalid',
    OIDC_CLIENT_ID: 'client',
    REDIS_URL: 'redis://127.0.0.1:1',
    REPLICAS: '3',
  })
  const open = await examine({ TRUSTED_PROXIES: '10.0.0.0/8,::/0' })
  expect(open.rows).toContain('fault trusted proxies')
  expect(rows).toContain('warning mode')
  expect(rows).toContain('fault trusted proxies')
  expect(rows).toContain('fault database')
  // The build was made for another address, and there is no corpus to make one of.
  expect(rows).toContain('fault build')
  expect(code).toBe(1)
})
