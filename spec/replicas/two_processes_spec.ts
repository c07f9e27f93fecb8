import { afterAll, expect } from 'bun:test'
import { join } from 'node:path'
import { PROXIES, startNginx } from '../deploy/proxies.ts'
import { verifies } from '../requirements/verifies.ts'
import { newFolder, removeFolders } from '../support/building.ts'
import { CORPUS } from '../support/repository.ts'
import { freePort, startRunning } from '../support/running.ts'
import { buildEdition } from './_editions.ts'
import { startLoad } from './load.ts'

const FILES = join(CORPUS, 'pages/run/files')

/** Calls of each kind between two steps of a restart. */
const CALLS = 20

afterAll(removeFolders)

/** The page's own file, with the ports of this test. */
async function readNginx(port: number, ports: readonly number[]): Promise<string> {
  const text = await Bun.file(join(FILES, 'nginx-two.conf')).text()
  const [first, second] = ports
  return text
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${port}; listen [::1]:${port};`)
}

/** Settings that the unit gives to each process. */
async function readUnitSettings(): Promise<Readonly<Record<string, string>>> {
  const unit = await Bun.file(join(FILES, 'lectern@.service')).text()
  const settings = [...unit.matchAll(/^Environment=(\w+)=(\d+)$/gm)]
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]))
}

verifies(
  ['replicas.one_machine', 'replicas.no_loss'],
  'two processes behind nginx that are restarted in turn refuse no request',
  async () => {
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()]
    const url = `http://localhost:${port}`
    const env = {
      ...(await readUnitSettings()),
      BASE_URL: url,
      DIST_DIR: await buildEdition('firstedition', url),
      CORPUS_DIR: join(await newFolder(), 'none'),
      TRUSTED_PROXIES: '127.0.0.1/32',
      RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000',
    }
    expect(env).toMatchObject({ DRAIN_SECONDS: '5' })
    const corpus = await newFolder()
    const start = (own: number) => startRunning({ corpus, env, port: own })
    const running = new Map(
      await Promise.all(ports.map(async (own) => [own, await start(own)] as const)),
    )
    const proxy = await startNginx(await readNginx(port, ports), port)
    const load = startLoad({ url, callersEach: 1, restMs: 20 })
    try {
      for (const own of ports) {
        await load.pass(CALLS)
        expect(await running.get(own)?.stop()).toBe(0)
        running.delete(own)
        await load.pass(CALLS)
        running.set(own, await start(own))
      }
      await load.pass(CALLS)
    } finally {
      const tallies = [...(await load.stop()).values()]
      await proxy.stop()
      await Promise.all([...running.values()].map((each) => each.stop()))
      const calls = tallies.reduce((sum, tally) => sum + tally.calls, 0)
      const failures = tallies.flatMap((tally) => tally.failures)
      console.log(`${failures.length} of ${calls} calls failed`)
      expect(failures).toEqual([])
    }
  },
  { needs: PROXIES.filter(({ what }) => what === 'nginx') },
)
