import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../contract/a2a.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { decodePercentLeniently } from '../contract/percent_encoding.ts'
import type { Client } from './client.ts'
import { placeOf } from './conduct.ts'
import type { Check } from './findings.ts'
import { objectsAt } from './json.ts'

const MANIFEST = 'docs-manifest.json'

/** Files other than those of pages; a deployment has few assets. */
const OTHERS_MAX = 200

/**
 * The manifest lists every served file with its digest. Files that were read anyway are compared
 * with it, both files of every page must be listed, and the other listed files are read.
 */
export async function compareManifestFiles(
  manifest: JsonObject | undefined,
  records: ReadonlyMap<string, JsonObject>,
  client: Client,
  check: Check,
): Promise<void> {
  if (manifest === undefined) return
  const listed = new Map(objectsAt(manifest, 'files').map((file) => [String(file.path), file]))
  check.equal(MANIFEST, 'files, each once', listed.size, objectsAt(manifest, 'files').length)
  const base = String(manifest.base_url).replace(/\/+$/, '')
  const ofPages = new Set<string>()
  for (const { id, url, markdown_url } of records.values()) {
    const page = fileOf(String(url).slice(base.length))
    const twin = fileOf(String(markdown_url).slice(base.length))
    for (const path of [page, twin]) {
      ofPages.add(path)
      if (!listed.has(path)) check.fail(MANIFEST, `files: page ${id}`, path, 'no such file')
    }
  }
  const seen = new Set([...client.conduct.files.keys()].map(fileOf))
  const others = [...listed.keys()].filter((path) => !seen.has(path) && !ofPages.has(path))
  await Promise.all(
    others.slice(0, OTHERS_MAX).map(async (path) => {
      const answer = await client.call(pathTo(path), { headers: { accept: 'text/html, */*' } })
      // The 404 page is served only with status 404.
      const isThere = answer.status === 200 || (path === NOT_FOUND && answer.status === 404)
      check.equal(MANIFEST, `files: ${path}`, 'a file', isThere ? 'a file' : 'no file')
    }),
  )
  for (const [path, { sha256, bytes }] of client.conduct.files) {
    const file = listed.get(fileOf(path))
    // The manifest cannot list its own digest.
    if (fileOf(path) === MANIFEST) continue
    const listing = file === undefined ? undefined : { sha256: file.sha256, bytes: file.bytes }
    check.equal(MANIFEST, `files: ${fileOf(path)}`, { sha256, bytes }, listing)
  }
}

const NOT_FOUND = '404.html'

/** The file behind a path; a folder has its `index.html`. */
function fileOf(path: string): string {
  const plain = decodePercentLeniently(path)
    .replace(/^\//, '')
    .replace(/[?#].*$/, '')
  return plain === '' || plain.endsWith('/') ? `${plain}index.html` : plain
}

function pathTo(file: string): string {
  return `/${file.toWellFormed().split('/').map(encodeURIComponent).join('/')}`
}

/** Files that are requested again with their entity tag. */
const REVALIDATIONS_MAX = 20

/** A fresh copy is not sent again; a stale one is (RFC 9110, section 13.1.2). */
export async function compareRevalidation(client: Client, check: Check): Promise<void> {
  const some = [...client.conduct.files.keys()].slice(0, REVALIDATIONS_MAX)
  await Promise.all(
    some.map(async (path) => {
      const accept = path.endsWith('/') ? 'text/html' : '*/*'
      const first = await client.call(path, { method: 'HEAD', headers: { accept } })
      const tag = first.headers.get('etag')
      if (tag === null) return
      const ask = (known: string) =>
        client.call(path, { headers: { accept, 'if-none-match': known } })
      const [same, other] = await Promise.all([ask(tag), ask('"another"')])
      const where = placeOf(path)
      const what = `GET ${path} with If-None-Match`
      check.equal(where, `${what}, its own tag: HTTP status`, 304, same.status)
      check.equal(where, `${what}, another tag: HTTP status`, 200, other.status)
    }),
  )
}

/** The old card path links to the current one (contract 4.3). */
export async function compareLegacyLink(
  client: Client,
  baseUrl: string,
  check: Check,
): Promise<void> {
  const { headers } = await client.call(`/${LEGACY_CARD_FILE}`, { method: 'HEAD' })
  const link = headers.get('link') ?? ''
  const expected = `<${baseUrl}/${AGENT_CARD_FILE}>; rel="canonical"`
  check.equal(LEGACY_CARD_FILE, 'Link', expected, link.includes(expected) ? expected : link)
}
