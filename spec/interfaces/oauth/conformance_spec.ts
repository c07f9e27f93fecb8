import { afterAll, beforeAll, expect } from 'bun:test'
import { startSurface } from '../../clients/surface.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import type { Running } from '../../support/running.ts'
import { runAuthorization, runServer } from '../mcp/conformance/authorization.ts'

let running: Running

beforeAll(async () => {
  const client = { id: 'suite', name: 'Suite', redirect_uris: ['http://127.0.0.1/callback'] }
  running = await startSurface({ oauth: { clients: [client] } })
})
afterAll(async () => {
  await running.stop()
})

verifies(
  ['oauth.conformance', 'open.oauth_endpoints'],
  'both scenarios of authorization servers pass, all of their three checks, without a baseline',
  async () => {
    const { code, passed, failed, output } = await runAuthorization(running.url, 'suite')
    console.log(`conformance suite, authorization server: ${passed} of ${passed + failed} checks`)
    for (const name of ['authorization-server-metadata-endpoint', 'authorization-code-grant']) {
      expect(output).toContain(`✓ ${name}:`)
    }
    expect([code, passed, failed], output).toEqual([0, 3, 0])
  },
)

verifiesLong(
  ['mcp.conformance', 'auth.origin_check'],
  'threat 1: with the business surface on, the suite still finds foreign origins refused',
  async () => {
    const { code, passed, failed, output } = await runServer(
      running.url,
      'dns-rebinding-protection',
    )
    expect([code, passed, failed], output).toEqual([0, 2, 0])
  },
)
