import { AGENT_CARD_FILE, LEGACY_CARD_FILE } from '../../contract/a2a.ts'
import { MANIFEST_FILE } from '../../contract/build.ts'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import type { Client } from './client.ts'
import { placeOf } from './conduct.ts'
import type { Check } from './findings.ts'
import { objectsAt } from './json.ts'
import type { Corpus, Reading } from './reading.ts'

/** Files other than those of pages; a deployment has few assets. */
const OTHERS_MAX = 200

/**
 * The manifest lists every served file with its digest. Files that were read anyway are compared
 * with it, both files of every page must be listed, and the other listed files are read.
 */
export async function compareManifestFiles(
  { files: { manifest }, records, client }: Corpus,
  check: Check,
): Promise<void> {
  if (manifest === undefined) return
  const listed = new Map(objectsAt(manifest, 'files').map((file) => [String(file.path), file]))
  check.equal(MANIFEST_FILE, 'files, each once', listed.size, objectsAt(manifest, 'files').length)
  const base = String(manifest.base_url).replace(/\/+$/, '')
  const ofPages = new Set<string>()
  for (const { id, url, markdown_url } of records.values()) {
    for (const address of [url, markdown_url]) {
      const path = fileOf(String(address).slice(base.length))
      ofPages.add(path)
      if (!listed.has(path)) check.fail(MANIFEST_FILE, `files: page ${id}`, path, 'no such file')
    }
  }
  const seen = new Set([...client.conduct.files.keys()].map(fileOf))
  const others = [...listed.keys()].filter((path) => !seen.has(path) && !ofPages.has(path))
  await Promise.all(
    others.slice(0, OTHERS_MAX).map(async (path) => {
      const answer = await client.call(pathTo(path), { headers: { accept: 'text/html, */*' } })
      const found = answer.status === 200 ? 'a file' : 'no file'
      check.equal(MANIFEST_FILE, `files: ${path}`, 'a file', found)
    }),
  )
  for (const [path, { sha256, bytes }] of client.conduct.files) {
    // The manifest cannot list its own digest.
    if (fileOf(path) === MANIFEST_FILE) continue
    const file = listed.get(fileOf(path))
    const listing = file && { sha256: file.sha256, bytes: file.bytes }
    check.equal(MANIFEST_FILE, `files: ${fileOf(path)}`, { sha256, bytes }, listing)
  }
}

/** The file behind a path; a folder has its `index.html`. */
function fileOf(path: string): string {
  const plain = decodePercentLeniently(path)
    .replace(/^\//, '')
    .replace(/[?#].*$/, '')
  return plain === '' || plain.endsWith('/') ? `${plain}index.html` : plain
}

/** The address of a file; an `index.html` is served at its folder. */
function pathTo(file: string): string {
  const address = file.replace(/(^|\/)index\.html$/, '$1')
  return `/${address.toWellFormed().split('/').map(encodeURIComponent).join('/')}`
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
export async function compareLegacyLink({ client, baseUrl }: Reading, check: Check): Promise<void> {
  const { headers } = await client.call(`/${LEGACY_CARD_FILE}`, { method: 'HEAD' })
  const link = headers.get('link') ?? ''
  const expected = `<${baseUrl}/${AGENT_CARD_FILE}>; rel="canonical"`
  check.equal(LEGACY_CARD_FILE, 'Link', expected, link.includes(expected) ? expected : link)
}
