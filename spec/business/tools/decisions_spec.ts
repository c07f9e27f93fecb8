import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  createBusinessFixture,
  DAY_MS,
  type FixtureOptions,
  replaceTool,
} from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  /** A call of Cleo, who may write in the bakery, that waits for somebody to decide. */
  const start = async (requester = 'cleo', options: FixtureOptions = {}) => {
    const here = await createBusinessFixture(await open(), options)
    const grant = await here.writer(requester, 'biz_bakery')
    const answer = await here.write(grant, 'cancel_job', CANCEL, 'key')
    if (answer.answer !== 'held') throw new Error(`Cannot hold: ${JSON.stringify(answer)}`)
    const { approvalId } = answer
    const readRow = async () =>
      await here.store.sql.one('SELECT state, version FROM held_approval WHERE id = ?', approvalId)
    return {
      here,
      stateOf: async () => (await readRow())?.state,
      decide: async (subject: string, version?: number, registry = here.registry) => {
        const { user } = await here.signIn(subject)
        const shown = version ?? Number((await readRow())?.version)
        const decision = { approvalId, version: shown, verdict: 'approve' } as const
        const decided = await here.business.decide(user, registry, decision)
        return decided.ok ? decided.value : decided.error
      },
    }
  }

  verifies(
    'auth.refused_without_scope',
    'a held call is decided by an approver, and by its requester only where policy allows',
    async () => {
      const { decide } = await start()
      expect(await decide('cleo')).toBe('not_allowed')
      expect(await decide('ben')).toBe('not_found')
      expect(await decide('ada')).toBe('applied')
      const own = await start('ada', { config: { approvals: { requester_may_decide: false } } })
      expect(await own.decide('ada')).toBe('not_allowed')
      expect(await own.stateOf()).toBe('held')
    },
  )

  verifies(
    'auth.refused_without_scope',
    'a held call is decided once, as it was shown, within a week',
    async () => {
      const { here, decide, stateOf } = await start()
      expect(await decide('ada', 2)).toBe('not_pending')
      expect(await decide('ada')).toBe('applied')
      await here.change("UPDATE grant_ SET status = 'revoked', reason = 'user'")
      expect(await decide('ada')).toBe('not_pending')
      expect(await stateOf()).toBe('applied')
      const late = await start()
      late.here.time.now += 7 * DAY_MS
      expect(await late.decide('ada')).toBe('expired')
    },
  )

  verifies(
    ['auth.refused_without_scope', 'auth.checked_at_call'],
    'a held call does not outlast the grant, the membership or the tool that it was made with',
    async () => {
      const revoked = await start()
      await revoked.here.change("UPDATE grant_ SET status = 'revoked', reason = 'user'")
      expect(await revoked.decide('ada')).toBe('cancelled')
      const left = await start()
      await left.here.change("DELETE FROM membership WHERE user_id = 'usr_cleo'")
      expect(await left.decide('ada')).toBe('cancelled')
      const changed = await start()
      const other = replaceTool('cancel_job', { with: { type: 'job', status: 'done' } })
      expect(await changed.decide('ada', 1, other)).toBe('cancelled')
    },
  )
})
