import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture } from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  verifies('operator.commands', 'nobody can approve what a disabled client asked for', async () => {
    const here = await createBusinessFixture(await open())
    const grant = await here.writer('cleo', 'biz_bakery')
    const answer = await here.write(grant, 'cancel_job', CANCEL, 'key')
    if (answer.answer !== 'held') throw new Error(`Cannot hold: ${JSON.stringify(answer)}`)
    await here.change(
      `INSERT INTO client (id, kind, name, redirect_uris, refreshes, created, disabled)
        VALUES (?, 'dynamic', 'Desk', '[]', 1, 0, 1)`,
      grant.clientId,
    )
    const { user } = await here.signIn('ada')
    const decision = { approvalId: answer.approvalId, version: 1, verdict: 'approve' } as const
    expect(await here.business.decide(user, here.registry, decision)).toMatchObject({
      value: 'cancelled',
    })
  })
})
