import { expect } from 'bun:test'
import type { RejectableCalls } from '../../../app/business/tools/mod.ts'
import { ok } from '../../../app/contract/result.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { openOauthService } from './oauth_service.ts'

const never = new Promise<never>(() => undefined)

verifiesLong(
  'approvals.account_wait',
  'connections are shown although the product never answers about approvals',
  async () => {
    const service = await openOauthService({ approvals: { approvalsOf: () => never } })
    const headers = await service.signIn()
    const answer = await service.ask('/account', { headers })
    expect(answer.status).toBe(200)
    const page = await answer.text()
    expect(page).toContain('Not available right now.')
    expect(page).toContain('You have no connections.')
  },
)

verifies(
  'approvals.account_wait',
  'views of the account count against the limit of the OAuth endpoints',
  async () => {
    let asked = 0
    const approvalsOf = async () => {
      asked += 1
      return { approvals: [] }
    }
    const service = await openOauthService({ callsPerMinute: 3, approvals: { approvalsOf } })
    const headers = await service.signIn()
    const statuses: number[] = []
    for (let at = 0; at < 5; at += 1) {
      statuses.push((await service.ask('/account', { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(asked).toBe(3)
  },
)

const FOUND: RejectableCalls = {
  businessName: '<b>Bakery</b>',
  clientName: 'Desk "Assistant"',
  calls: Array.from({ length: 400 }, (_, at) => ({
    approvalId: `appr_${String(at).padStart(22, '0')}`,
    version: 12,
  })),
  tools: new Map([['Cancel a job', 400]]),
  oldest: 1_700_000_000_000,
  newest: 1_700_000_600_000,
  remaining: 7,
}

verifies(
  'approvals.all_seen',
  'rejecting all asks first, and takes its own form alone, with the calls that it showed',
  async () => {
    const rejected: unknown[] = []
    const service = await openOauthService({
      approvals: {
        listRejectable: async () => ok(FOUND),
        rejectAll: async (_user, { seen }) => {
          rejected.push(seen)
          return ok(seen.length - rejected.length + 1)
        },
      },
    })
    const headers = await service.signIn()
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      return await service.ask('/account', { method: 'POST', headers, body })
    }
    const account = await (await service.ask('/account', { headers })).text()
    const csrf = /name="csrf" value="([^"]+)"/.exec(account)?.[1] ?? ''
    const calls = { business: 'b1', client: 'desk' }
    const review = await post({ csrf, ...calls, action: 'review_rejection' })
    const page = await review.text()
    expect([review.status, rejected]).toEqual([200, []])
    for (const text of ['Reject 400 requests?', '7 more follow', '&lt;b&gt;Bakery&lt;/b&gt;']) {
      expect(page).toContain(text)
    }
    const fields = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const form = Object.fromEntries(fields.map(([, name, value]) => [name, value]))
    // Without the token, without its calls, or with more than one page shows, nothing happens.
    const broken = [
      { ...form, csrf: 'x'.repeat(43) },
      { ...form, calls: '' },
      { ...form, calls: 'appr_1' },
      { ...form, calls: `${form.calls} appr_1.1` },
      { csrf, ...calls },
    ]
    for (const each of broken) {
      expect((await post({ ...each, action: 'reject_all' })).status).toBe(409)
    }
    expect(rejected).toEqual([])
    const places: (string | null)[] = []
    for (const _ of ['whole', 'in part']) {
      places.push((await post({ ...form, action: 'reject_all' })).headers.get('location'))
    }
    expect(places).toEqual(['/account?done=all_rejected', '/account?done=some_rejected'])
    expect(rejected[0]).toEqual([...FOUND.calls])
  },
)
