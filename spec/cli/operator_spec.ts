import { expect } from 'bun:test'
import { command as audit } from '../../app/cli/audit.ts'
import { command as client } from '../../app/cli/client.ts'
import type { Command } from '../../app/cli/command.ts'
import { command as grants } from '../../app/cli/grants.ts'
import { command as user } from '../../app/cli/user.ts'
import {
  ADDRESS,
  callPrivate,
  createWorld,
  REDIRECT,
  redemptionOf,
  renewalOf,
  signIn,
  tokensFor,
  type World,
  wordOf,
} from '../business/grants/granting.ts'
import { verifies } from '../requirements/verifies.ts'
import { runPrinting } from '../support/command_call.ts'
import { forEachStore, type OpenTestStore } from '../support/stores.ts'

const KEY = 'a-key-of-the-audit-with-32-characters'

type Here = World & {
  /** Runs a command as another process would, and returns its exit code and what it printed. */
  run(command: Command, words: string, flags?: object): Promise<readonly [number, string]>
}

async function start(open: OpenTestStore): Promise<Here> {
  const store = await open()
  const world = await createWorld(store)
  world.time.now = Date.now()
  const environment = { DATABASE_URL: store.url, AUDIT_KEY: KEY }
  const run: Here['run'] = async (command, words, flags = {}) => {
    return await runPrinting(command, environment, words, flags)
  }
  return { ...world, run }
}

const metadata = { name: 'Lamp', redirectUris: [REDIRECT], refreshes: true }

verifies('operator.commands', 'a wrong path is refused, and no empty store answers', async () => {
  const environment = { DATABASE_URL: 'sqlite:/tmp/lectern-none/store.sqlite' }
  const [exit, printed] = await runPrinting(grants, environment, 'list', { all: true })
  expect([exit, (await runPrinting(audit, environment, 'verify'))[0]]).toEqual([1, 1])
  expect(printed).toContain('there is no such file')
})

forEachStore((_, open) => {
  verifies(
    'operator.commands',
    'a disabled user is out at the next call and back with the same tokens',
    async () => {
      const here = await start(open)
      const { accessToken } = await tokensFor(here)
      expect((await here.run(user, 'disable ann', { 'dry-run': true }))[1]).toStartWith('Nothing')
      expect(await callPrivate(here, accessToken)).toBe('bakery')
      expect((await here.run(user, 'disable ann'))[0]).toBe(0)
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      expect(await here.grants.findSession(here.ann.secret)).toBeUndefined()
      expect((await here.run(user, `enable ${here.ann.user.userId}`))[0]).toBe(0)
      expect(await callPrivate(here, accessToken)).toBe('bakery')
      const events = await here.events()
      expect(events.filter((each) => each.startsWith('user_'))).toEqual([
        'user_changed disabled',
        'user_changed active',
      ])
      expect((await here.run(user, 'disable nobody'))[0]).toBe(1)
      expect((await here.run(user, 'stop ann'))[0]).toBe(2)
    },
  )

  verifies(
    'operator.commands',
    'an erased user leaves nothing but ids, and nothing of others is missing',
    async () => {
      const here = await start(open)
      const { accessToken } = await tokensFor(here)
      const { userId } = here.ann.user
      const [exit, text] = await here.run(user, 'erase ann', { json: true })
      expect([exit, JSON.parse(text)]).toMatchObject([0, { user: userId, state: 'erased' }])
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      for (const table of ['app_user WHERE id', 'grant_ WHERE user_id', 'session WHERE user_id']) {
        expect(await here.store.sql.all(`SELECT * FROM ${table} = ?`, userId)).toEqual([])
      }
      expect(await here.store.sql.all('SELECT * FROM token')).toEqual([])
      expect(await here.grants.findSession(here.ben.secret)).toBeDefined()
      expect((await signIn(here.grants, 'ann')).user.userId).toBe(userId)
    },
  )

  verifies(
    'operator.commands',
    'grants are listed and ended by user, client, business, or all',
    async () => {
      const here = await start(open)
      const [one, two] = [
        await tokensFor(here),
        await tokensFor(here, { browser: here.ben, businessId: 'dairy' }),
      ]
      const [, listed] = await here.run(grants, 'list', { all: true, json: true })
      expect(JSON.parse(listed).grants).toHaveLength(2)
      expect((await here.run(grants, 'end', {}))[0]).toBe(2)
      expect((await here.run(grants, 'end', { all: true, user: 'x' }))[0]).toBe(2)
      const by = async (flags: object) => (await here.run(grants, 'end', flags))[1]
      expect(await by({ user: here.ben.user.userId, business: 'bakery' })).toContain('ended: 0')
      expect(await by({ business: 'bakery', 'dry-run': true })).toContain('ended: 1')
      expect(await callPrivate(here, one.accessToken)).toBe('bakery')
      expect(await by({ business: 'bakery' })).toContain('ended: 1')
      expect(await callPrivate(here, one.accessToken)).toBe('token_invalid')
      expect(wordOf(await here.grants.renew(renewalOf(one.refreshToken)))).toBe('invalid_grant')
      expect(await callPrivate(here, two.accessToken)).toBe('dairy')
      expect(await by({ all: true })).toContain('ended: 1')
      expect(await callPrivate(here, two.accessToken)).toBe('token_invalid')
      const events = await here.events()
      expect(events.filter((each) => each === 'revoke operator')).toHaveLength(2)
    },
  )

  verifies(
    'operator.commands',
    'a disabled client is out, stays out when it is swept, and comes back',
    async () => {
      const here = await start(open)
      const { client: lamp } = await here.grants.registerClient(metadata, ADDRESS)
      const { accessToken } = await tokensFor(here, { clientId: lamp.id })
      expect((await here.run(client, `disable ${lamp.id}`))[0]).toBe(0)
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      const redemption = redemptionOf('none', { clientId: lamp.id })
      expect(wordOf(await here.grants.redeem(redemption))).toBe('invalid_client')
      const now = here.time.now
      here.time.now += 1000 * 86_400_000
      await here.grants.sweep()
      here.time.now = now
      expect((await here.run(client, `enable ${lamp.id}`))[0]).toBe(0)
      expect(await here.grants.findClient(lamp.id)).toBeDefined()
      expect((await here.run(client, 'disable desk'))[0]).toBe(1)
      expect(await here.events()).toContain('client_changed disabled')
    },
  )

  verifies(
    'operator.commands',
    'the audit is verified with its key, as a whole or since a line',
    async () => {
      const here = await start(open)
      // The service of this test has no key: its lines come from before there was one.
      await here.run(user, 'disable ann')
      const [exit, text] = await here.run(audit, 'verify', { json: true })
      expect([exit, JSON.parse(text)]).toMatchObject([0, { lines: 3, keyed_from: 3 }])
      expect((await here.run(audit, 'verify', { since: '3' }))[0]).toBe(0)
      expect((await here.run(audit, 'verify', { since: '2' }))[0]).toBe(1)
      expect((await here.run(audit, 'verify', { since: '500' }))[0]).toBe(1)
      expect((await here.run(audit, 'verify', { since: '2126-01-01' }))[0]).toBe(0)
      expect((await here.run(audit, 'verify', { since: 'soon' }))[0]).toBe(2)
      expect(await here.events()).toContain('audit_verified unproven')
    },
  )
})
