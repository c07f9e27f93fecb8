import { isLoopback } from '../../../contract/loopback.ts'

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
