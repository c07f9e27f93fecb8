import { describe, expect, test } from 'bun:test'
import { StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, messageOf } from './business_fixture.ts'

forEachStore((_name, open) => {
  describe('reads and what they depend on', () => {
    test('read() refuses while the audit cannot write, and works again once it can', async () => {
      let broken = false
      const here = await createBusinessFixture(await open(), {
        audit: (audit) => ({ ...audit, isHealthy: () => !broken && audit.isHealthy() }),
      })
      const grant = await here.reader('ada', 'biz_bakery')
      broken = true
      expect(messageOf(await here.read(grant, 'list_jobs'))).toContain('temporarily unavailable')
      broken = false
      expect(await here.read(grant, 'list_jobs')).toMatchObject({ answer: 'records' })
    })

    test('read() refuses when store or domain do not answer', async () => {
      const here = await createBusinessFixture(await open(), {
        domain: (embedded) => ({
          ...embedded,
          call: async () => {
            throw new StoreUnavailable('Cannot use the store: gone')
          },
        }),
      })
      const grant = await here.reader('ada', 'biz_bakery')
      expect(messageOf(await here.read(grant, 'list_jobs'))).toContain('temporarily unavailable')
    })

    test('read() writes an audit line that names no argument and no record', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.reader('ada', 'biz_bakery')
      await here.read(grant, 'get_job', { id: 'job_wedding_cake' })
      await here.read(grant, 'get_job', { id: 'job_wedding_cake' })
      await here.read(grant, 'get_job', { id: 'job_that_is_not' })
      expect(await here.lines()).toEqual([
        'tool_read records',
        'tool_read records',
        'tool_read not_found',
      ])
      const rows = await here.store.sql.all("SELECT * FROM audit WHERE event = 'tool_read'")
      const [one, same, other] = rows.map((row) => row.args_digest)
      expect(one).toMatch(/^[0-9a-f]{64}$/)
      expect(same).toBe(one ?? '')
      expect(other).not.toBe(one ?? '')
      expect(JSON.stringify(rows)).not.toContain('job_wedding_cake')
      expect(await here.brokenAt()).toBeUndefined()
    })

    verifies(
      'auth.derived_from_grant',
      'read() gives a user of a provider the memberships of the example user with their address',
      async () => {
        const here = await createBusinessFixture(await open())
        const { user } = await here.signIn('someone', 'Ada@Quillfeather.example')
        const ids = (await here.domain.businessesOf(user.userId)).map((each) => each.businessId)
        expect([...ids].sort()).toEqual(['biz_bakery', 'biz_cycles'])
        const { user: stranger } = await here.signIn('other', 'other@quillfeather.example')
        expect(await here.domain.businessesOf(stranger.userId)).toEqual([])
      },
    )
  })
})
