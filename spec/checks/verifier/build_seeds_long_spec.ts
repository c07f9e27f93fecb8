import { afterAll, beforeAll } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { removeFolders } from '../../support/building.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { BUILD_SEEDS } from './build_seeds.ts'
import { expectNamed, printLines, verifySite } from './seeds.ts'
import { deployTampered } from './tampered_build.ts'

let running: Running
let good: string

beforeAll(async () => {
  const env = { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=1000000,::1/128=1000000' }
  running = await startRunning({ env })
  good = await readFile(join(running.distDir, 'docs-manifest.json'), 'utf8')
})

afterAll(async () => {
  printLines()
  await running.stop()
  await removeFolders()
})

/** Waits until the service serves the build; it checks ten times a second. */
async function untilServed(build: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${running.url}/docs-manifest.json`)
    const text = await answer.text()
    if (text.includes(`"build":"${build}"`)) return
    await Bun.sleep(25)
  }
}

for (const [name, edits, expected] of BUILD_SEEDS) {
  verifies('operator.verify', `verify() names ${name} of a running service`, async () => {
    await untilServed(await deployTampered(running.distDir, edits, good))
    expectNamed(name, await verifySite(running.url), expected)
  })
}
