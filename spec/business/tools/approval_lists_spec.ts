import { describe, expect } from 'bun:test'
import type { DomainServices } from '../../../app/business/tools/mod.ts'
import type { SignedIn } from '../../../app/contract/authority.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { type BusinessFixture, createBusinessFixture, DAY_MS } from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  const start = async (domain?: (embedded: DomainServices) => DomainServices) => {
    const here = await createBusinessFixture(await open(), domain === undefined ? {} : { domain })
    const grant = await here.writer('ada', 'biz_bakery')
    const { user: ada } = await here.signIn('ada')
    return { here, ada, id: await hold(here, grant, CANCEL) }
  }

  describe('lists of held calls', () => {
    verifies(
      'approvals.all_seen',
      'every one of 420 held calls is on a page, oldest first',
      async () => {
        const { here, ada, id } = await start()
        await copyHeld(here, id, 419)
        const seen: string[] = []
        let next: string | undefined
        do {
          const list = await here.business.approvalsOf(ada, here.registry, next)
          seen.push(...list.approvals.map((each) => each.id))
          next = list.next
        } while (next !== undefined)
        expect(new Set(seen).size).toBe(420)
        expect(seen).toHaveLength(420)
        expect(seen[0]).toBe(id)
      },
    )

    verifies(
      'approvals.all_seen',
      'an approver rejects all that one client asked for, as it was shown and nothing later',
      async () => {
        const { here, ada, id } = await start()
        const phone = await here.writer('ada', 'biz_bakery', 'phone')
        const other = await hold(here, phone, { ...CANCEL, id: 'job_school_rolls' })
        await copyHeld(here, id, 60)
        const calls = { businessId: 'biz_bakery', clientId: 'desk' }
        const review = (user: SignedIn) => here.business.listRejectable(user, here.registry, calls)
        const shown = await review(ada)
        if (!shown.ok) throw new Error(`Cannot list: ${shown.error}`)
        const { calls: seen, ...facts } = shown.value
        expect(seen).toHaveLength(61)
        expect(facts).toMatchObject({
          businessName: 'Quillfeather Bakery',
          clientName: 'Client desk',
          tools: new Map([['Cancel a job', 61]]),
          remaining: 0,
        })
        for (const [subject, refusal] of [
          ['ben', 'not_found'],
          ['cleo', 'not_allowed'],
        ] as const) {
          const { user } = await here.signIn(subject)
          const refused = { ok: false as const, error: refusal }
          expect(await review(user)).toEqual(refused)
          expect(await here.business.rejectAll(user, { ...calls, seen })).toEqual(refused)
        }
        // Since the page was shown, one call came and another changed: nobody saw those.
        const cleo = await here.writer('cleo', 'biz_bakery')
        const later = await hold(here, cleo, { ...CANCEL, id: 'job_marek_rye' })
        await here.change("UPDATE held_approval SET version = 2 WHERE id = 'appr_7'")
        const named = [...seen, { approvalId: other, version: 1 }]
        const reject = () => here.business.rejectAll(ada, { ...calls, seen: named })
        expect(await reject()).toEqual({ ok: true, value: 60 })
        const { approvals } = await here.business.approvalsOf(ada, here.registry)
        const held = approvals.filter(({ state }) => state === 'held').map((each) => each.id)
        expect(new Set(held)).toEqual(new Set([other, later, 'appr_7']))
        expect(await reject()).toEqual({ ok: false, error: 'not_pending' })
        const lines = await here.lines()
        expect(lines.filter((line) => line === 'approval_decided rejected')).toHaveLength(60)
        expect(await here.brokenAt()).toBeUndefined()
      },
    )

    verifies(
      'approvals.all_seen',
      'of more calls than one form names, the oldest are rejected first',
      async () => {
        const { here, ada, id } = await start()
        await copyHeld(here, id, 419)
        const calls = { businessId: 'biz_bakery', clientId: 'desk' }
        const review = () => here.business.listRejectable(ada, here.registry, calls)
        const shown = await review()
        if (!shown.ok) throw new Error(`Cannot list: ${shown.error}`)
        const { calls: seen, remaining } = shown.value
        expect([seen.length, remaining, seen[0]?.approvalId]).toEqual([400, 20, id])
        const rejected = await here.business.rejectAll(ada, { ...calls, seen })
        expect(rejected).toEqual({ ok: true, value: 400 })
        expect(await review()).toMatchObject({ ok: true, value: { remaining: 0 } })
      },
    )

    verifies(
      'approvals.all_seen',
      'only the requester withdraws a call, and only before it goes out',
      async () => {
        const { here, ada } = await start()
        const { user: cleo } = await here.signIn('cleo')
        const hers = await hold(here, await here.writer('cleo', 'biz_bakery'), CANCEL)
        const withdraw = async (user: SignedIn, version = 1) =>
          await here.business.withdraw(user, { approvalId: hers, version })
        const [view] = (await here.business.approvalsOf(cleo, here.registry)).approvals
        expect(view).toMatchObject({ id: hers, decidable: false, withdrawable: true })
        expect(await withdraw(ada)).toEqual({ ok: false, error: 'not_found' })
        expect(await withdraw(cleo, 2)).toEqual({ ok: false, error: 'not_pending' })
        expect(await withdraw(cleo)).toEqual({ ok: true, value: 'cancelled' })
        expect(await withdraw(cleo, 2)).toEqual({ ok: false, error: 'not_pending' })
        const decision = { approvalId: hers, version: 2, verdict: 'approve' } as const
        const decided = await here.business.decide(ada, here.registry, decision)
        expect(decided).toEqual({ ok: false, error: 'not_pending' })
        expect(await here.lines()).toContain('approval_decided cancelled')
      },
    )

    verifies(
      'approvals.account_wait',
      'the product is asked about all businesses at once',
      async () => {
        let waiting: number | undefined
        const isEachAsked = Promise.withResolvers<void>()
        const { here, ada } = await start((embedded) => ({
          ...embedded,
          mayDecide: async () => {
            if (waiting === undefined) return true
            waiting += 1
            if (waiting === 2) isEachAsked.resolve()
            await isEachAsked.promise
            return true
          },
        }))
        await here.change(
          `UPDATE held_approval SET business_id = 'biz_cycles' WHERE business_id = 'biz_bakery'`,
        )
        await hold(here, await here.writer('ada', 'biz_bakery'), CANCEL)
        waiting = 0
        const { approvals } = await here.business.approvalsOf(ada, here.registry)
        expect([approvals.length, waiting]).toEqual([2, 2])
      },
    )

    verifies(
      'approvals.all_seen',
      'what has expired is not among the calls to decide',
      async () => {
        const { here, ada, id } = await start()
        here.time.now += 6 * DAY_MS
        const later = await hold(here, await here.writer('ada', 'biz_bakery'), {
          ...CANCEL,
          id: 'job_school_rolls',
        })
        here.time.now += DAY_MS
        const { approvals } = await here.business.approvalsOf(ada, here.registry)
        expect(approvals.map((each) => [each.id, each.state])).toEqual([
          [later, 'held'],
          ...approvals.filter((each) => each.id === id).map(() => [id, 'expired']),
        ])
      },
    )
  })
})

async function hold(
  here: BusinessFixture,
  grant: Parameters<BusinessFixture['write']>[0],
  args: object,
): Promise<string> {
  const answer = await here.write(grant, 'cancel_job', args, crypto.randomUUID())
  if (answer.answer !== 'held') throw new Error(`Cannot hold: ${JSON.stringify(answer)}`)
  return answer.approvalId
}

/** More held calls like one, 60 of each instant. */
async function copyHeld(here: BusinessFixture, id: string, count: number): Promise<void> {
  // A transaction for each instant: on a busy machine one for all takes longer than allowed.
  for (let from = 0; from < count; from += 60) {
    await here.store.transaction(async (sql) => {
      for (let at = from; at < Math.min(from + 60, count); at += 1) {
        await sql.run(
          `INSERT INTO held_approval (id, workspace_id, business_id, tool, operation, args,
            args_hash, requested_by, grant_id, client_id, scopes, state, version, policy, created,
            ends) SELECT ?, workspace_id, business_id, tool, operation, args, ?, requested_by,
            grant_id, client_id, scopes, 'held', 1, policy, created + ?, ends
            FROM held_approval WHERE id = ?`,
          `appr_${at}`,
          new TextEncoder().encode(String(at)),
          from / 60 + 1,
          id,
        )
      }
    })
  }
}
