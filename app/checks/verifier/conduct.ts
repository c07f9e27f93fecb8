import { A2A_PATH } from '../../contract/a2a.ts'
import { SERVER_CARD_FILE } from '../../contract/identity.ts'
import { WELL_KNOWN } from '../../contract/oauth.ts'
import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import type { Answer, Call } from './exchange.ts'
import type { Check } from './findings.ts'

/** A static file as it was served, for comparison with what the manifest lists. */
type ServedFile = { readonly sha256: string; readonly bytes: number }

/** Rules that every answer must keep, whatever the call. */
export type Conduct = {
  observe(path: string, call: Call, answer: Answer, bytes: Uint8Array): void
  /** Files that were read whole, by requested path. */
  readonly files: ReadonlyMap<string, ServedFile>
  /** Reports headers that an answer must not have, and those that it lacks. */
  compare(check: Check, calls: number): void
}

/** Headers that the contract forbids (contract 4.1 and 8). */
const FORBIDDEN = /^(retry-after|x-ratelimit-|ratelimit|mcp-session-id|set-cookie)/

/** More faults of the same kind would add nothing. */
const FAULTS_MAX = 2000

const NOT_FILES = [HTTP_API_PREFIX, MCP_PATH, A2A_PATH]

/** Documents of the authorization server: cached for an hour, so they have no entity tag. */
const UNTAGGED: ReadonlySet<string> = new Set(Object.values(WELL_KNOWN))

/** Looks at each answer once, so that comparisons need not check headers. */
export function createConduct(): Conduct {
  const faults: (readonly [where: string, what: string, expected: string, found: string])[] = []
  const files = new Map<string, ServedFile>()
  const tags = new Map<string, { readonly digest: string; readonly path: string }>()
  const addFault = (where: string, what: string, expected: string, found: string) => {
    if (faults.length < FAULTS_MAX) faults.push([where, what, expected, found])
  }
  const checkOrigin = (path: string, name: string, { headers }: Answer) => {
    const found = headers.get('access-control-allow-origin')
    if (found !== '*')
      addFault(placeOf(path), `${name}: access-control-allow-origin`, '*', String(found))
  }
  const checkTag = (path: string, name: string, { headers }: Answer, digest: string) => {
    const tag = headers.get('etag')
    if (tag === null) return addFault(placeOf(path), `${name}: etag`, 'a tag', 'none')
    const known = tags.get(tag)
    if (known === undefined) tags.set(tag, { digest, path })
    else if (known.digest !== digest) {
      addFault(
        placeOf(path),
        `${name}: etag`,
        `a tag other than that of ${known.path}, whose bytes differ`,
        tag,
      )
    }
  }
  return {
    observe: (path, { method = 'GET' }, answer, bytes) => {
      const name = `${method} ${path}`
      for (const header of answer.headers.keys()) {
        if (FORBIDDEN.test(header)) addFault('headers', name, `no ${header}`, header)
      }
      if (answer.status !== 200) return
      if (path === A2A_PATH) checkOrigin(path, name, answer)
      if (method !== 'GET' || path === MCP_PATH) return
      checkOrigin(path, name, answer)
      if (UNTAGGED.has(path)) return
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      checkTag(path, name, answer, digest)
      if (isFile(path)) files.set(path, { sha256: digest, bytes: bytes.byteLength })
    },
    files,
    compare: (check, calls) => {
      check.count(calls)
      for (const fault of faults) check.fail(...fault)
    },
  }
}

function isFile(path: string): boolean {
  if (path === `/${SERVER_CARD_FILE}`) return true
  return !NOT_FILES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** The interface that answers a path, as the report names it. */
export function placeOf(path: string): string {
  if (path.startsWith(HTTP_API_PREFIX)) return 'HTTP API'
  if (path === MCP_PATH) return 'MCP'
  if (path === A2A_PATH) return 'A2A'
  if (path.endsWith('/index.md')) return 'Markdown twin'
  return path.endsWith('/') ? 'HTML page' : path.slice(1)
}
