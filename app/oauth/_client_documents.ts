import { err, ok, type Result } from '../contract/result.ts'
import type { Client } from '../grants/mod.ts'
import { addressKey, parseAddress } from '../limits/address_range.ts'
import { checkDocument } from './_client_document.ts'
import { createDocumentFetches } from './_client_document_fetches.ts'
import { findDocumentUrlFault } from './_client_document_url.ts'
import type { FetchedDocument, OauthPorts } from './ports.ts'

export type DocumentPorts = Pick<
  OauthPorts,
  'grants' | 'settings' | 'baseUrl' | 'fetchDocument' | 'clock' | 'log'
>

/** A document stays fresh for at least five minutes and at most a day. */
const FRESH_SECONDS_MIN = 5 * 60
const FRESH_SECONDS_MAX = 24 * 60 * 60

/**
 * Finds clients whose id is the address of their document (Client ID Metadata Document). If it may
 * not be fetched now, only a fresh copy counts. Failures are not cached.
 */
export function createDocumentFinder(
  ports: DocumentPorts,
): (asked: {
  readonly url: string
  readonly mayFetch: boolean
  readonly address: string
}) => Promise<Result<Client, string>> {
  const fetchShared = createDocumentFetches<Client>()
  return async ({ url, mayFetch, address }) => {
    const fault = findDocumentUrlFault(url, ports.baseUrl) ?? findPolicyFault(url, ports)
    if (fault !== undefined) return err(fault)
    const fresh = await ports.grants.findFreshDocument(url)
    if (fresh !== undefined) return ok(fresh)
    if (!mayFetch) return err('its request is incomplete or not valid')
    return await fetchShared({ url, address: networkOf(address) }, async () => {
      // Another fetch may have ended since then; its document is just as fresh.
      const stored = await ports.grants.findFreshDocument(url)
      return stored === undefined ? await fetchClient(url, ports) : ok(stored)
    })
  }
}

/** One subscriber has a whole network of IPv6 addresses. */
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
      return 'client documents are not accepted here'
    case 'allowlist':
      return hosts.includes(new URL(url).hostname) ? undefined : 'its host is not on the allowlist'
  }
}

async function fetchClient(url: string, ports: DocumentPorts): Promise<Result<Client, string>> {
  const { grants, settings, fetchDocument, clock, log } = ports
  const answer = await fetchDocument(url)
  const checked = answer.ok
    ? checkDocument(answer.value.body, url, settings.privateUseRedirects)
    : answer
  if (!answer.ok || !checked.ok) {
    const reason = checked.ok ? '' : checked.error
    const query = url.includes('?')
    log.warn('client_document_refused', { host: new URL(url).host, query, reason })
    // A page with the reason why a fetch failed would reveal details of our own network.
    return err(answer.ok ? reason : 'its document cannot be fetched')
  }
  const freshUntil = clock() + freshSecondsOf(answer.value) * 1000
  return ok(await grants.storeDocument(url, checked.value, freshUntil))
}

function freshSecondsOf({ maxAge = 0 }: FetchedDocument): number {
  return Math.min(Math.max(maxAge, FRESH_SECONDS_MIN), FRESH_SECONDS_MAX)
}
