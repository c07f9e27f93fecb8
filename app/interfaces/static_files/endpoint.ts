import { CODINGS, NOT_FOUND_FILE } from '../../contract/build.ts'
import { chooseCoding } from '../../contract/content_coding.ts'
import { escapeHtml } from '../../contract/html_escape.ts'
import { answerPreflight, CACHE_NEVER, isPreflight } from '../../contract/http_headers.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { PUBLIC_ERROR_STATUS, type PublicRefusal } from '../../contract/public_error.ts'
import { requestTarget } from '../../contract/request_target.ts'
import { ok, type Result } from '../../contract/result.ts'
import { readWeights } from '../../contract/weights.ts'
import type { PublicDocs, Snapshot, StoredFile, StoredForm } from '../../docs/public_docs/mod.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { isCurrent } from './_conditional.ts'
import type { EarlierAssets } from './_earlier_assets.ts'
import { ASSETS_FOLDER, documentHeadersOf, headersOf, REFUSAL_HEADERS } from './_headers.ts'
import { type Target, targetAt } from './_paths.ts'
import type { UnreadableFiles } from './_unreadable_files.ts'

export type ReadAsset = (
  snapshot: Snapshot,
  file: StoredFile,
) => Promise<Result<Uint8Array<ArrayBuffer>, PublicRefusal>>

export type StaticFilesPorts = { readonly docs: PublicDocs; readonly log: Log }

type StaticFilesContext = StaticFilesPorts & {
  readonly readAsset: ReadAsset
  readonly earlierAssets: EarlierAssets
  readonly unreadable: UnreadableFiles
}

/** Methods of a static path (shapes: pages). */
const ALLOW = 'GET, HEAD'

const TEXT = 'text/plain; charset=utf-8'

/** Answers one request for a generated file, a page or its twin (contract 4.4). */
export async function handle(request: Request, context: StaticFilesContext): Promise<Response> {
  return await handleSafely(async () => {
    const reason = findRefusedBuild(request, context.docs)
    if (reason === undefined) return await answer(request, context)
    return await insertRefusedBuild(await answer(askForWhole(request), context), reason)
  }, context)
}

/** A throw is a bug: the client gets an id, the log gets the reason under it. */
export async function handleSafely(
  run: () => Promise<Response>,
  { log }: StaticFilesPorts,
): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    const id = logIncident(log, 'manifests_failed', error, {}, 'id')
    return refuse({ reason: 'internal', message: `Cannot answer: something failed (${id})` })
  }
}

/**
 * Checks, in order: path, method, conditional, body. HEAD is answered as GET with its
 * body: the server drops it on the wire and keeps its length.
 */
async function answer(request: Request, context: StaticFilesContext): Promise<Response> {
  const snapshot = context.docs.current()
  const { path, query } = requestTarget(request.url)
  const target = await findTarget(path, snapshot, context)
  if (target.kind === 'absent') return await notFound(request, snapshot)
  if (isPreflight(request)) return answerPreflight(ALLOW)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const message = `Cannot call this path with "${request.method}": it is read-only`
    return refuse({ reason: 'method_not_allowed', message })
  }
  if (target.kind === 'moved') return redirectTo(target.to, query)
  const file = chooseRepresentation(target, request.headers.get('accept'))
  const stored = file.forms.map(({ coding }) => coding)
  const coding = chooseCoding(request.headers.get('accept-encoding'), stored)
  if (coding === 'none') return refuseCoding()
  const form = file.forms.find((candidate) => candidate.coding === coding)
  const shown = { request, snapshot, file }
  const compressed = form === undefined ? undefined : await sendForm({ ...shown, form }, context)
  if (compressed?.ok === true) return compressed.value
  // A damaged compressed form must not make a page unavailable.
  const plain = await sendForm(shown, context)
  return plain.ok ? plain.value : refuse(plain.error)
}

/** What the current build has there, or an asset of a build that pages in caches are of. */
async function findTarget(
  path: string,
  snapshot: Snapshot,
  { earlierAssets }: StaticFilesContext,
): Promise<Target> {
  earlierAssets.note(snapshot)
  const target = targetAt(path, snapshot)
  if (target.kind !== 'absent') return target
  const file = await earlierAssets.find(path)
  return file === undefined ? target : { kind: 'file', file }
}

type FileAnswer = {
  readonly request: Request
  readonly snapshot: Snapshot
  readonly file: StoredFile
  readonly form?: StoredForm
}

async function sendForm(
  { request, snapshot, file, form }: FileAnswer,
  { readAsset, unreadable }: StaticFilesContext,
): Promise<Result<Response, PublicRefusal>> {
  const { validators, headers } = headersOf(file, form, snapshot)
  if (isCurrent(request.headers, validators)) {
    return ok(new Response(null, { status: 304, headers }))
  }
  const isOnDisk = snapshot.folder !== '' && snapshot.file(file.path) !== undefined
  const isAsset = isOnDisk && form === undefined && file.path.startsWith(ASSETS_FOLDER)
  const asset = isAsset ? await readAsset(snapshot, file) : undefined
  // What the asset server cannot read is read as any other file, which is also how it is repaired.
  const bytes = asset?.ok === true ? asset : await (form ?? file).read()
  const read = { snapshot, path: file.path, coding: form?.coding ?? 'identity' }
  unreadable.note(read, bytes.ok ? undefined : bytes.error.message)
  return bytes.ok ? ok(new Response(bytes.value, { headers })) : bytes
}

/** The client accepts none of the available forms (RFC 9110 section 15.5.7). */
function refuseCoding(): Response {
  const text = `Cannot send this file: it is available as identity, ${CODINGS.join(', ')} at most\n`
  const headers = { 'content-type': TEXT, vary: 'Accept-Encoding', ...REFUSAL_HEADERS }
  return new Response(text, { status: 406, headers })
}

function chooseRepresentation(
  target: Extract<Target, { kind: 'file' | 'page' }>,
  accept: string | null,
): StoredFile {
  if (target.kind === 'file') return target.file
  return target.twin !== undefined && prefersMarkdown(accept) ? target.twin : target.html
}

/** 308 keeps the method; a cache must not keep it longer than a page (RFC 9110 15.4.9). */
function redirectTo(to: string, query: string): Response {
  const url = new URL(to)
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`
  const location = url.href
  return new Response(null, { status: 308, headers: { location, ...REFUSAL_HEADERS } })
}

/** People get the build's own page, programs a line of text; both get a real 404. */
async function notFound(request: Request, snapshot: Snapshot): Promise<Response> {
  const file = takesHtml(request.headers.get('accept')) ? snapshot.file(NOT_FOUND_FILE) : undefined
  const forms = file?.forms ?? []
  const stored = forms.map(({ coding }) => coding)
  const coding = chooseCoding(request.headers.get('accept-encoding'), stored)
  const form = await forms.find((candidate) => candidate.coding === coding)?.read()
  // A client that takes no form gets the plain one: an answer is better than a refusal.
  const page = form?.ok === true ? form : await file?.read()
  if (page?.ok !== true) {
    return refuse({ reason: 'not_found', message: 'Cannot find this path: there is no such file' })
  }
  return new Response(page.value, {
    status: 404,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
      ...(form?.ok === true ? { 'content-encoding': coding } : {}),
      ...documentHeadersOf(snapshot),
      ...REFUSAL_HEADERS,
    },
  })
}

function refuse({ reason, message }: PublicRefusal): Response {
  return new Response(`${message}\n`, {
    status: PUBLIC_ERROR_STATUS[reason],
    headers: {
      'content-type': TEXT,
      ...(reason === 'method_not_allowed' ? { allow: ALLOW } : {}),
      ...(reason === 'not_found' ? { vary: 'Accept' } : {}),
      ...REFUSAL_HEADERS,
    },
  })
}

/**
 * Whether the client prefers Markdown to HTML (RFC 9110 section 12.5.1). It must name
 * `text/markdown`, with a higher weight than `text/html` if it names both: a browser, which sends
 * `text/html` and a wildcard, gets HTML.
 */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes('text/markdown')) return false
  const weights = weightsOf(accept)
  const markdown = weights.get('text/markdown') ?? 0
  const html = weights.get('text/html')
  return markdown > 0 && (html === undefined || markdown > html)
}

/** Whether the client names HTML: browsers do, programs rarely. */
export function takesHtml(accept: string | null): boolean {
  return accept !== null && (weightsOf(accept).get('text/html') ?? 0) > 0
}

/** Other parameters belong to the media type. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  return readWeights(accept, (parameters) => parameters.find((each) => each.startsWith('q=')))
}

/** Headers that would spare the answer its body, or change its bytes. */
const SPARING = ['if-none-match', 'if-modified-since', 'accept-encoding'] as const

/**
 * Why the last build is not served, if a person looks at a page of a service on this computer: they
 * wait for what they wrote, and would find the reason in the log alone. Programs get the file.
 */
function findRefusedBuild(request: Request, docs: PublicDocs): string | undefined {
  if (request.headers.get('sec-fetch-dest') !== 'document') return undefined
  return isLoopback(new URL(docs.current().baseUrl)) ? docs.refusal() : undefined
}

/** The same request for all bytes of the page. */
function askForWhole(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of SPARING) headers.delete(name)
  return new Request(request, { headers })
}

/** Puts the reason on top of a page; other answers stay as they are. */
async function insertRefusedBuild(answer: Response, reason: string): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const text = `This page is from an older build. ${escapeHtml(reason)}`
  const notice = `<p class="notice" role="alert">${text}</p>`
  const html = (await answer.text()).replace('<body>', () => `<body>\n${notice}`)
  const headers = new Headers(answer.headers)
  for (const name of ['etag', 'last-modified']) headers.delete(name)
  headers.set('cache-control', CACHE_NEVER)
  return new Response(html, { status: answer.status, headers })
}
