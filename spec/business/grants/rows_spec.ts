import { expect, test } from 'bun:test'
import { endGrantsOf } from '../../../app/business/grants/mod.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  callPrivate,
  codeFor,
  createWorld,
  DAY_MS,
  HOUR_MS,
  pairOf,
  redemptionOf,
  renewalOf,
  tokensFor,
  wordOf,
} from './granting.ts'

forEachStore((_name, open) => {
  test('no secret lies in the store', async () => {
    const here = await createWorld(await open())
    const code = await codeFor(here)
    const first = pairOf(await here.grants.redeem(redemptionOf(code)))
    const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
    const signIn = await here.grants.beginSignIn({ nonce: 'n', verifier: 'v', returnTo: '/' })
    const session = await here.grants.findSession(here.ann.secret)
    await here.events()
    const tables = [
      ...['token', 'auth_code', 'grant_', 'session', 'consent_request', 'sign_in', 'client'],
      ...['app_user', 'audit'],
    ]
    const rows = await Promise.all(
      tables.map((each) => here.store.sql.all(`SELECT * FROM ${each}`)),
    )
    const text = rows
      .flat()
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value))
      .join('\n')
    const secrets = [
      ...[code, first.accessToken, first.refreshToken, second.accessToken, second.refreshToken],
      ...[signIn.state, signIn.cookie, here.ann.secret, session?.csrf],
    ]
    expect(text).toContain('bakery')
    for (const secret of secrets) expect(text).not.toContain(String(secret).slice(6, 20))
  })

  test('threat 35: grants of a removed business end with its removal', async () => {
    const here = await createWorld(await open())
    const kept = await tokensFor(here, { browser: here.ben, businessId: 'dairy' })
    const ended = await tokensFor(here)
    const audit = createAudit(here.store, { clock: () => here.time.now })
    const ports = { audit, clock: () => here.time.now }
    const remove = (...users: readonly string[][]) =>
      here.store.transaction((sql) => {
        const [userIds] = users
        const whose = userIds === undefined ? {} : { userIds }
        return endGrantsOf(ports, sql, { businessId: 'bakery', ...whose })
      })
    expect(await remove([here.ben.user.userId])).toBe(0)
    expect(await callPrivate(here, ended.accessToken)).toBe('bakery')
    expect(await remove()).toBe(1)
    expect(await callPrivate(here, ended.accessToken)).toBe('token_invalid')
    expect(await callPrivate(here, kept.accessToken)).toBe('dairy')
    expect(await here.events()).toContain('revoke removed')
  })

  test('threat 35: a removal and a redemption at once both come to an end', async () => {
    const here = await createWorld(await open())
    const older = await tokensFor(here)
    const code = await codeFor(here)
    const audit = createAudit(here.store, { clock: () => here.time.now })
    const ports = { audit, clock: () => here.time.now }
    const isMarked = Promise.withResolvers<void>()
    const removal = here.store.transaction(async (sql) => {
      await sql.run(`UPDATE business SET state = 'removed' WHERE id = 'bakery'`)
      isMarked.resolve()
      // The others go as far as they come without the row that this transaction has.
      await Bun.sleep(300)
      return await endGrantsOf(ports, sql, { businessId: 'bakery' })
    })
    await isMarked.promise
    const answers = await Promise.all([
      here.grants.redeem(redemptionOf(code)),
      here.grants.renew(renewalOf(older.refreshToken)),
    ])
    expect(answers.map(wordOf)).toEqual(['invalid_grant', 'invalid_grant'])
    expect(await removal).toBe(2)
  })

  test('sweep() leaves what still means something and removes all else in the end', async () => {
    const here = await createWorld(await open())
    const used = await codeFor(here)
    const tokens = pairOf(await here.grants.redeem(redemptionOf(used)))
    await codeFor(here)
    await here.grants.beginSignIn({ nonce: 'n', verifier: 'v', returnTo: '/' })
    await callPrivate(here, tokens.accessToken)
    const usedAt = here.time.now
    here.time.now += 23 * HOUR_MS
    await here.grants.sweep()
    const [grant] = await here.grants.grantsOf(here.ann.user)
    expect(grant?.lastUsed).toBe(usedAt)
    const countRows = async (table: string) =>
      (await here.store.sql.all(`SELECT * FROM ${table}`)).length
    const tables = ['consent_request', 'sign_in', 'session', 'auth_code', 'grant_', 'token']
    expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0, 2, 2, 1])
    expect(wordOf(await here.grants.redeem(redemptionOf(used)))).toBe('invalid_grant')
    expect(await here.grants.grantsOf(here.ann.user)).toEqual([])
    here.time.now += 200 * DAY_MS
    await here.grants.sweep()
    expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0, 0, 0, 0])
    expect(await here.events()).toContain('code_reuse revoked')
  })

  test('everything at once for one user ends without a deadlock', async () => {
    const here = await createWorld(await open())
    const { grants, ann } = here
    const pairs = [await tokensFor(here)]
    for (let round = 0; round < 6; round += 1) {
      const codes = [await codeFor(here), await codeFor(here), await codeFor(here)]
      const refreshed = pairs.map(({ refreshToken }) => grants.renew(renewalOf(refreshToken)))
      const redeemed = codes.map((code) => grants.redeem(redemptionOf(code)))
      const owned = await grants.grantsOf(ann.user)
      const others = [
        ...pairs.map(({ accessToken }) => callPrivate(here, accessToken)),
        ...pairs.map(({ refreshToken }) => grants.revokeToken(refreshToken, 'desk')),
        ...owned.map(({ id }) => grants.revokeGrant(ann.user, id)),
        grants.sweep(),
      ]
      await Promise.all(others)
      const answers = await Promise.all([...refreshed, ...redeemed])
      expect(answers.map(wordOf)).not.toContain('temporarily_unavailable')
      pairs.splice(0, pairs.length, ...answers.filter(({ ok }) => ok).map(pairOf))
    }
    // Of many connections from one place at most one is left.
    expect((await grants.grantsOf(ann.user)).length).toBeLessThan(2)
  })
})
