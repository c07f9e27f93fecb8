import { afterAll, beforeAll, expect } from 'bun:test'
import { createOpenIdProvider } from '../../../app/interfaces/oauth/plugin.ts'
import { verifies } from '../../requirements/verifies.ts'
import { startUpstream, type UpstreamProvider } from '../../support/identity_provider.ts'

const REDIRECT = 'http://localhost:9/oauth/callback'
const GIVEN = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }

let upstream: UpstreamProvider
beforeAll(async () => {
  upstream = await startUpstream([REDIRECT])
})
afterAll(() => upstream.stop())

/** Signs in with these secrets: whether the provider's answer could be verified. */
async function isVerified(clientSecret: string, previousSecret?: string): Promise<boolean> {
  const { issuer, clientId } = upstream
  const registration = { issuer, clientId, clientSecret, previousSecret, redirectUri: REDIRECT }
  const provider = createOpenIdProvider({ ...registration, clock: Date.now })
  const url = await provider.createAuthorizationUrl(GIVEN)
  if (!url.ok) throw new Error(url.error)
  const callback = await upstream.signIn(url.value, 'ada')
  return (await provider.verifyIdentity(callback.searchParams, GIVEN)).ok
}

verifies(
  'secrets.rotate',
  'while the secret at the provider changes, the one before it is tried too',
  async () => {
    const current = upstream.clientSecret
    expect(await isVerified(current)).toBe(true)
    expect(await isVerified(current, 'the one before')).toBe(true)
    expect(await isVerified('the next one', current)).toBe(true)
    expect(await isVerified('the next one')).toBe(false)
    expect(await isVerified('the next one', 'another one')).toBe(false)
  },
)
