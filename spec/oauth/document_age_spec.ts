import { expect, test } from 'bun:test'
import { giveConsent } from './oauth_calls.ts'
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
