import { afterEach, expect } from 'bun:test'
import { join } from 'node:path'
import { createProduct } from '../product/product.ts'
import { readExampleWorkspace, SECRET } from '../product/running_product.ts'
import { needs, verifiesLong } from '../requirements/verifies.ts'
import { type BusinessCaller, createBusinessCaller } from '../support/business_calls.ts'
import { obtainToken } from '../support/login.ts'
import { POSTGRES, startPostgres } from '../support/postgres.ts'
import { freePort, type Running, startRunning } from '../support/running.ts'

const PRLIMIT = needs('prlimit', Bun.which('prlimit') !== null, 'apt-get install util-linux')

const stops: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type Service = {
  readonly running: Running
  readonly caller: BusinessCaller
  readonly token: string
}

async function start(env: Readonly<Record<string, string>>): Promise<Service> {
  const running = await startRunning({ env: { DEV_SIGN_IN: '1', ...env } })
  stops.push(() => running.stop())
  const { access } = await obtainToken(running.url)
  return { running, caller: createBusinessCaller(running.url), token: access }
}

/** Whether a private read is answered; it is never a failure of HTTP. */
async function isAnswered({ caller, token }: Service): Promise<boolean> {
  const { status, result } = await caller.call('get_business_profile', {}, token)
  expect(status).toBe(200)
  return result?.isError !== true
}

async function readiness({ running }: Service): Promise<readonly string[]> {
  const answer = await fetch(`${running.adminUrl}/readyz`)
  expect(answer.status).toBe(200)
  return (await answer.text()).trimEnd().split('\n')
}

function outagesOf(running: Running): readonly unknown[] {
  return running.log().filter(({ event }) => String(event).startsWith('outage_'))
}

/** Calls until the state is as expected; each call fails or not as the state is. */
async function callUntil(service: Service, isAway: boolean): Promise<void> {
  for (;;) {
    await isAnswered(service)
    const parts = (await readiness(service)).slice(1)
    if (parts.some((part) => part.includes(': away since ')) === isAway) return
    await Bun.sleep(50)
  }
}

/** One line when it begins and one when it ends, and the state between them on the admin port. */
async function checkOutage(
  service: Service,
  part: string,
  outage: { begin(): Promise<unknown>; end(): Promise<unknown> },
): Promise<string> {
  expect(await isAnswered(service)).toBe(true)
  expect((await readiness(service))[0]).toBe('ok')
  await outage.begin()
  await callUntil(service, true)
  for (let call = 0; call < 20; call += 1) expect(await isAnswered(service)).toBe(false)
  const [first, ...parts] = await readiness(service)
  expect(first).toBe('ok')
  expect(parts.filter((each) => each.includes('away'))).toEqual([
    expect.stringContaining(`${part}: away since 20`),
  ])
  await outage.end()
  await callUntil(service, false)
  expect(await isAnswered(service)).toBe(true)
  // Lines are collected for a moment before they are written.
  while (outagesOf(service.running).length < 2) await Bun.sleep(20)
  await Bun.sleep(100)
  expect(outagesOf(service.running)).toEqual([
    expect.objectContaining({ level: 'error', event: 'outage_began', part }),
    expect.objectContaining({ level: 'error', event: 'outage_ended', part }),
  ])
  const [began] = service.running.log().filter(({ event }) => event === 'outage_began')
  return String(began?.reason)
}

verifiesLong(
  ['outage.one_line', 'outage.readyz'],
  'a full disk is one outage of the store, with its reason',
  async () => {
    const service = await start({})
    const { pid, home } = service.running
    const limit = (bytes: string) => Bun.$`prlimit --pid ${pid} --fsize=${bytes}:`.quiet()
    const { size } = Bun.file(join(home, 'data/lectern.sqlite-wal'))
    expect(size).toBeGreaterThan(0)
    const reason = await checkOutage(service, 'store', {
      // A file that cannot grow, wherever it is written.
      begin: () => limit('1024'),
      end: () => limit('unlimited'),
    })
    expect(reason).toContain('SQLITE_')
  },
  { needs: [PRLIMIT] },
)

verifiesLong(
  ['outage.one_line', 'outage.readyz'],
  'a stopped PostgreSQL is one outage of the store, with its reason',
  async () => {
    const postgres = await startPostgres()
    stops.push(() => postgres.remove())
    const service = await start({ DATABASE_URL: await postgres.database() })
    const reason = await checkOutage(service, 'store', {
      begin: () => postgres.stop(),
      end: () => postgres.start(),
    })
    expect(reason).toStartWith('Cannot use the store')
  },
  { needs: [POSTGRES] },
)

verifiesLong(
  ['outage.one_line', 'outage.readyz'],
  'a stopped product is one outage of the product, with its reason',
  async () => {
    const workspace = await readExampleWorkspace()
    const product = { basePath: '/lectern', secrets: [SECRET], workspace, clock: Date.now }
    const serve = (port: number) =>
      Bun.serve({ hostname: '127.0.0.1', port, fetch: createProduct(product) })
    const port = await freePort()
    let server = serve(port)
    stops.push(() => server.stop(true))
    const { origin } = new URL(server.url.href)
    const service = await start({ DOMAIN_URL: `${origin}/lectern`, DOMAIN_SECRET: SECRET })
    const reason = await checkOutage(service, 'product', {
      begin: () => server.stop(true),
      end: async () => {
        server = serve(port)
      },
    })
    expect(reason).toBe('not_reached')
  },
)

verifiesLong(
  ['outage.one_line', 'outage.readyz'],
  'a stopped identity provider is one outage, found when somebody signs in',
  async () => {
    const answer = (request: Request) => {
      const issuer = new URL(request.url).origin
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    const serve = (port: number) => Bun.serve({ hostname: '127.0.0.1', port, fetch: answer })
    const port = await freePort()
    const env = { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'docs' }
    const running = await startRunning({ env })
    stops.push(() => running.stop())
    const signIn = async () => {
      const headers = { origin: running.url, 'content-type': 'application/x-www-form-urlencoded' }
      const init = { method: 'POST', headers, body: '', redirect: 'manual' } as const
      return (await fetch(`${running.url}/oauth/sign-in`, init)).status
    }
    const waitFor = async (state: string) => {
      while (!(await (await fetch(`${running.adminUrl}/readyz`)).text()).includes(state)) {
        await Bun.sleep(50)
      }
    }
    for (let call = 0; call < 5; call += 1) expect(await signIn()).toBe(503)
    await waitFor('identity_provider: away since 20')
    const server = serve(port)
    stops.push(() => server.stop(true))
    await waitFor('identity_provider: ok')
    expect(await signIn()).toBe(303)
    while (outagesOf(running).length < 2) await Bun.sleep(20)
    const part = 'identity_provider'
    expect(outagesOf(running)).toMatchObject([
      { level: 'error', event: 'outage_began', part, reason: expect.stringContaining('discovery') },
      { level: 'error', event: 'outage_ended', part },
    ])
  },
)
