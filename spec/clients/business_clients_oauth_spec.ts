import { afterAll, beforeAll, expect } from 'bun:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { verifies } from '../requirements/verifies.ts'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { consentTo } from '../support/login.ts'
import type { Running } from '../support/running.ts'
import { READ, REDIRECT_URI, startSurface, WRITE } from './surface.ts'

// Both libraries insist on https but for this, which a service on loopback has not.
const PLAIN = { [oauth.allowInsecureRequests]: true }

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_business_profile', arguments: {} },
})
const JSON_TYPE = { 'content-type': 'application/json' }

let running: Running
let server: oauth.AuthorizationServer

beforeAll(async () => {
  running = await startSurface()
})
afterAll(async () => {
  await running.stop()
})

/** A client that registered itself, after the library discovered where. */
async function registerClient(): Promise<oauth.Client> {
  const issuer = new URL(running.url)
  const options = { algorithm: 'oauth2', ...PLAIN } as const
  const discovered = await oauth.discoveryRequest(issuer, options)
  server = await oauth.processDiscoveryResponse(issuer, discovered)
  const metadata = {
    client_name: 'A strict client',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  }
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, PLAIN)
  return await oauth.processDynamicClientRegistrationResponse(answer)
}

type AuthorizationReturn = { readonly back: URL; readonly verifier: string; readonly state: string }

/** Sends a person to the authorization endpoint and has the address that they come back to. */
async function authorize(client: oauth.Client, scope: string): Promise<AuthorizationReturn> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    state,
    resource: `${running.url}/mcp`,
  }).toString()
  const back = await consentTo(new HeadlessBrowser(running.url), url.href)
  return { back, verifier, state }
}

async function redeemCode(client: oauth.Client, { back, verifier, state }: AuthorizationReturn) {
  const parameters = oauth.validateAuthResponse(server, client, back, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT_URI,
    verifier,
    { ...PLAIN, additionalParameters: { resource: `${running.url}/mcp` } },
  )
  return await oauth.processAuthorizationCodeResponse(server, client, answer)
}

async function refreshTokens(client: oauth.Client, token = '') {
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, PLAIN)
  return await oauth.processRefreshTokenResponse(server, client, answer)
}

/** Calls a private tool as the library calls a protected resource: refusals are thrown. */
async function callTool(token: string): Promise<number> {
  const url = new URL(`${running.url}/mcp`)
  const headers = new Headers(JSON_TYPE)
  const answer = await oauth.protectedResourceRequest(token, 'POST', url, headers, CALL, PLAIN)
  await answer.body?.cancel()
  return answer.status
}

verifies(
  ['oauth.strict_clients', 'auth.business_tools', 'open.oauth_endpoints'],
  'oauth4webapi discovers the server from its resource, and the resource from a refusal',
  async () => {
    const resource = new URL(`${running.url}/mcp`)
    const found = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, PLAIN),
    )
    expect(found.authorization_servers).toEqual([running.url])
    expect(found.scopes_supported).toEqual([READ])
    await registerClient()
    expect(server.issuer).toBe(running.url)
    expect(server.authorization_response_iss_parameter_supported).toBe(true)
    const refusal = await callTool('made-up').catch((error: unknown) => error)
    if (!(refusal instanceof oauth.WWWAuthenticateChallengeError)) throw refusal
    const [challenge] = refusal.cause
    expect(challenge?.scheme).toBe('bearer')
    expect(challenge?.parameters).toMatchObject({
      error: 'invalid_token',
      scope: READ,
      resource_metadata: `${running.url}/.well-known/oauth-protected-resource/mcp`,
    })
  },
)

verifies(
  ['oauth.strict_clients', 'auth.business_tools'],
  'oauth4webapi authorizes with PKCE, calls, refreshes and revokes',
  async () => {
    const client = await registerClient()
    const first = await redeemCode(client, await authorize(client, `${READ} ${WRITE}`))
    expect(first).toMatchObject({ token_type: 'bearer', scope: `${READ} ${WRITE}` })
    expect(await callTool(first.access_token)).toBe(200)
    const second = await refreshTokens(client, first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await callTool(second.access_token)).toBe(200)
    const { refresh_token: refresh = '' } = second
    const answer = await oauth.revocationRequest(server, client, oauth.None(), refresh, PLAIN)
    await oauth.processRevocationResponse(answer)
    await expect(callTool(second.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError)
    const ended = await refreshTokens(client, refresh).catch((error: unknown) => error)
    expect(ended).toMatchObject({ error: 'invalid_grant', status: 400 })
  },
)

verifies(
  'oauth.strict_clients',
  'threat 15: oauth4webapi takes an answer with our issuer and state, and none without',
  async () => {
    const client = await registerClient()
    const { back, state } = await authorize(client, READ)
    expect(oauth.validateAuthResponse(server, client, back, state).get('iss')).toBe(running.url)
    for (const name of ['iss', 'state']) {
      const other = new URL(back)
      other.searchParams.set(name, 'http://other.example')
      expect(() => oauth.validateAuthResponse(server, client, other, state)).toThrow(name)
      other.searchParams.delete(name)
      expect(() => oauth.validateAuthResponse(server, client, other, state)).toThrow(name)
    }
  },
)

verifies(
  ['oauth.strict_clients', 'auth.business_tools'],
  'openid-client discovers, authorizes with PKCE, calls, refreshes and revokes',
  async () => {
    const clientId = (await registerClient()).client_id
    const plain = { execute: [openid.allowInsecureRequests] }
    const config = await openid.discovery(
      new URL(running.url),
      clientId,
      undefined,
      openid.None(),
      { algorithm: 'oauth2', ...plain },
    )
    expect(config.serverMetadata().supportsPKCE()).toBe(true)
    const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: READ,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: `${running.url}/mcp`,
    })
    const back = await consentTo(new HeadlessBrowser(running.url), url.href)
    const checks = { pkceCodeVerifier: verifier, expectedState: state }
    const wrong = new URL(back)
    wrong.searchParams.set('iss', 'http://other.example')
    await expect(openid.authorizationCodeGrant(config, wrong, checks)).rejects.toThrow()
    const first = await openid.authorizationCodeGrant(config, back, checks)
    expect([first.scope, first.token_type]).toEqual([READ, 'bearer'])
    const callWith = async (token: string) => {
      const endpoint = new URL(`${running.url}/mcp`)
      const headers = new Headers(JSON_TYPE)
      const { status } = await openid.fetchProtectedResource(
        config,
        token,
        endpoint,
        'POST',
        CALL,
        headers,
      )
      return status
    }
    expect(await callWith(first.access_token)).toBe(200)
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(await callWith(second.access_token)).toBe(200)
    await openid.tokenRevocation(config, second.refresh_token ?? '')
    await expect(callWith(second.access_token)).rejects.toThrow()
  },
)

verifies(
  'oauth.strict_clients',
  'openid-client learns of a denial by our issuer, with nothing granted',
  async () => {
    const client = await registerClient()
    const denied = await consentTo(
      new HeadlessBrowser(running.url),
      `${server.authorization_endpoint}?${new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: REDIRECT_URI,
        code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
        code_challenge_method: 'S256',
        state: 'mine',
      })}`,
      { decision: 'Deny' },
    )
    const refusal = () => oauth.validateAuthResponse(server, client, denied, 'mine')
    expect(refusal).toThrow(oauth.AuthorizationResponseError)
    expect(denied.searchParams.get('error')).toBe('access_denied')
    expect(denied.searchParams.get('iss')).toBe(running.url)
  },
)
