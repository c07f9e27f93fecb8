import { afterAll, beforeAll, expect } from 'bun:test'
import { PROXIES } from '../deploy/proxies.ts'
import { verifies } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { POSTGRES } from '../support/postgres.ts'
import { REDIS } from '../support/redis.ts'
import { GATEWAY } from '../support/versity_gateway.ts'
import { expectCacheTable } from './_cache_table.ts'
import { type Deployment, startDeployment } from './deployment.ts'
import {
  type Row,
  type Size,
  tryKills,
  tryRaces,
  tryRedis,
  tryRestarts,
  tryRollout,
} from './scenarios.ts'

/** `bun run replicas` tries more. */
const SIZE: Size = { racers: 12, callersEach: 1, restMs: 40, calls: 8, restarts: 1 }

const NEEDS = [...PROXIES, POSTGRES, REDIS, GATEWAY]
const OPTIONS = { needs: NEEDS }

let deployment: Deployment

beforeAll(async () => {
  if (NEEDS.every(({ available }) => available)) deployment = await startDeployment()
})
afterAll(async () => {
  await deployment?.remove()
  await removeFolders()
})

const findBroken = (rows: readonly Row[]) => rows.filter(({ isKept }) => !isKept)

verifies(
  'replicas.once',
  'a code, a refresh token and a held call are used once by three replicas asked at once',
  async () => expect(findBroken(await tryRaces(deployment, SIZE))).toEqual([]),
  OPTIONS,
)

verifies(
  ['replicas.no_loss', 'builds.followed'],
  'a corpus that is published under load fails no call and mixes no answer',
  async () => expect(findBroken(await tryRollout(deployment, SIZE))).toEqual([]),
  OPTIONS,
)

verifies(
  ['replicas.no_loss', 'admin.drain'],
  'a replica that is restarted under load fails no call',
  async () => expect(findBroken(await tryRestarts(deployment, SIZE))).toEqual([]),
  OPTIONS,
)

verifies(
  'replicas.no_loss',
  'a replica that is killed under load fails no call that may be repeated',
  async () => expect(findBroken(await tryKills(deployment, SIZE))).toEqual([]),
  OPTIONS,
)

verifies(
  ['limits.shared', 'limits.shared_away'],
  'through the proxy a client gets its limit, also while Redis is killed and comes back empty',
  async () => expect(findBroken(await tryRedis(deployment, SIZE))).toEqual([]),
  OPTIONS,
)

verifies(
  ['static.headers', 'headers.cdn'],
  'caches see on every kind of path what the page about a CDN says',
  async () => await expectCacheTable(deployment.url),
  OPTIONS,
)
