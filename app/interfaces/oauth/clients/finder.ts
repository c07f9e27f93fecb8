import type { Client } from '../../../business/grants/mod.ts'
import { redirectUriFault } from '../../../contract/redirect_uri.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { createDocumentFinder, type DocumentPorts } from './_documents.ts'

/** Why no client was found; an unknown and a disabled client look the same. */
type ClientRefusal =
  | { readonly reason: 'unknown' }
  | { readonly reason: 'document'; readonly message: string }

/**
 * Finds the client of an authorization request. A document is fetched only for a well-formed
 * request with a redirect address; `address` is the address of the caller.
 */
export type FindClient = (
  clientId: string,
  redirectUri: string | undefined,
  address: string,
) => Promise<Result<Client, ClientRefusal>>

/** Finds clients by id: stored ones in the store, others by the document at their address. */
export function createClientFinder(ports: DocumentPorts): FindClient {
  const findDocument = createDocumentFinder(ports)
  return async (clientId, redirectUri, address) => {
    if (/^https?:\/\//.test(clientId)) {
      const mayFetch = isAcceptable(redirectUri, ports)
      const document = await findDocument({ url: clientId, mayFetch, address })
      if (!document.ok) return err({ reason: 'document', message: document.error })
      // A disabled client comes back without redirect addresses.
      return document.value.redirectUris.length === 0 ? err({ reason: 'unknown' }) : document
    }
    const client = await ports.grants.findClient(clientId)
    return client === undefined ? err({ reason: 'unknown' }) : ok(client)
  }
}

function isAcceptable(redirectUri: string | undefined, { settings }: DocumentPorts): boolean {
  return (
    redirectUri !== undefined &&
    redirectUriFault(redirectUri, settings.privateUseRedirects) === undefined
  )
}
