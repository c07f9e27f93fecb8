import { afterAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { closeBuilds, makeTwoBuilds, open, put } from '../../support/two_builds.ts'
import { waitUntil } from '../../support/wait_until.ts'

afterAll(closeBuilds)

/** Kinds of damage to a file of a build; each returns the damaged bytes. */
const DAMAGED: Readonly<Record<string, (good: Uint8Array) => Uint8Array>> = {
  'cut in half': (good) => good.slice(0, good.length / 2),
  'with one byte changed': (good) => {
    const changed = good.slice()
    const at = changed.length >> 1
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  },
  'of another program': (good) => new Uint8Array(good.length).fill(0x20),
  empty: () => new Uint8Array(),
}

const PRIVATE = [
  'seal.json',
  'files.json',
  'service.json',
  'records.bin',
  'headings.bin',
  'search.bin',
  'served.bin',
  'packed.bin',
]

/** Digested in parts when they are read; before that, only their size is checked. */
const DIGESTED_WHEN_READ = {
  start: ['headings.bin', 'packed.bin'],
  reload: ['packed.bin'],
} as const

/** Read at every reload, searched, and digested late; the long tests damage the others. */
const QUICK = ['seal.json', 'search.bin', 'packed.bin']

for (const file of QUICK) {
  verifies('reload.bad_build', titleOf(file), () => expectRefusals(file))
}

for (const file of PRIVATE.filter((each) => !QUICK.includes(each))) {
  verifiesLong('reload.bad_build', titleOf(file), () => expectRefusals(file))
}

function titleOf(file: string): string {
  return `look() keeps the old build and logs one line for each kind of damage to private/${file}`
}

async function expectRefusals(file: string): Promise<void> {
  const { distDir, first, second, older, newer } = await makeTwoBuilds()
  const { docs, events } = await open(distDir)
  let refusals = 0
  const path = join(distDir, 'builds', newer.build, 'private', file)
  const good = new Uint8Array(await readFile(path))
  for (const [kind, damaged] of Object.entries(DAMAGED)) {
    const bytes = damaged(good)
    const unseen = DIGESTED_WHEN_READ.reload.some((name) => name === file)
    if (unseen && bytes.length === good.length) continue
    await writeFile(path, bytes)
    await put(distDir, second, docs)
    refusals += 1
    const refused = events().filter((event) => event === 'reload_refused').length
    expect([kind, refused]).toEqual([kind, refusals])
    expect(docs.current().build).toBe(older.build)
    expect(docs.current().search(normalizeQuery('second'), 5).records).toEqual([])
  }
  await writeFile(path, good)
  await put(distDir, first, docs)
  await put(distDir, second, docs)
  expect(docs.current().build).toBe(newer.build)
  expect(docs.current().search(normalizeQuery('second'), 5).records[0]?.title).toBe('Second')
}

verifies(
  'reload.bad_build',
  'openPublicDocs() refuses a damaged build in one line that says why',
  async () => {
    const { distDir, older } = await makeTwoBuilds()
    const log = createLog('error', () => {}, Date.now)
    for (const file of PRIVATE) {
      const path = join(distDir, 'builds', older.build, 'private', file)
      const good = new Uint8Array(await readFile(path))
      for (const [kind, damaged] of Object.entries(DAMAGED)) {
        const bytes = damaged(good)
        const unseen = DIGESTED_WHEN_READ.start.some((name) => name === file)
        if (unseen && bytes.length === good.length) continue
        await writeFile(path, bytes)
        const refused = await openPublicDocs({ distDir, log })
        expect([file, kind, refused.ok]).toEqual([file, kind, false])
        expect(refused.ok ? '' : refused.error).toMatch(/^Cannot [^\n]+$/)
      }
      await writeFile(path, good)
    }
  },
)

verifies(
  'reload.bad_build',
  'look() loads a manifest with the same content in other bytes, and keeps those bytes',
  async () => {
    const { distDir, second, newer } = await makeTwoBuilds()
    const { docs } = await open(distDir)
    const spaced = JSON.stringify(JSON.parse(await readFile(second, 'utf8')), null, 2)
    await writeFile(`${second}.spaced`, spaced)
    await put(distDir, `${second}.spaced`, docs)
    expect(docs.current().build).toBe(newer.build)
    const file = docs.current().file('docs-manifest.json')
    const bytes = await file?.read()
    expect(bytes?.ok && new TextDecoder().decode(bytes.value)).toBe(spaced)
    expect(file?.forms).toEqual([])
  },
)

verifies(
  'static.compressed',
  'a compressed form with a wrong byte is refused when it is read, the file itself is not',
  async () => {
    const { distDir, second, newer } = await makeTwoBuilds()
    const { docs } = await open(distDir)
    await put(distDir, second, docs)
    const path = join(distDir, 'builds', newer.build, 'private/packed.bin')
    await writeFile(path, new Uint8Array((await readFile(path)).length))
    const file = docs.current().file('more/index.html')
    expect(file?.forms.map(({ coding }) => coding)).toEqual(['br', 'gzip'])
    // The other form is made from the file.
    expect(
      await Promise.all((file?.forms ?? []).map(async (form) => (await form.read()).ok)),
    ).toEqual([false, true])
    expect((await file?.read())?.ok).toBe(true)
  },
)

verifies(
  'reload.bad_build',
  'openPublicDocs() checks the whole build after its start and logs what is missing',
  async () => {
    const { distDir, older } = await makeTwoBuilds()
    await rm(join(distDir, 'builds', older.build, 'index.html'))
    const { docs, events } = await open(distDir)
    expect(docs.current().build).toBe(older.build)
    await waitUntil(() => events().length > 0)
    expect(events()).toEqual(['build_damaged'])
  },
)
