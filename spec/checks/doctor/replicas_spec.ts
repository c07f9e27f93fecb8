import { expect } from 'bun:test'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { openSharedLimits } from '../../../app/service/parts/shared_limits.ts'
import { readConfig } from '../../../app/service/settings/config.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { REDIS, startRedis } from '../../support/redis.ts'

const stopwatch = () => performance.now()

verifies(
  'doctor.replicas',
  'more replicas than REPLICAS says, or more than can share a limit, are found',
  async () => {
    const redis = await startRedis()
    const stops: (() => void)[] = []
    const log = createLog('error', () => undefined, Date.now)
    const join = async (name: string) => {
      const config = readConfig({
        ...{ BASE_URL: `http://${name}:8080`, REDIS_URL: redis.url, REPLICAS: '1' },
      })
      if (!config.ok) throw new Error('Cannot read settings')
      const shared = await openSharedLimits(config.value, { log, clock: Date.now, stopwatch })
      stops.push(() => void (shared.ok && shared.value?.close()))
    }
    const about = async (replicas: string, url: string = redis.url) => {
      const env = { REDIS_URL: url, REPLICAS: replicas }
      const { out } = await callProgram(['doctor', '--json'], env)
      const rows: readonly { readonly name: string; readonly what: string }[] = JSON.parse(out)
      return rows.filter(({ name }) => name === 'shared limits').map(({ what }) => what)
    }
    try {
      // Another service on the same server is not counted.
      for (const name of ['localhost', 'localhost', 'other.localhost']) await join(name)
      const running = 'the server answers; 2 replicas are connected'
      expect(await about('2')).toEqual([running])
      expect(await about('1')).toEqual([running, expect.stringContaining('REPLICAS is 1')])
      expect(await about('121')).toEqual([running, expect.stringContaining('cannot be shared')])
      // Nobody counted is not the same as nobody there.
      await redis.run('ACL', 'SETUSER', 'near', 'on', '>word', '~*', '&*', '+@all', '-client|list')
      expect(await about('1', redis.url.replace('redis://', 'redis://near:word@'))).toEqual([
        expect.stringContaining('connected replicas cannot be counted: NOPERM'),
      ])
    } finally {
      for (const stop of stops) stop()
      await redis.remove()
    }
  },
  { needs: [REDIS] },
)
