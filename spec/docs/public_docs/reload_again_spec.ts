import { afterAll, expect } from 'bun:test'
import { copyFile, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { closeBuilds, makeTwoBuilds, open, put } from '../../support/two_builds.ts'
import { waitUntil } from '../../support/wait_until.ts'

afterAll(closeBuilds)

verifiesLong(
  'reload.bad_build',
  'look() loads a refused build once its files are complete, without another manifest',
  async () => {
    const { distDir, second, older, newer } = await makeTwoBuilds()
    const { docs, events } = await open(distDir)
    const path = join(distDir, 'builds', newer.build, 'private/search.bin')
    const good = await readFile(path)
    await writeFile(path, good.subarray(1))
    await put(distDir, second, docs)
    expect([docs.current().build, events()]).toEqual([older.build, ['reload_refused']])
    await writeFile(path, good)
    await waitUntil(() => docs.current().build !== older.build)
    expect([docs.current().build, events()]).toEqual([newer.build, ['reload_refused', 'reloaded']])
  },
)

verifiesLong(
  'reload.bad_build',
  'look() logs a refusal again when its reason changes, and only then',
  async () => {
    const { distDir, second, newer } = await makeTwoBuilds()
    const { docs, events } = await open(distDir)
    const path = join(distDir, 'builds', newer.build, 'private/search.bin')
    await writeFile(path, 'x')
    await put(distDir, second, docs)
    await Bun.sleep(4000)
    expect(events()).toEqual(['reload_refused'])
    await rm(path)
    await waitUntil(() => events().length >= 2)
    expect(events()).toEqual(['reload_refused', 'reload_refused'])
  },
)

verifies(
  'reload.bad_build',
  'look() loads a manifest once that is swapped while another is being loaded',
  async () => {
    const { distDir, first, second, newer } = await makeTwoBuilds()
    const { docs, events } = await open(distDir)
    await copyFile(second, `${first}.next`)
    await copyFile(second, join(distDir, 'docs-manifest.json.new'))
    await rename(join(distDir, 'docs-manifest.json.new'), join(distDir, 'docs-manifest.json'))
    const looking = docs.look()
    // Long enough to see the manifest, too short for the thread that reads it.
    await Bun.sleep(3)
    await rename(`${first}.next`, join(distDir, 'docs-manifest.json'))
    await looking
    await docs.look()
    await docs.look()
    expect([docs.current().build, events()]).toEqual([newer.build, ['reloaded']])
  },
)

/** Ways to replace a file with something that the system refuses to open. */
const UNREADABLE: Readonly<Record<string, (path: string) => Promise<void>>> = {
  ENOTDIR: async (path) => {
    await rm(dirname(path), { recursive: true })
    await writeFile(dirname(path), '')
  },
  ELOOP: async (path) => {
    await rm(path)
    await symlink(path, path)
  },
}

for (const [code, spoil] of Object.entries(UNREADABLE)) {
  verifies(
    'reload.bad_build',
    `look() and openPublicDocs() refuse a build with ${code} in its files, in one line`,
    async () => {
      const { distDir, second, older, newer } = await makeTwoBuilds()
      const { docs, events } = await open(distDir)
      await spoil(join(distDir, 'builds', newer.build, 'more/index.html'))
      await put(distDir, second, docs)
      expect([docs.current().build, events()]).toEqual([older.build, ['reload_refused']])
      await spoil(join(distDir, 'builds', newer.build, 'private/records.bin'))
      const refused = await openPublicDocs({ distDir, log: createLog('error', () => {}, Date.now) })
      expect(refused.ok ? '' : refused.error).toMatch(new RegExp(`^Cannot read "[^"]+": ${code}$`))
    },
  )
}
