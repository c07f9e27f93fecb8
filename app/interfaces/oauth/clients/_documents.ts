import type { Client } from '../../../business/grants/mod.ts'
import { isLoopback } from '../../../contract/loopback.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { addressKey, parseAddress } from '../../../foundation/limits/address_range.ts'
import type { FetchedDocument, OauthPorts } from '../protocol/ports.ts'
import { checkDocument } from './_document.ts'

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

/** Documents fetched at once, over all hosts (our choice). */
const FETCHES_MAX = 8

/** Of those, for one client address: one caller's slow hosts must not block all others. */
const FETCHES_OF_ADDRESS_MAX = 2

/**
 * Limits the fetches of documents: one at a time for each host, and few in total and for one
 * address. Calls for a document that is being fetched share the fetch. Calls over a limit are
 * refused at once, because in a queue they would delay others.
 */
function createDocumentFetches<Value>(): (
  asked: { readonly url: string; readonly address: string },
  fetchOne: () => Promise<Result<Value, string>>,
) => Promise<Result<Value, string>> {
  const running = new Map<
    string,
    { url: string; address: string; result: Promise<Result<Value, string>> }
  >()
  return async ({ url, address }, fetchOne) => {
    const { host } = new URL(url)
    const current = running.get(host)
    if (current?.url === url) return await current.result
    const own = [...running.values()].filter((other) => other.address === address)
    const isFull = running.size >= FETCHES_MAX || own.length >= FETCHES_OF_ADDRESS_MAX
    if (current !== undefined || isFull) {
      return err('too many documents are being fetched; try again in a few seconds')
    }
    const result = fetchOne().finally(() => running.delete(host))
    running.set(host, { url, address, result })
    return await result
  }
}

/** Longest address of a client document, in characters (our choice). */
const CHARACTERS_MAX = 512

const PUBLIC = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(\/[!-~]*)$/
const LOCAL = /^https?:\/\/([a-z0-9.-]+|\[::1\])(?::[0-9]{1,5})?(\/[!-~]*)$/
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

/**
 * Why an address cannot be the id of a client (Client ID Metadata Document, section 3). It looks
 * at the raw text: a parser would turn `%2e%2e`, `0x7f.1` and `\` into something harmless-looking
 * first. A service on loopback takes documents from loopback too, which is how clients are tried.
 */
export function findDocumentUrlFault(url: string, baseUrl: string): string | undefined {
  if (url.length > CHARACTERS_MAX) return `its address has more than ${CHARACTERS_MAX} characters`
  if (/["#<>\\^`{|}]/.test(url))
    return 'its address has a fragment or a character that is not allowed'
  const [, host, publicPath] = PUBLIC.exec(url) ?? []
  const path = publicPath ?? (isLoopback(new URL(baseUrl)) ? localPath(url) : undefined)
  if (path === undefined) return 'its address is not https with a public host name and a path'
  const [segments = ''] = path.split('?')
  if (segments.split('/').some((segment) => DOT_SEGMENT.test(segment))) {
    return 'its address has a dot segment'
  }
  if (!URL.canParse(url) || new URL(url).href !== url) return 'its address is not normalized'
  return isOwn(new URL(url), host === undefined, new URL(baseUrl))
    ? 'its address points to this server'
    : undefined
}

/** On loopback every name is this machine, so the port identifies our server. */
function isOwn(url: URL, isLocal: boolean, base: URL): boolean {
  return isLocal ? url.port === base.port : url.hostname === base.hostname
}

function localPath(url: string): string | undefined {
  const [, host = '', path] = LOCAL.exec(url) ?? []
  return isLoopback(host) ? path : undefined
}
