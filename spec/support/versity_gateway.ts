import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreAccess } from '../../app/foundation/object_store/address.ts'
import { type Need, needs } from '../requirements/verifies.ts'
import { type KeptServer, keepServer } from './kept_server.ts'
import { freePort } from './running.ts'

/** A real S3 server for tests, on loopback; its objects are files in a temporary folder. */
export type Gateway = KeptServer & {
  readonly access: StoreAccess
  /** The same as settings of the program. */
  readonly env: Readonly<Record<string, string>>
  /** The file of an object in the bucket `docs`. */
  pathOf(key: string): string
  /** After `kill`: starts it again on the same port, with the same objects. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** The version that `.ci/run` builds. */
const VERSION = 'v1.8.0'

const BUCKET = 'docs'
const PORTS_TRIED_MAX = 5

const PROGRAM =
  Bun.which('versitygw') ??
  join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    `lectern-tests/versitygw-${VERSION}`,
  )

export const GATEWAY: Need = needs(
  'an S3 server',
  existsSync(PROGRAM),
  `go install github.com/versity/versitygw/cmd/versitygw@${VERSION}, on the PATH`,
)

export async function startGateway(): Promise<Gateway> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-objects-'))
  const bucket = join(home, 'objects', BUCKET)
  await mkdir(bucket, { recursive: true })
  const [key, secret] = ['test', crypto.randomUUID()]
  let port = 0
  let server: KeptServer | undefined
  const start = async (): Promise<boolean> => {
    const log = join(home, 'log')
    await rm(log, { force: true })
    server = await keepServer(
      [PROGRAM, '--port', `127.0.0.1:${port}`, 'posix', join(home, 'objects')],
      log,
      { ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: secret },
    )
    return await isAnswering(`http://127.0.0.1:${port}/`, log)
  }
  const kill = async () => await server?.kill()
  for (let tried = 1; port === 0; tried += 1) {
    port = await freePort()
    if (await start()) break
    await kill()
    if (tried === PORTS_TRIED_MAX) throw new Error('Cannot start versitygw: no port is free')
    port = 0
  }
  const endpoint = `http://127.0.0.1:${port}`
  return {
    access: {
      endpoint,
      region: 'us-east-1',
      accessKeyId: key,
      secretAccessKey: secret,
      sessionToken: undefined,
    },
    env: { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret },
    pathOf: (object) => join(bucket, object),
    freeze: () => server?.freeze(),
    thaw: () => server?.thaw(),
    kill,
    start: async () => {
      if (!(await start())) throw new Error(`Cannot start versitygw: port ${port} is taken`)
    },
    remove: async () => {
      await kill()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Whether the server started; false when another program took the port first. */
async function isAnswering(url: string, log: string): Promise<boolean> {
  for (;;) {
    // Without a signature it refuses, which is an answer.
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 403) return true
    const text = await readFile(log, 'utf8').catch(() => '')
    if (text.includes('address already in use')) return false
    if (/^(error|panic)/im.test(text)) throw new Error(`Cannot start versitygw:\n${text}`)
    await Bun.sleep(20)
  }
}
