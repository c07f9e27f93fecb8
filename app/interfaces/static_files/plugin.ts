import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { hasAtMost } from '../../contract/arguments.ts'
import { CODINGS } from '../../contract/build.ts'
import { chooseCoding, compress } from '../../contract/content_coding.ts'
import { LIMITS } from '../../contract/limits.ts'
import { memoize } from '../../contract/memo.ts'
import { type NormalQuery, normalizeQuery } from '../../contract/query.ts'
import { requestTarget } from '../../contract/request_target.ts'
import { err, ok } from '../../contract/result.ts'
import type { PublicDocs, Snapshot } from '../../docs/public_docs/mod.ts'
import { fillResults, RESULTS_FILE, type SearchOutcome } from '../../docs/site/results.ts'
import { textsFor } from '../../docs/site/texts.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import type { PeerOf } from '../../foundation/limits/client_address.ts'
import { type AssetBytes, createEarlierAssets } from './_earlier_assets.ts'
import { documentHeadersOf, REFUSAL_HEADERS, signalOf } from './_headers.ts'
import { createUnreadableFiles } from './_unreadable_files.ts'
import { handle, handleSafely, type ReadAsset, type StaticFilesPorts } from './endpoint.ts'

type StaticFilesPluginPorts = StaticFilesPorts & {
  /** Counts a search of the page of results, as one over the HTTP API. */
  readonly admit: Admit
  readonly peerOf: PeerOf
  /** Milliseconds; only differences count. */
  readonly stopwatch: () => number
}

/** The static files of a build, on every path that no other interface has. */
export function staticFiles(ports: StaticFilesPluginPorts) {
  const earlierAssets = createEarlierAssets({ clock: ports.stopwatch, readAssetIn })
  const unreadable = createUnreadableFiles(ports.log)
  const context = { ...ports, readAsset: createAssetReader(), earlierAssets, unreadable }
  const search = async (request: Request): Promise<Response> =>
    (await answerSearch(request, ports.peerOf(request), ports)) ?? (await handle(request, context))
  return new Elysia()
    .all('/search/', ({ request }) => handleSafely(() => search(request), ports), {
      parse: 'none',
    })
    .all('/', ({ request }) => handle(request, context), { parse: 'none' })
    .all('/*', ({ request }) => handle(request, context), { parse: 'none' })
}

type AssetServer = { handle: (request: Request) => Promise<Response> }

/**
 * Reads assets through one asset server per snapshot, which is never mounted: it gets only names
 * that the build lists, our headers replace its own, and its bytes must have the digest that the
 * build recorded, because it follows links and trusts the disk.
 */
function createAssetReader(): ReadAsset {
  const serverOf = memoize(createAssetServer)
  return async (snapshot, file) => {
    const found = await readThrough(await serverOf(snapshot), file.path)
    if (found?.sha256 === file.sha256) return ok(found.bytes)
    const message = `Cannot read "${file.path}": its bytes are not those of the build`
    return err({ reason: 'unavailable', message })
  }
}

/** Rarely needed, so its server is not kept. */
async function readAssetIn(folder: string, path: string): Promise<AssetBytes | undefined> {
  return await readThrough(await createAssetServer({ folder }), path)
}

async function readThrough(server: AssetServer, path: string): Promise<AssetBytes | undefined> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const response = await server.handle(new Request(`http://localhost/${encoded}`))
  if (response.status !== 200) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
  return { bytes, sha256 }
}

async function createAssetServer({ folder }: Pick<Snapshot, 'folder'>): Promise<AssetServer> {
  const assets = await staticPlugin({
    assets: `${folder}/assets`,
    prefix: '/assets',
    alwaysStatic: false,
    etag: false,
    indexHTML: false,
    decodeURI: true,
    silent: true,
  })
  return new Elysia().use(assets)
}

type SearchPagePorts = { readonly docs: PublicDocs; readonly admit: Admit }

const STATUS = { found: 200, 'too long': 400, 'too many': 429 } as const

/**
 * The results of a query as a page, for people without script. Absent where there is nothing to
 * answer: another method, no query, or no such page. Such a request is one for the file, which
 * holds the form alone.
 */
async function answerSearch(
  request: Request,
  peer: string | undefined,
  { docs, admit }: SearchPagePorts,
): Promise<Response | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const snapshot = docs.current()
  const given = new URLSearchParams(requestTarget(request.url).query).get('q')
  const query = normalizeQuery((given ?? '').toWellFormed())
  const template = await snapshot.file(RESULTS_FILE)?.read()
  if (query === '' || template?.ok !== true) return undefined
  const isAdmitted = (await admit(request, peer)) === 'admitted'
  const outcome: SearchOutcome = isAdmitted ? search(snapshot, query) : { kind: 'too many', query }
  const { language } = snapshot.registry.service
  const page = fillResults(new TextDecoder().decode(template.value), outcome, {
    texts: textsFor(language),
    language,
    action: `${new URL(snapshot.baseUrl).pathname.replace(/\/$/, '')}/search/`,
  })
  return await toPage(request, snapshot, page, STATUS[outcome.kind])
}

function search(snapshot: Snapshot, query: NormalQuery): SearchOutcome {
  const charactersMax = LIMITS.queryCharactersMax
  if (!hasAtMost(query, charactersMax)) {
    return { kind: 'too long', query: [...query].slice(0, 80).join(''), charactersMax }
  }
  const limit = Math.min(LIMITS.resultsMax, snapshot.limits.searchLimitMax)
  const found = snapshot.search(query, limit)
  snapshot.countSearch?.({ query, rating: found.rating })
  const isWeak = found.outcome === 'weak'
  const { records, unmatched, corrected } = found
  const isFull = records.length === limit
  return { kind: 'found', query, isWeak, records, unmatched, corrected, isFull }
}

/** No cache keeps what somebody asked for. */
async function toPage(
  request: Request,
  snapshot: Snapshot,
  page: string,
  status: number,
): Promise<Response> {
  const coding = chooseCoding(request.headers.get('accept-encoding'), CODINGS)
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Encoding',
    ...documentHeadersOf(snapshot),
    ...signalOf(snapshot),
    ...REFUSAL_HEADERS,
  })
  // A client that takes no form gets the plain one: an answer is better than a refusal.
  if (coding === 'identity' || coding === 'none') return new Response(page, { status, headers })
  headers.set('content-encoding', coding)
  const bytes = await compress(coding, new TextEncoder().encode(page))
  return new Response(bytes, { status, headers })
}
