import { hasAtMost } from '../../contract/arguments.ts'
import { CODINGS } from '../../contract/build.ts'
import { chooseCoding, compress } from '../../contract/content_coding.ts'
import { QUERY_CHARACTERS_MAX, RESULTS_MAX } from '../../contract/limits.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { requestTarget } from '../../contract/request_target.ts'
import type { PublicDocs, Snapshot } from '../../docs/public_docs/mod.ts'
import { fillResults, RESULTS_FILE, type SearchOutcome } from '../../docs/site/results.ts'
import { textsFor } from '../../docs/site/texts.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import { documentHeadersOf, REFUSAL_HEADERS } from './_headers.ts'

type SearchPagePorts = { readonly docs: PublicDocs; readonly admit: Admit }

const STATUS = { found: 200, 'too long': 400, 'too many': 429 } as const

/**
 * The results of a query as a page, for people without script. Absent where there is nothing to
 * answer: another method, no query, or no such page. Such a request is one for the file, which
 * holds the form alone.
 */
export async function answerSearch(
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

function search(snapshot: Snapshot, query: string): SearchOutcome {
  const charactersMax = QUERY_CHARACTERS_MAX
  if (!hasAtMost(query, charactersMax)) {
    return { kind: 'too long', query: [...query].slice(0, 80).join(''), charactersMax }
  }
  const limit = Math.min(RESULTS_MAX, snapshot.limits.searchLimitMax)
  const found = snapshot.search(query, limit)
  snapshot.countSearch?.({ query, rating: found.rating })
  const { records, unmatched, corrected } = found
  const isWeak = found.outcome === 'weak'
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
    ...REFUSAL_HEADERS,
  })
  // A client that takes no form gets the plain one: an answer is better than a refusal.
  if (coding === 'identity' || coding === 'none') return new Response(page, { status, headers })
  headers.set('content-encoding', coding)
  const bytes = await compress(coding, new TextEncoder().encode(page))
  return new Response(bytes, { status, headers })
}
