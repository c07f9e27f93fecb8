import { A2A_PATH } from '../contract/a2a.ts'
import { WELL_KNOWN } from '../contract/oauth.ts'
import { HTTP_API_PREFIX } from '../contract/operations.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import type { Answer, Call } from './client.ts'
import type { Book } from './findings.ts'

/** A static file as it was answered: what the manifest says about it can be held against this. */
type SeenFile = { readonly sha256: string; readonly bytes: number }

/** What every answer owes, whoever asked for it. */
export type Conduct = {
  saw(path: string, call: Call, answer: Answer, bytes: Uint8Array): void
  /** Files that were read whole, by the path that was asked for. */
  readonly files: ReadonlyMap<string, SeenFile>
  /** Writes down what no answer may carry and what each must. */
  compare(book: Book, calls: number): void
}

/** Headers that the contract rules out (contract 4.1 and 8). */
const STRAY = /^(retry-after|x-ratelimit-|ratelimit|mcp-session-id|set-cookie)/

/** Further faults of the same kind would tell nobody more. */
const FAULTS_MAX = 2000

const NOT_FILES = [HTTP_API_PREFIX, MCP_PATH, A2A_PATH]

/** Documents of the authorization server: for each caller to keep an hour, so without a tag. */
const UNTAGGED: ReadonlySet<string> = new Set(Object.values(WELL_KNOWN))

/** Looks at each answer once, so that no comparison has to think of headers. */
export function createConduct(): Conduct {
  const faults: (readonly [where: string, what: string, expected: string, found: string])[] = []
  const files = new Map<string, SeenFile>()
  const tags = new Map<string, { readonly digest: string; readonly path: string }>()
  const tell = (where: string, what: string, expected: string, found: string) => {
    if (faults.length < FAULTS_MAX) faults.push([where, what, expected, found])
  }
  const open = (path: string, name: string, { headers }: Answer) => {
    const found = headers.get('access-control-allow-origin')
    if (found !== '*')
      tell(placeOf(path), `${name}: access-control-allow-origin`, '*', String(found))
  }
  const tagged = (path: string, name: string, { headers }: Answer, digest: string) => {
    const tag = headers.get('etag')
    if (tag === null) return tell(placeOf(path), `${name}: etag`, 'one', 'none')
    const known = tags.get(tag)
    if (known === undefined) tags.set(tag, { digest, path })
    else if (known.digest !== digest) {
      tell(
        placeOf(path),
        `${name}: etag`,
        `another one than ${known.path}, whose bytes differ`,
        tag,
      )
    }
  }
  return {
    saw: (path, { method = 'GET' }, answer, bytes) => {
      const name = `${method} ${path}`
      for (const header of answer.headers.keys()) {
        if (STRAY.test(header)) tell('headers', name, `no ${header}`, header)
      }
      if (answer.status !== 200) return
      if (path === A2A_PATH) open(path, name, answer)
      if (method !== 'GET' || path === MCP_PATH) return
      open(path, name, answer)
      if (UNTAGGED.has(path)) return
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      tagged(path, name, answer, digest)
      if (isFile(path)) files.set(path, { sha256: digest, bytes: bytes.byteLength })
    },
    files,
    compare: (book, calls) => {
      book.count(calls)
      for (const fault of faults) book.wrong(...fault)
    },
  }
}

function isFile(path: string): boolean {
  return !NOT_FILES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** The interface that answers a path, in the words of the report. */
export function placeOf(path: string): string {
  if (path.startsWith(HTTP_API_PREFIX)) return 'HTTP API'
  if (path === MCP_PATH) return 'MCP'
  if (path === A2A_PATH) return 'A2A'
  if (path.endsWith('/index.md')) return 'Markdown twin'
  return path.endsWith('/') ? 'HTML page' : path.slice(1)
}
