import { expect } from 'bun:test'
import { parseAddress } from '../../../app/foundation/limits/address_range.ts'
import { connectRedis } from '../../../app/foundation/limits/redis_window.ts'
import { createSharedRateLimit } from '../../../app/foundation/limits/shared_rate_limit.ts'
import { createSharedWindow } from '../../../app/foundation/limits/shared_window.ts'
import { verifies } from '../../requirements/verifies.ts'
import { REDIS, startRedis } from '../../support/redis.ts'

verifies(
  'limits.shared_away',
  'threat 49: a server that forgets clients for want of memory gives nobody more than the limit',
  async () => {
    const redis = await startRedis()
    const window = createSharedWindow({
      connect: connectRedis(redis.url, 'lectern:test'),
      waitMsMax: 60_000,
      onFailure: () => undefined,
      randomId: () => crypto.randomUUID(),
      clock: () => 0,
    })
    try {
      await window.reconnect()
      const given = { keyPrefix: 'test:', replicas: 3, callsPerMinute: 120, overrides: [] }
      const limit = createSharedRateLimit({ ...given, window, clock: () => 0 })
      for (const [at, policy] of ['allkeys-lru', 'volatile-lru'].entries()) {
        await redis.run('CONFIG', 'SET', 'maxmemory-policy', policy)
        const [, used] = /used_memory:(\d+)/.exec(String(await redis.run('INFO'))) ?? []
        await redis.run('CONFIG', 'SET', 'maxmemory', String(Number(used) + 200_000))
        let admitted = 0
        for (let round = 0; round < 20; round += 1) {
          for (let call = 0; call < 100; call += 1) {
            const admission = await limit.admit(parseAddress(`192.0.2.${at}`))
            if (admission === 'admitted') admitted += 1
          }
          // Others call until the server needs the memory.
          const others = Array.from({ length: 2000 }, (_, other) => `${at} ${round} ${other}`)
          const words = await Promise.all(others.map((other) => window.count(other, 1)))
          expect(new Set(words)).toEqual(new Set(['admitted']))
        }
        expect(admitted).toBe(120)
        await redis.run('CONFIG', 'SET', 'maxmemory', '0')
      }
      expect(String(await redis.run('INFO'))).toMatch(/evicted_keys:[1-9]\d{3}/)
    } finally {
      window.close()
      await redis.remove()
    }
  },
  { needs: [REDIS] },
)
