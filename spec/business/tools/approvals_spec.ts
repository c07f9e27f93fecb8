import { describe, expect, test } from 'bun:test'
import type { BusinessAnswer } from '../../../app/business/tools/mod.ts'
import type { SignedIn } from '../../../app/contract/authority.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  DAY_MS,
  type FixtureOptions,
  findTool,
  messageOf,
  replaceTool,
} from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  const start = async (options?: FixtureOptions) => {
    const here = await createBusinessFixture(await open(), options)
    const grant = await here.writer('ada', 'biz_bakery')
    const { user: ada } = await here.signIn('ada')
    const hold = (key = 'key') => here.write(grant, 'cancel_job', CANCEL, key)
    return { ...here, here, grant, ada, hold }
  }

  describe('held calls', () => {
    verifies(
      'auth.refused_without_scope',
      'threat 39: repeats, another key, another client and an answer in arguments change nothing',
      async () => {
        const { here, hold } = await start()
        const first = idOf(await hold())
        expect(first).toMatch(/^appr_[0-9A-Za-z]{22}$/)
        expect(idOf(await hold())).toBe(first)
        expect(idOf(await hold('another'))).toBe(first)
        const phone = await here.writer('ada', 'biz_bakery', 'phone')
        expect(idOf(await here.write(phone, 'cancel_job', CANCEL, 'key'))).toBe(first)
        for (const extra of [{ approved: true }, { approval_id: first }, { approvalId: first }]) {
          const answer = await here.write(phone, 'cancel_job', { ...CANCEL, ...extra }, 'yes')
          expect(messageOf(answer)).toContain('is unknown')
        }
        expect(await statusOf(here)).toBe('confirmed')
        expect(await listStates(here)).toEqual(['held'])
      },
    )

    test('decide() by an approver executes the call once; its key then answers it', async () => {
      const { here, ada, hold, grant } = await start()
      const id = idOf(await hold())
      expect(await decide(here, ada, id, 'approve')).toBe('applied')
      expect(await statusOf(here)).toBe('cancelled')
      const fields = { status: 'cancelled', cancel_reason: CANCEL.cancel_reason }
      expect(await hold()).toMatchObject({ answer: 'applied', records: [{ fields }] })
      expect(await decide(here, ada, id, 'approve')).toBe('not_pending')
      // With another key it is a new call, and is held again.
      const anew = await here.write(grant, 'cancel_job', CANCEL, 'new')
      expect(idOf(anew)).not.toBe(id)
      expect(await here.lines()).toEqual([
        'approval_held held',
        'approval_decided approved',
        'approval_applied applied',
        'tool_write repeated',
        'approval_held held',
      ])
    })

    test('twenty concurrent decide() calls make one decision', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      const words = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          decide(here, ada, id, at % 2 === 0 ? 'approve' : 'reject'),
        ),
      )
      expect(words.filter((word) => word !== 'not_pending')).toHaveLength(1)
    })

    test('decide() of a rejected call leaves everything as it was', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      expect(await decide(here, ada, id, 'reject')).toBe('rejected')
      expect(await decide(here, ada, id, 'approve')).toBe('not_pending')
      expect(await statusOf(here)).toBe('confirmed')
      expect(messageOf(await hold())).toContain('was rejected')
    })

    test('decide() is for approvers of the business alone', async () => {
      const { here, hold } = await start()
      const id = idOf(await hold())
      const [{ user: cleo }, { user: ben }] = [await here.signIn('cleo'), await here.signIn('ben')]
      for (const verdict of ['approve', 'reject'] as const) {
        expect(await decide(here, cleo, id, verdict)).toBe('not_allowed')
        expect(await decide(here, ben, id, verdict)).toBe('not_found')
        const none = 'appr_0000000000000000000000'
        expect(await decide(here, ben, none, verdict)).toBe('not_found')
      }
      expect(await listStates(here)).toEqual(['held'])
    })

    test('decide() by the requester can be forbidden', async () => {
      const { here, ada, hold } = await start({
        config: { approvals: { requester_may_decide: false } },
      })
      const own = idOf(await hold())
      expect(await decide(here, ada, own, 'approve')).toBe('not_allowed')
      const cleo = await here.writer('cleo', 'biz_bakery')
      const hers = idOf(await here.write(cleo, 'cancel_job', CANCEL, 'key'))
      expect(hers).not.toBe(own)
      expect(await decide(here, ada, hers, 'approve')).toBe('applied')
    })

    test('decide() is too late after a week', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      here.time.now += 7 * DAY_MS
      expect(await decide(here, ada, id, 'approve')).toBe('expired')
      expect(await listStates(here)).toEqual(['expired'])
      expect(await statusOf(here)).toBe('confirmed')
    })

    test('decide() cancels what grant, business or membership no longer allows', async () => {
      const ends: readonly (readonly [string, (here: BusinessFixture) => Promise<unknown>])[] = [
        ['grant', (here) => here.change("UPDATE grant_ SET status = 'revoked'")],
        ['business', (here) => here.change("UPDATE business SET state = 'archived'")],
        ['membership', (here) => here.change("DELETE FROM membership WHERE user_id = 'usr_ada'")],
        ['scope', (here) => here.change("UPDATE held_approval SET scopes = 'mcp:business:read'")],
        ['arguments', (here) => changeArguments(here)],
      ]
      for (const [what, end] of ends) {
        const { here, ada, hold } = await start()
        const id = idOf(await hold())
        await end(here)
        expect([what, await decide(here, ada, id, 'approve')]).toEqual([what, 'cancelled'])
        expect(await statusOf(here)).toBe('confirmed')
      }
    })

    test('decide() executes only the tool that was held, as it was', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      const other = replaceTool('cancel_job', { with: { type: 'job', status: 'done' } })
      const decided = await here.business.decide(ada, other, {
        approvalId: id,
        version: 1,
        verdict: 'approve',
      })
      expect(decided).toEqual({ ok: true, value: 'cancelled' })
      expect(await statusOf(here)).toBe('confirmed')
    })

    test('decide() marks as failed what the domain refuses', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      // The record is gone by the time that somebody decides.
      await here.change('DELETE FROM domain_record WHERE id = ?', CANCEL.id)
      expect(await decide(here, ada, id, 'approve')).toBe('failed')
    })

    test('decide() accepts only the version that was shown', async () => {
      const { here, ada, hold } = await start()
      const approvalId = idOf(await hold())
      const decision = { approvalId, version: 2, verdict: 'approve' } as const
      const decided = await here.business.decide(ada, here.registry, decision)
      expect(decided).toEqual({ ok: false, error: 'not_pending' })
    })

    test('approvalsOf() shows each user what is theirs to see', async () => {
      const { here, ada, hold } = await start()
      const id = idOf(await hold())
      const [{ user: cleo }, { user: ben }] = [await here.signIn('cleo'), await here.signIn('ben')]
      const cleoGrant = await here.writer('cleo', 'biz_bakery')
      const hers = idOf(await here.write(cleoGrant, 'cancel_job', CANCEL, 'key'))
      const { approvals: views } = await here.business.approvalsOf(ada, here.registry)
      expect(views.map((view) => view.id).sort()).toEqual([id, hers].sort())
      expect(views.find((view) => view.id === id)).toMatchObject({
        tool: 'cancel_job',
        toolTitle: findTool(here.registry, 'cancel_job').title,
        businessName: 'Quillfeather Bakery',
        clientName: 'Client desk',
        args: CANCEL,
        state: 'held',
        decidable: true,
      })
      const { approvals: own } = await here.business.approvalsOf(cleo, here.registry)
      expect(own.map((view) => [view.id, view.decidable])).toEqual([[hers, false]])
      expect(await here.business.approvalsOf(ben, here.registry)).toEqual({ approvals: [] })
    })

    test('write() holds at most a hundred calls of one user in one business', async () => {
      const { here, grant } = await start()
      for (let at = 0; at < 100; at += 1) {
        const args = { ...CANCEL, cancel_reason: `Reason ${at}` }
        idOf(await here.write(grant, 'cancel_job', args, `key${at}`))
      }
      const answer = await here.write(grant, 'cancel_job', CANCEL, 'one-more')
      expect(messageOf(answer)).toContain('too many calls are waiting')
    })
  })
})

function idOf(answer: BusinessAnswer): string {
  if (answer.answer !== 'held') throw new Error(`Cannot be held: ${JSON.stringify(answer)}`)
  return answer.approvalId
}

async function decide(
  { business, registry, store }: BusinessFixture,
  user: SignedIn,
  approvalId: string,
  verdict: 'approve' | 'reject',
): Promise<string> {
  const row = await store.sql.one('SELECT version FROM held_approval WHERE id = ?', approvalId)
  const decision = { approvalId, version: Number(row?.version ?? 1), verdict }
  const decided = await business.decide(user, registry, decision)
  return decided.ok ? decided.value : decided.error
}

async function statusOf({ store }: BusinessFixture): Promise<unknown> {
  const row = await store.sql.one("SELECT fields FROM domain_record WHERE id = 'job_wedding_cake'")
  const fields: unknown = JSON.parse(String(row?.fields))
  return typeof fields === 'object' && fields !== null && 'status' in fields
    ? fields.status
    : undefined
}

async function listStates({ store }: BusinessFixture): Promise<readonly unknown[]> {
  const rows = await store.sql.all('SELECT state FROM held_approval ORDER BY id')
  return rows.map(({ state }) => state)
}

async function changeArguments(here: BusinessFixture): Promise<void> {
  const args = { ...CANCEL, id: 'job_teapot_rolls', type: 'job', status: 'cancelled' }
  await here.change('UPDATE held_approval SET args = ?', JSON.stringify(args))
}
