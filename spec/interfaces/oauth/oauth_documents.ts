import { ok } from '../../../app/contract/result.ts'
import type { FetchDocument } from '../../../app/interfaces/oauth/plugin.ts'
import { authorizePath } from './oauth_calls.ts'
import { openOauthService, type ServiceOptions, type TestService } from './oauth_service.ts'

export const URL_OF_CLIENT = 'https://client.example/oauth/client.json'
const REDIRECT = 'http://127.0.0.1:4000/cb'

/** Begins an authorization as a client, from an address behind a proxy. */
export async function beginAuthorization(
  service: TestService,
  clientId: string,
  address = '198.51.100.1',
): Promise<Response> {
  const path = authorizePath({ client_id: clientId, redirect_uri: REDIRECT })
  return await service.ask(path, { headers: { 'x-forwarded-for': address } })
}

/** A service with a fake fetch of documents, and the addresses it fetched. */
export async function openServiceFetching(
  answer: (url: string) => ReturnType<FetchDocument>,
  options: ServiceOptions = {},
): Promise<{ readonly service: TestService; readonly fetched: readonly string[] }> {
  const fetched: string[] = []
  const service = await openOauthService({
    ...options,
    fetchDocument: async (url) => {
      fetched.push(url)
      return await answer(url)
    },
  })
  return { service, fetched }
}

export function bytesOf(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document))
}

export function answerWith(document: unknown, maxAge?: number): FetchDocument {
  return async () => ok({ body: bytesOf(document), maxAge })
}
