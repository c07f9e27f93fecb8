import { describe, expect, test } from 'bun:test'
import type { DomainServices } from '../../../app/business/tools/mod.ts'
import type { SignedIn } from '../../../app/contract/authority.ts'
import type { DomainOutcome } from '../../../app/contract/domain.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  DAY_MS,
  messageOf,
  READ,
  WRITE,
} from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }
const APPLIED: DomainOutcome = { outcome: 'applied', result: {}, records: [] }

/** A remote domain that gives these answers; the last one repeats. */
function makeRemote(answers: DomainOutcome[]) {
  return ({ within: _, ...embedded }: DomainServices): DomainServices => ({
    ...embedded,
    call: async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer ?? { outcome: 'unavailable' }
    },
  })
}

forEachStore((_name, open) => {
  const start = async (answers?: DomainOutcome[]) => {
    const domain = answers === undefined ? {} : { domain: makeRemote(answers) }
    const here = await createBusinessFixture(await open(), domain)
    const grant = await here.writer('ada', 'biz_bakery')
    const { user: ada } = await here.signIn('ada')
    const answer = await here.write(grant, 'cancel_job', CANCEL, 'key')
    return { here, grant, ada, id: idOf(answer) }
  }

  describe('the grant behind a held call', () => {
    verifies(
      'auth.refused_without_scope',
      'after a step-up that replaces the grant the call can still be decided',
      async () => {
        const { here, ada, id } = await start()
        await here.token('ada', 'biz_bakery', [READ, WRITE])
        await here.token('ada', 'biz_bakery', [WRITE])
        expect(await decide(here, ada, id)).toBe('applied')
      },
    )

    const ends: readonly (readonly [
      string,
      (here: BusinessFixture, ada: SignedIn) => Promise<unknown>,
    ])[] = [
      ['may only read', (here) => here.token('ada', 'biz_bakery', [READ])],
      ['is for another business', (here) => here.token('ada', 'biz_cycles', [READ, WRITE])],
      [
        'was revoked by its user',
        async (here, ada) => {
          await here.token('ada', 'biz_bakery', [READ, WRITE])
          await revokeAll(here, ada)
        },
      ],
      [
        'came after its user had revoked one',
        async (here, ada) => {
          await here.token('ada', 'biz_bakery', [READ, WRITE])
          await revokeAll(here, ada)
          await here.token('ada', 'biz_bakery', [READ, WRITE])
        },
      ],
      [
        'is of another client',
        async (here, ada) => {
          await revokeAll(here, ada)
          await here.token('ada', 'biz_bakery', [READ, WRITE], 'phone')
        },
      ],
    ]
    for (const [what, end] of ends) {
      test(`a new grant that ${what} leaves nothing to approve`, async () => {
        const { here, ada, id } = await start()
        await end(here, ada)
        expect(await decide(here, ada, id)).toBe('cancelled')
      })
    }

    test('a disabled user leaves nothing to approve', async () => {
      const { here, id } = await start()
      await here.change("UPDATE app_user SET state = 'disabled' WHERE subject = 'ada'")
      const { user: dee } = await approver(here)
      expect(await decide(here, dee, id)).toBe('cancelled')
    })

    test('the same call after a revocation is held again and can be approved', async () => {
      const { here, ada, id } = await start()
      await revokeAll(here, ada)
      const again = await here.writer('ada', 'biz_bakery')
      const anew = idOf(await here.write(again, 'cancel_job', CANCEL, 'another'))
      expect(anew).not.toBe(id)
      expect(await decide(here, ada, id)).toBe('not_pending')
      expect(await decide(here, ada, anew)).toBe('applied')
    })
  })

  describe('approvals that never conclude', () => {
    test('a call that was approved and never went out can be rejected', async () => {
      const { here, ada, id } = await start([{ outcome: 'unavailable' }, APPLIED])
      expect(await decide(here, ada, id)).toBe('approved')
      expect(await decide(here, ada, id, 'reject')).toBe('rejected')
      expect(await decide(here, ada, id)).toBe('not_pending')
    })

    test('a call that was approved and never went out expires after a week', async () => {
      const { here, ada, id } = await start([{ outcome: 'unavailable' }, APPLIED])
      expect(await decide(here, ada, id)).toBe('approved')
      here.time.now += 7 * DAY_MS
      const [view] = (await here.business.approvalsOf(ada, here.registry)).approvals
      expect(view).toMatchObject({ id, state: 'expired', decidable: false })
      expect(await decide(here, ada, id)).toBe('expired')
    })

    test('an unknown outcome is final once the product may have forgotten its key', async () => {
      const { here, ada, id } = await start([{ outcome: 'unknown' }, APPLIED])
      expect(await decide(here, ada, id)).toBe('applying')
      here.time.now += DAY_MS
      expect(await decide(here, ada, id)).toBe('failed')
      expect(await decide(here, ada, id)).toBe('not_pending')
    })

    test('a foreign record in the answer to an approved call does not fail it', async () => {
      const { here, ada, id } = await start([{ outcome: 'unknown', foreignRecord: true }, APPLIED])
      expect(await decide(here, ada, id)).toBe('applying')
      here.time.now += 30_000
      expect(await decide(here, ada, id)).toBe('applied')
      expect(await here.lines()).toContain('reach_violation reach_violation')
    })

    test('held calls that nobody decided do not block their user forever', async () => {
      const { here, grant } = await start()
      for (let at = 1; at < 100; at += 1) {
        const args = { ...CANCEL, cancel_reason: `Reason ${at}` }
        idOf(await here.write(grant, 'cancel_job', args, `key${at}`))
      }
      const more = () =>
        here.write(grant, 'cancel_job', { ...CANCEL, id: 'job_school_rolls' }, 'more')
      expect(messageOf(await more())).toContain('too many calls are waiting')
      here.time.now += 7 * DAY_MS
      expect(await more()).toMatchObject({ answer: 'held' })
    })
  })

  describe('what a person sees before deciding', () => {
    test('threat 39: the arguments as they would be executed, all of them', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_bakery')
      const { user: ada } = await here.signIn('ada')
      const reason = `The wedding is off.\u202e\u200b ${'x'.repeat(100)}`
      idOf(await here.write(grant, 'cancel_job', { ...CANCEL, cancel_reason: reason }, 'key'))
      const [view] = (await here.business.approvalsOf(ada, here.registry)).approvals
      const stored = await here.store.sql.one('SELECT args FROM held_approval')
      expect(view?.args).toEqual(JSON.parse(String(stored?.args)))
      expect(view?.args.cancel_reason).toBe(reason)
    })

    test('a pending call is not pushed out of the list by decided ones', async () => {
      const { here, ada, id } = await start()
      await here.store.transaction(async (sql) => {
        for (let at = 0; at < 210; at += 1) {
          await sql.run(
            `INSERT INTO held_approval (id, workspace_id, business_id, tool, operation, args,
              args_hash, requested_by, grant_id, client_id, scopes, state, version, policy, created,
              ends) SELECT ?, workspace_id, business_id, tool, operation, args, args_hash,
              requested_by, grant_id, client_id, scopes, 'rejected', 2, policy, created + ?, ends
              FROM held_approval WHERE id = ?`,
            `appr_${at}`,
            at + 1,
            id,
          )
        }
      })
      const { approvals: views } = await here.business.approvalsOf(ada, here.registry)
      expect(views.map((view) => view.id)).toContain(id)
    })
  })
})

function idOf(answer: Awaited<ReturnType<BusinessFixture['write']>>): string {
  if (answer.answer !== 'held') throw new Error(`Cannot be held: ${JSON.stringify(answer)}`)
  return answer.approvalId
}

async function revokeAll({ grants }: BusinessFixture, user: SignedIn): Promise<void> {
  for (const { id } of await grants.grantsOf(user)) await grants.revokeGrant(user, id)
}

/** Another approver of the bakery than the one who asks. */
async function approver(here: BusinessFixture): ReturnType<BusinessFixture['signIn']> {
  const made = await here.signIn('dee')
  await here.change(
    `INSERT INTO membership (user_id, workspace_id, business_id, role)
      VALUES (?, 'ws_quillfeather', 'biz_bakery', 'approver')`,
    made.user.userId,
  )
  return made
}

async function decide(
  { business, registry, store }: BusinessFixture,
  user: SignedIn,
  approvalId: string,
  verdict: 'approve' | 'reject' = 'approve',
): Promise<string> {
  const row = await store.sql.one('SELECT version FROM held_approval WHERE id = ?', approvalId)
  const decided = await business.decide(user, registry, {
    approvalId,
    version: Number(row?.version),
    verdict,
  })
  return decided.ok ? decided.value : decided.error
}
