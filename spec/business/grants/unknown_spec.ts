import { describe, expect, test } from 'bun:test'
import { type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  CLIENT,
  callPrivate,
  codeFor,
  createWorld,
  pairOf,
  redemptionOf,
  renewalOf,
  tokensFor,
  type WorldOptions,
  wordOf,
} from './granting.ts'

/** A world whose store can lose the response to the next commit, which still happens. */
async function createLosingWorld(store: Store, options: WorldOptions = {}) {
  let loses = false
  const here = await createWorld(
    {
      ...store,
      transaction: async (work) => {
        const value = await store.transaction(work)
        if (!loses) return value
        loses = false
        throw new StoreUnavailable('Cannot use the store: the answer to the commit is lost')
      },
    },
    options,
  )
  const loseNext = () => {
    loses = true
  }
  return { here, loseNext }
}

forEachStore((_name, open) => {
  describe('a commit whose answer is lost', () => {
    test('leaves a code that was used: shown again it ends the grant', async () => {
      const { here, loseNext } = await createLosingWorld(await open())
      const code = await codeFor(here)
      loseNext()
      const answers = [
        await here.grants.redeem(redemptionOf(code)),
        await here.grants.redeem(redemptionOf(code)),
      ]
      expect(answers.map(wordOf)).toEqual(['temporarily_unavailable', 'invalid_grant'])
      expect(await here.grants.grantsOf(here.ann.user)).toEqual([])
    })

    test('leaves a refresh token that may be shown once more', async () => {
      const { here, loseNext } = await createLosingWorld(await open())
      const { refreshToken } = await tokensFor(here)
      loseNext()
      const lost = await here.grants.renew(renewalOf(refreshToken))
      expect(wordOf(lost)).toBe('temporarily_unavailable')
      const again = pairOf(await here.grants.renew(renewalOf(refreshToken)))
      expect(await callPrivate(here, again.accessToken)).toBe('bakery')
      expect(wordOf(await here.grants.renew(renewalOf(again.refreshToken)))).toBe('tokens')
    })

    test('ends the grant at the next refresh where no overlap is allowed', async () => {
      const config = { clients: [CLIENT], lifetimes: { refresh_overlap: 0 } }
      const { here, loseNext } = await createLosingWorld(await open(), { config })
      const { refreshToken, accessToken } = await tokensFor(here)
      loseNext()
      await here.grants.renew(renewalOf(refreshToken))
      expect(wordOf(await here.grants.renew(renewalOf(refreshToken)))).toBe('invalid_grant')
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
    })
  })
})
