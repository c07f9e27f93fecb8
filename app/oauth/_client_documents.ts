import { err, ok, type Result } from '../contract/result.ts'
import type { Client } from '../grants/mod.ts'
import { addressKey, parseAddress } from '../limits/address_range.ts'
import { checkDocument } from './_client_document.ts'
import { createDocumentFetches } from './_client_document_fetches.ts'
import { findDocumentUrlFault } from './_client_document_url.ts'
import type { FetchedDocument, OauthPorts } from './ports.ts'

type DocumentPorts = Pick<
  OauthPorts,
  'grants' | 'settings' | 'baseUrl' | 'fetchDocument' | 'clock' | 'log'
>

/** How long a document is kept: never so short that each request fetches, never over a day. */
const FRESH_SECONDS_MIN = 5 * 60
const FRESH_SECONDS_MAX = 24 * 60 * 60

/**
 * Clients whose id is the address of their document (Client ID Metadata Document). A document that
 * may not be fetched now is taken only while it is fresh; what failed is kept by nobody.
 */
export function createDocumentFinder(
  ports: DocumentPorts,
): (asked: {
  readonly url: string
  readonly mayFetch: boolean
  readonly address: string
}) => Promise<Result<Client, string>> {
  const fly = createDocumentFetches<Client>()
  return async ({ url, mayFetch, address }) => {
    const fault = findDocumentUrlFault(url, ports.baseUrl) ?? findPolicyFault(url, ports)
    if (fault !== undefined) return err(fault)
    const fresh = await ports.grants.findFreshDocument(url)
    if (fresh !== undefined) return ok(fresh)
    if (!mayFetch) return err('its request is incomplete or mistaken')
    return await fly({ url, address: networkOf(address) }, async () => {
      // Another flight may have landed since: its document is as fresh as one fetched now.
      const landed = await ports.grants.findFreshDocument(url)
      return landed === undefined ? await fetchClient(url, ports) : ok(landed)
    })
  }
}

/** One subscriber has more IPv6 addresses than anybody can count. */
function networkOf(text: string): string {
  const address = parseAddress(text)
  return address === undefined ? text : addressKey(address)
}

function findPolicyFault(url: string, { settings }: DocumentPorts): string | undefined {
  const { policy, hosts } = settings.documents
  switch (policy) {
    case 'any':
      return undefined
    case 'off':
      return 'applications are not recognised by an address here'
    case 'allowlist':
      return hosts.includes(new URL(url).hostname) ? undefined : 'its host is not on the list'
  }
}

async function fetchClient(url: string, ports: DocumentPorts): Promise<Result<Client, string>> {
  const { grants, settings, fetchDocument, clock, log } = ports
  const answer = await fetchDocument(url)
  const judged = answer.ok
    ? checkDocument(answer.value.body, url, settings.privateUseRedirects)
    : err('its document cannot be fetched')
  if (!answer.ok || !judged.ok) {
    // A page that told why a fetch failed would answer questions about the network behind us.
    const reason = answer.ok ? (judged.ok ? '' : judged.error) : answer.error
    log.warn('client_document_refused', {
      host: new URL(url).host,
      query: url.includes('?'),
      reason,
    })
    return judged.ok ? err('its document cannot be fetched') : judged
  }
  const freshUntil = clock() + freshSecondsOf(answer.value) * 1000
  return ok(await grants.storeDocument(url, judged.value, freshUntil))
}

function freshSecondsOf({ maxAge = 0 }: FetchedDocument): number {
  return Math.min(Math.max(maxAge, FRESH_SECONDS_MIN), FRESH_SECONDS_MAX)
}
