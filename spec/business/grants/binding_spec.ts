import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  callPrivate,
  createWorld,
  HOUR_MS,
  pairOf,
  READ,
  renewalOf,
  signIn,
  tokensFor,
  WRITE,
} from './granting.ts'

forEachStore((name, open) => {
  verifies(
    'rule.private_needs_scope',
    `${name}: a token opens the scopes and the resource that it was issued for, and no more`,
    async () => {
      const here = await createWorld(await open())
      const wide = await tokensFor(here, { scopes: [READ, WRITE] })
      const renewal = renewalOf(wide.refreshToken, { scopes: [READ] })
      const narrow = pairOf(await here.grants.renew(renewal))
      expect(await callPrivate(here, wide.accessToken, WRITE)).toBe('bakery')
      expect(await callPrivate(here, narrow.accessToken, READ)).toBe('bakery')
      expect(await callPrivate(here, narrow.accessToken, WRITE)).toBe('scope_missing')
      await here.change(`UPDATE grant_ SET resource = 'http://localhost:8080/mcp/other'`)
      expect(await callPrivate(here, wide.accessToken, WRITE)).toBe('token_invalid')
    },
  )

  verifies(
    'auth.refused_without_scope',
    `${name}: a token ends with its hour, and with its user`,
    async () => {
      const here = await createWorld(await open())
      const { accessToken } = await tokensFor(here)
      here.time.now += HOUR_MS - 1
      expect(await callPrivate(here, accessToken)).toBe('bakery')
      here.time.now += 1
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      const fresh = await tokensFor(here)
      await here.change(`UPDATE app_user SET state = 'disabled' WHERE subject = 'ann'`)
      expect(await callPrivate(here, fresh.accessToken)).toBe('token_invalid')
    },
  )

  verifies(
    'auth.user_session',
    `${name}: a session ends two hours after its last use, and with its user`,
    async () => {
      const here = await createWorld(await open())
      const isOpen = async (secret: string) => (await here.grants.findSession(secret)) !== undefined
      here.time.now += 2 * HOUR_MS - 1
      expect(await isOpen(here.ann.secret)).toBe(true)
      here.time.now += 2 * HOUR_MS
      expect(await isOpen(here.ann.secret)).toBe(false)
      const { secret } = await signIn(here.grants, 'ann')
      expect(await isOpen(secret)).toBe(true)
      await here.change(`UPDATE app_user SET state = 'disabled' WHERE subject = 'ann'`)
      expect(await isOpen(secret)).toBe(false)
    },
  )
})
