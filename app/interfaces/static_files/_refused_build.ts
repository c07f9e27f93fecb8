import { escapeHtml } from '../../contract/html_escape.ts'
import { CACHE_NEVER } from '../../contract/http_headers.ts'
import { isLoopback } from '../../contract/loopback.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'

/** Headers that would spare the answer its body, or change its bytes. */
const SPARING = ['if-none-match', 'if-modified-since', 'accept-encoding'] as const

/**
 * Why the last build is not served, if a person looks at a page of a service on this computer: they
 * wait for what they wrote, and would find the reason in the log alone. Programs get the file.
 */
export function findRefusedBuild(request: Request, docs: PublicDocs): string | undefined {
  if (request.headers.get('sec-fetch-dest') !== 'document') return undefined
  return isLoopback(new URL(docs.current().baseUrl)) ? docs.refusal() : undefined
}

/** The same request for all bytes of the page. */
export function askForWhole(request: Request): Request {
  const headers = new Headers(request.headers)
  for (const name of SPARING) headers.delete(name)
  return new Request(request, { headers })
}

/** Puts the reason on top of a page; other answers stay as they are. */
export async function insertRefusedBuild(answer: Response, reason: string): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const text = `This page is from an older build. ${escapeHtml(reason)}`
  const notice = `<p class="notice" role="alert">${text}</p>`
  const html = (await answer.text()).replace('<body>', () => `<body>\n${notice}`)
  const headers = new Headers(answer.headers)
  for (const name of ['etag', 'last-modified']) headers.delete(name)
  headers.set('cache-control', CACHE_NEVER)
  return new Response(html, { status: answer.status, headers })
}
