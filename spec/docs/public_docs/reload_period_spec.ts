import { afterAll, expect } from 'bun:test'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { verifiesLong } from '../../requirements/verifies.ts'
import { closeBuilds, makeTwoBuilds, open } from '../../support/two_builds.ts'
import { waitUntil } from '../../support/wait_until.ts'

afterAll(closeBuilds)

verifiesLong(
  'reload.within_one_second',
  'openPublicDocs() looks at the manifest by itself, at least twice a second',
  async () => {
    const { distDir, second, newer } = await makeTwoBuilds()
    const periods: number[] = []
    const start = globalThis.setInterval
    Reflect.set(globalThis, 'setInterval', (...given: Parameters<typeof start>) => {
      periods.push(Number(given[1]))
      return start(...given)
    })
    const { docs } = await open(distDir).finally(() => {
      globalThis.setInterval = start
    })
    // Half of the second is left for loading, which `bun run bench reload` measures.
    expect(periods.filter((periodMs) => periodMs <= 500)).toHaveLength(1)
    await copyFile(second, join(distDir, 'next.json'))
    await rename(join(distDir, 'next.json'), join(distDir, 'docs-manifest.json'))
    await waitUntil(() => docs.current().build === newer.build)
    expect(docs.current().build).toBe(newer.build)
  },
)
