import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command as audit } from '../../app/cli/audit.ts'
import type { Command } from '../../app/cli/command.ts'
import { changeExample } from '../../app/cli/example.ts'
import { command as grants } from '../../app/cli/grants.ts'
import { command as storeCommand } from '../../app/cli/store.ts'
import { command as user } from '../../app/cli/user.ts'
import { createAudit } from '../../app/foundation/store/audit.ts'
import { openStore } from '../../app/foundation/store/open.ts'
import { addBusiness } from '../build/corpus_build/bad_input/business_corpus.ts'
import { copyGoodCorpus } from '../build/corpus_build/bad_input/files.ts'
import { callPrivate, createWorld, tokensFor } from '../business/grants/granting.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { runPrinting } from '../support/command_call.ts'
import { runProgram } from '../support/program.ts'
import { freePort } from '../support/running.ts'
import { forEachStore, type OpenTestStore } from '../support/stores.ts'

const KEY = 'a-key-of-the-audit-with-32-characters'
const OTHER_KEY = 'another-key-of-at-least-32-characters'

/** A store whose audit ends with a line that has the key. */
async function start(open: OpenTestStore) {
  const store = await open()
  const world = await createWorld(store)
  world.time.now = Date.now()
  const { accessToken } = await tokensFor(world)
  const run = async (key: string | undefined, command: Command, words: string, flags = {}) => {
    const environment = { DATABASE_URL: store.url, AUDIT_KEY: key }
    return await runPrinting(command, environment, words, flags)
  }
  expect((await run(KEY, grants, 'list', { all: true }))[0]).toBe(0)
  const count = async () => (await world.events()).length
  return { ...world, url: store.url, accessToken, run, count }
}

const UNSET = /^Cannot write to the audit: its lines have a key, and AUDIT_KEY is not set: set the /
const DIFFERENT = /^Cannot write to the audit: its last line has another key than AUDIT_KEY, or /
const FORCE = { 'unkeyed-audit': true }

verifiesLong(
  'audit.unkeyed',
  'a service that lacks the key of its audit does not start',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'lectern-key-'))
    const corpus = await copyGoodCorpus(join(home, 'corpus'))
    await addBusiness(corpus)
    const url = `sqlite:${join(home, 'store.sqlite')}`
    const store = await openStore(url)
    if (!store.ok) throw new Error(store.error)
    const keyed = createAudit(store.value, { clock: Date.now, keys: [KEY] })
    await store.value.transaction((sql) => keyed.append(sql, { event: 'call', outcome: 'made' }))
    await store.value.close()
    const env = {
      CORPUS_DIR: corpus.path,
      DIST_DIR: join(home, 'dist'),
      PORT: String(await freePort()),
      DATABASE_URL: url,
      DEV_SIGN_IN: '1',
    }
    const ran = await runProgram(['serve'], env, home)
    expect([ran.code, UNSET.test(ran.err.trim().split('\n').at(-1) ?? '')]).toEqual([1, true])
    expect(ran.out).not.toContain('Serving')
    await rm(home, { recursive: true })
  },
)

forEachStore((_, open) => {
  verifies(
    'audit.unkeyed',
    'a command that lacks the key of the audit refuses before it does anything',
    async () => {
      const here = await start(open)
      const before = await here.count()
      const rows = [
        [user, 'disable ann', {}],
        [user, 'disable ann', { 'dry-run': true }],
        [grants, 'end', { all: true }],
        [audit, 'verify', {}],
        [storeCommand, 'backup /tmp/lectern-none/store.jsonl', {}],
      ] as const
      for (const [command, words, flags] of rows) {
        for (const [key, says] of [
          [undefined, UNSET],
          [OTHER_KEY, DIFFERENT],
        ] as const) {
          const [exit, text] = await here.run(key, command, words, flags)
          expect([words, exit, says.test(text)]).toEqual([words, 1, true])
        }
      }
      expect(await changeExample(here.url, ['archive', 'biz_bakery'])).toBe(1)
      expect(await here.count()).toBe(before)
      expect(await callPrivate(here, here.accessToken)).toBe('bakery')
      // A key that is being replaced is one of two.
      expect((await here.run(`${OTHER_KEY},${KEY}`, audit, 'verify'))[0]).toBe(0)
    },
  )

  verifies(
    'audit.unkeyed',
    'in an emergency a person is shut out without the key, and the key accepts the lines later',
    async () => {
      const here = await start(open)
      const last = await here.count()
      const dry = { ...FORCE, 'dry-run': true }
      expect((await here.run(undefined, user, 'disable ann', dry))[0]).toBe(0)
      expect(await here.count()).toBe(last)
      expect((await here.run(undefined, user, 'disable ann', FORCE))[0]).toBe(0)
      expect(await callPrivate(here, here.accessToken)).toBe('token_invalid')
      expect((await here.events()).slice(last)).toEqual([
        'audit_unkeyed operator',
        'user_changed disabled',
      ])
      // The end has no key now, and still nobody goes on without it by mistake.
      expect((await here.run(undefined, user, 'enable ann'))[0]).toBe(1)
      const lines = [last + 1, last + 2]
      const [exit, text] = await here.run(KEY, audit, 'verify', { json: true })
      expect([exit, JSON.parse(text)]).toMatchObject([1, { unkeyed_lines: lines }])
      expect(text).not.toContain('broken_at')
      const [refused, why] = await here.run(KEY, storeCommand, 'archive /tmp/lectern-none')
      expect([refused, why]).toEqual([
        1,
        `Cannot archive: line ${last + 1} of the audit has no key and was not accepted`,
      ])
      expect((await here.run(KEY, audit, 'accept 1'))[0]).toBe(1)
      expect((await here.run(KEY, audit, 'accept'))[0]).toBe(2)
      expect((await here.run(undefined, audit, `accept ${last + 1}`, FORCE))[0]).toBe(2)
      expect((await here.run(KEY, audit, `accept ${lines.join(' ')}`))[0]).toBe(0)
      const [whole, says] = await here.run(KEY, audit, 'verify')
      expect([whole, says]).toEqual([0, expect.stringContaining('The audit is whole')])
      expect(says).toEndWith(`, and ${lines.join(', ')} were accepted`)
    },
  )

  verifies(
    'audit.unkeyed',
    'a damaged chain blocks nobody in an emergency, and a lost key can be replaced',
    async () => {
      const here = await start(open)
      await here.store.transaction(async (sql) => {
        await sql.run(
          here.store.dialect === 'sqlite'
            ? 'DROP TRIGGER audit_refuses_update'
            : 'ALTER TABLE audit DISABLE TRIGGER ALL',
        )
        await sql.run("UPDATE audit SET outcome = 'rewritten' WHERE event = 'grants_listed'")
      })
      const [exit, text] = await here.run(KEY, grants, 'end', { all: true })
      expect([exit, DIFFERENT.test(text)]).toEqual([1, true])
      expect((await here.run(KEY, grants, 'end', { all: true, ...FORCE }))[0]).toBe(0)
      expect(await callPrivate(here, here.accessToken)).toBe('token_invalid')
      expect((await here.run(OTHER_KEY, grants, 'list', { all: true }))[0]).toBe(0)
      const [broken, says] = await here.run(OTHER_KEY, audit, 'verify')
      expect([broken, says]).toEqual([1, expect.stringContaining('The audit is broken at line ')])
    },
  )

  verifies('audit.unkeyed', 'a backup is restored with the key of its audit', async () => {
    const here = await start(open)
    const folder = await mkdtemp(join(tmpdir(), 'lectern-key-'))
    const file = join(folder, 'store.jsonl')
    expect((await here.run(KEY, storeCommand, `backup ${file}`))[0]).toBe(0)
    const path = join(folder, 'store.sqlite')
    const restore = async (key?: string) => {
      const environment = { DATABASE_URL: `sqlite:${path}`, AUDIT_KEY: key }
      return (await runPrinting(storeCommand, environment, `restore ${file}`))[0]
    }
    expect(await restore()).toBe(1)
    expect(await Bun.file(path).exists()).toBe(false)
    expect(await restore(KEY)).toBe(0)
    await rm(folder, { recursive: true })
  })
})
