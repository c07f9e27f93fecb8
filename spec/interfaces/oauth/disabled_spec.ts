import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { openOauthService, type TestService } from './oauth_service.ts'

verifies(
  'auth.user_session',
  'a disabled person is told so, and not sent in a circle',
  async () => {
    const service = await openOauthService()
    const session = await signIn(service, '')
    const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';')
    expect((await service.ask('/account', { headers: { cookie } })).status).toBe(200)
    await service.store.transaction((sql) => sql.run(`UPDATE app_user SET state = 'disabled'`))
    const account = await service.ask('/account', { headers: { cookie } })
    const address = account.headers.get('location') ?? ''
    expect((await service.ask(address, { headers: { cookie } })).status).toBe(200)
    const answer = await signIn(service, cookie)
    expect(answer.status).toBe(403)
    const page = await answer.text()
    expect(page).toContain('Your access is disabled')
    expect(page).toContain('again=1')
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
  },
)

async function signIn(service: TestService, cookie: string): Promise<Response> {
  return await service.ask('/oauth/sign-in', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: service.baseUrl,
      cookie,
    },
    body: 'user=ada',
  })
}
