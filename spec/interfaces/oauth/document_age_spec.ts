import { expect, test } from 'bun:test'
import { err } from '../../../app/contract/result.ts'
import { authorizePath, formOf, giveConsent, postForm, VERIFIER } from './oauth_calls.ts'
import {
  answerWith,
  beginAuthorization,
  openServiceFetching,
  URL_OF_CLIENT,
} from './oauth_documents.ts'

const DAY_MS = 86_400_000
const REDIRECT = 'http://127.0.0.1:4000/cb'
const documentOf = (url: string) => ({
  client_id: url,
  client_name: 'A client',
  redirect_uris: [REDIRECT],
})

test('threat 8: a document in use is fetched again after a day, whatever it says', async () => {
  const forever = answerWith(documentOf(URL_OF_CLIENT), 999_999_999)
  const { service, fetched } = await openServiceFetching(forever)
  // Consent keeps the client for longer than a day, so only the age of the document counts.
  await giveConsent(service, { client_id: URL_OF_CLIENT, redirect_uri: REDIRECT })
  service.wait(DAY_MS - 1)
  expect((await beginAuthorization(service, URL_OF_CLIENT)).status).toBe(303)
  expect(fetched).toHaveLength(1)
  service.wait(1)
  expect((await beginAuthorization(service, URL_OF_CLIENT)).status).toBe(303)
  expect(fetched).toHaveLength(2)
})

test('threat 5: a public service looks at no address of its own machine over http', async () => {
  const { service, fetched } = await openServiceFetching(answerWith({}))
  for (const host of ['127.0.0.1', '127.0.0.1:8081', 'localhost:8081', '[::1]:8081']) {
    for (const scheme of ['http', 'https']) {
      const answer = await beginAuthorization(service, `${scheme}://${host}/client.json`)
      expect([host, answer.status]).toEqual([host, 400])
    }
  }
  expect(fetched).toEqual([])
})

test('threat 9: a redirect address that a document gave up gets no code any more', async () => {
  let document: Readonly<Record<string, unknown>> = documentOf(URL_OF_CLIENT)
  const { service } = await openServiceFetching((url) => answerWith(document)(url))
  const { cookie } = await service.signIn()
  const begun = await beginAuthorization(service, URL_OF_CLIENT)
  const path = begun.headers.get('location') ?? ''
  const shown = await service.ask(path, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''
  expect([shown.status, csrf === '']).toEqual([200, false])
  const decide = async (decision: 'allow' | 'deny') => {
    const request = new URL(path, service.baseUrl).searchParams.get('request') ?? ''
    const form = { request, csrf, decision, business: 'b1', write: 'yes' }
    const answer = await service.ask('/oauth/consent', {
      method: 'POST',
      headers: {
        ...{ cookie, origin: service.baseUrl },
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: formOf(form),
    })
    return [answer.status, answer.headers.get('location')]
  }
  // Five minutes later somebody else makes us fetch the document again.
  service.wait(300_000)
  document = { ...document, redirect_uris: ['http://127.0.0.1:4000/other'] }
  expect((await beginAuthorization(service, URL_OF_CLIENT)).status).toBe(400)
  expect((await service.ask(path, { headers: { cookie } })).status).toBe(400)
  expect(await decide('deny')).toEqual([400, null])
  expect(await decide('allow')).toEqual([400, null])
})

test('threat 9: a document that is gone ends no grant and begins none', async () => {
  let isGone = false
  const { service } = await openServiceFetching(async (url) =>
    isGone ? err('it answered 404') : await answerWith(documentOf(URL_OF_CLIENT))(url),
  )
  const asked = { client_id: URL_OF_CLIENT, redirect_uri: REDIRECT }
  const back = await giveConsent(service, asked)
  const code = back.searchParams.get('code') ?? ''
  const redeemed = await postForm(service, '/oauth/token', {
    ...{ ...asked, code, grant_type: 'authorization_code', code_verifier: VERIFIER },
  })
  const { refresh_token: refreshToken } = (await redeemed.json()) as { refresh_token?: string }
  isGone = true
  service.wait(300_000)
  expect((await service.ask(authorizePath(asked))).status).toBe(400)
  const renewal = { grant_type: 'refresh_token', client_id: URL_OF_CLIENT }
  const renewed = await postForm(service, '/oauth/token', {
    ...{ ...renewal, refresh_token: refreshToken },
  })
  expect(renewed.status).toBe(200)
})
