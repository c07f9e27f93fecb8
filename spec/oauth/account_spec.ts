import { expect } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { openOauthService } from './oauth_service.ts'

const never = new Promise<never>(() => undefined)

verifies(
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
