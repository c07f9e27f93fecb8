import { describe, expect, test } from 'bun:test'
import { forEachStore } from '../../support/stores.ts'
import {
  CLIENT,
  callPrivate,
  codeFor,
  createWorld,
  HOUR_MS,
  MINUTE_MS,
  pairOf,
  READ,
  REDIRECT,
  RESOURCE,
  redemptionOf,
  requestOf,
  tokensFor,
  VERIFIER,
  WRITE,
  wordOf,
} from './granting.ts'

forEachStore((_name, open) => {
  describe('a code', () => {
    test('becomes an access and a refresh token of the scopes that were allowed', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here, { scopes: [READ, WRITE] })
      const tokens = pairOf(await here.grants.redeem(redemptionOf(code)))
      expect(code).toMatch(/^lt_ac_[\w-]{43}$/)
      expect(tokens.accessToken).toMatch(/^lt_at_[\w-]{43}$/)
      expect(tokens.refreshToken).toMatch(/^lt_rt_[\w-]{43}$/)
      expect(tokens.expiresIn).toBe(3600)
      expect(tokens.scopes).toEqual([READ, WRITE])
      expect(await callPrivate(here, tokens.accessToken)).toBe('bakery')
      expect(await callPrivate(here, tokens.accessToken, WRITE)).toBe('bakery')
    })

    test('may leave redirect address and resource out of the token request', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here)
      const absent = { redirectUri: undefined, resource: undefined }
      expect(wordOf(await here.grants.redeem(redemptionOf(code, absent)))).toBe('tokens')
    })

    test('lasts a minute', async () => {
      const here = await createWorld(await open())
      const [late, early] = [await codeFor(here), await codeFor(here)]
      here.time.now += MINUTE_MS - 1
      expect(wordOf(await here.grants.redeem(redemptionOf(early)))).toBe('tokens')
      here.time.now += 1
      expect(wordOf(await here.grants.redeem(redemptionOf(late)))).toBe('invalid_grant')
    })

    test('gives a client without the refresh grant no refresh token', async () => {
      const here = await createWorld(await open())
      const metadata = { name: 'Plain', redirectUris: [REDIRECT], refreshes: false }
      const { client } = await here.grants.registerClient(metadata, '192.0.2.1')
      const code = await codeFor(here, { clientId: client.id })
      const answer = await here.grants.redeem(redemptionOf(code, { clientId: client.id }))
      expect(answer).toMatchObject({ ok: true, value: { refreshToken: undefined } })
    })
  })

  describe('threat 12', () => {
    test('threat 12: fifty parallel redemptions in one process, one winner', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here)
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => here.grants.redeem(redemptionOf(code))),
      )
      const words = answers.map(wordOf)
      expect(words.filter((word) => word === 'tokens')).toHaveLength(1)
      expect(words.filter((word) => word === 'invalid_grant')).toHaveLength(49)
    })
  })

  describe('threat 13', () => {
    test('threat 13: a replay with the right verifier kills both tokens', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here)
      const tokens = pairOf(await here.grants.redeem(redemptionOf(code)))
      here.time.now += HOUR_MS / 2
      expect(wordOf(await here.grants.redeem(redemptionOf(code)))).toBe('invalid_grant')
      expect(await callPrivate(here, tokens.accessToken)).toBe('token_invalid')
      const { refreshToken } = tokens
      const renewal = { refreshToken, clientId: CLIENT.id, scopes: undefined, resource: undefined }
      expect(wordOf(await here.grants.renew(renewal))).toBe('invalid_grant')
      expect(await here.events()).toContain('code_reuse revoked')
    })

    const wrong: readonly (readonly [string, Partial<ReturnType<typeof redemptionOf>>, string])[] =
      [
        ['verifier', { verifier: `${VERIFIER}x` }, 'invalid_grant'],
        ['client', { clientId: 'lamp' }, 'invalid_grant'],
        ['unknown client', { clientId: 'nobody' }, 'invalid_client'],
        ['redirect address', { redirectUri: `${REDIRECT}/` }, 'invalid_grant'],
        ['resource', { resource: `${RESOURCE}/` }, 'invalid_target'],
      ]
    for (const [what, changes, word] of wrong) {
      test(`threat 13: a replay with the wrong ${what} leaves the tokens alive`, async () => {
        const clients = [CLIENT, { ...CLIENT, id: 'lamp' }]
        const here = await createWorld(await open(), { config: { clients } })
        const code = await codeFor(here)
        const early = await here.grants.redeem(redemptionOf(code, changes))
        const tokens = pairOf(await here.grants.redeem(redemptionOf(code)))
        const late = await here.grants.redeem(redemptionOf(code, changes))
        expect([wordOf(early), wordOf(late)]).toEqual([word, word])
        expect(await callPrivate(here, tokens.accessToken)).toBe('bakery')
      })
    }
  })

  describe('threat 14', () => {
    const verifiers: readonly (readonly [string, string, string])[] = [
      ['42 characters', 'v'.repeat(42), 'invalid_grant'],
      ['43 characters', 'v'.repeat(43), 'tokens'],
      ['128 characters', 'v'.repeat(128), 'tokens'],
      ['129 characters', 'v'.repeat(129), 'invalid_grant'],
      ['another character', `${'v'.repeat(43)}+`, 'invalid_grant'],
      ['a line break at its end', `${'v'.repeat(43)}\n`, 'invalid_grant'],
      ['nothing', '', 'invalid_grant'],
    ]
    for (const [what, verifier, word] of verifiers) {
      test(`threat 14: a verifier of ${what} is answered ${word}`, async () => {
        const here = await createWorld(await open())
        const code = await codeFor(here, { verifier })
        expect(wordOf(await here.grants.redeem(redemptionOf(code, { verifier })))).toBe(word)
      })
    }

    test('threat 14: the challenge itself is no verifier', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here)
      const { challenge } = requestOf()
      const answer = await here.grants.redeem(redemptionOf(code, { verifier: challenge }))
      expect(wordOf(answer)).toBe('invalid_grant')
    })
  })

  describe('a second connection', () => {
    test('ends the first of the same client, user and place at its redemption', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here, { businessId: 'bakery' })
      const code = await codeFor(here, { businessId: 'cafe', scopes: [READ, WRITE] })
      expect(await callPrivate(here, first.accessToken)).toBe('bakery')
      const second = pairOf(await here.grants.redeem(redemptionOf(code)))
      expect(await callPrivate(here, first.accessToken)).toBe('token_invalid')
      // The new grant names the new business alone.
      expect(await callPrivate(here, second.accessToken)).toBe('cafe')
      expect(await here.grants.grantsOf(here.ann.user)).toHaveLength(1)
      expect(await here.events()).toContain('revoke replaced')
    })

    test('leaves another user, another client and another place alone', async () => {
      const elsewhere = 'https://other.example/callback'
      const clients = [
        { ...CLIENT, redirect_uris: [REDIRECT, elsewhere] },
        { ...CLIENT, id: 'lamp' },
      ]
      const here = await createWorld(await open(), { config: { clients } })
      const kept = [
        await tokensFor(here, { browser: here.ben, businessId: 'dairy' }),
        await tokensFor(here, { clientId: 'lamp' }),
        await tokensFor(here, { redirectUri: elsewhere }),
      ]
      await tokensFor(here)
      const answers = await Promise.all(
        kept.map(({ accessToken }) => callPrivate(here, accessToken)),
      )
      expect(answers).toEqual(['dairy', 'bakery', 'bakery'])
    })

    test('comes from the same place on another port of a native app', async () => {
      const local = ['http://127.0.0.1:4001/callback', 'http://127.0.0.1:4002/callback'] as const
      const clients = [{ ...CLIENT, redirect_uris: ['http://127.0.0.1/callback'] }]
      const here = await createWorld(await open(), { config: { clients } })
      const first = await tokensFor(here, { redirectUri: local[0] })
      await tokensFor(here, { redirectUri: local[1] })
      expect(await callPrivate(here, first.accessToken)).toBe('token_invalid')
    })
  })

  describe('between consent and redemption', () => {
    for (const within of [true, false]) {
      const where = within ? 'in our store' : 'elsewhere'
      test(`an archived business of a domain ${where} gives no tokens`, async () => {
        const here = await createWorld(await open(), { within })
        const code = await codeFor(here)
        await here.setBusiness('bakery', 'archived')
        expect(wordOf(await here.grants.redeem(redemptionOf(code)))).toBe('invalid_grant')
        expect(await here.grants.grantsOf(here.ann.user)).toEqual([])
      })
    }

    test('a disabled user gets no tokens', async () => {
      const here = await createWorld(await open())
      const code = await codeFor(here)
      await here.change(`UPDATE app_user SET state = 'disabled' WHERE subject = 'ann'`)
      expect(wordOf(await here.grants.redeem(redemptionOf(code)))).toBe('invalid_grant')
    })
  })
})
