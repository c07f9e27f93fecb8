import { CACHE_NEVER, NOSNIFF_HEADERS } from '../../../contract/http_headers.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { html, type Markup, textOf } from './_markup.ts'
import sheet from './page_style.css' with { type: 'text' }

/** A page for people. No page has a script. */
type PageContent = {
  /** Title of the document and its first heading. */
  readonly title: string
  readonly service: string
  readonly body: Markup
  readonly status?: number
  /** Marks the title, so that screen readers announce the error first. */
  readonly isMistaken?: boolean
  /** Where redirects may take a form of the page, besides us: an origin or a scheme. */
  readonly formTarget?: string | undefined
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Renders a page with the headers that all our pages have. */
export async function renderPage(given: PageContent): Promise<Response> {
  const headers = await createPageHeaders(given.formTarget)
  headers.set('content-type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value)
  for (const cookie of given.cookies ?? []) headers.append('set-cookie', cookie)
  return new Response(textOf(renderDocument(given)), { status: given.status ?? 200, headers })
}

/** The state that an error page gives, never the reason for a refusal. */
export type ErrorPage = Pick<PageContent, 'title' | 'cookies' | 'headers'> & {
  readonly status: number
  readonly message: string
  /** Where to continue; `href` is an address that was already checked. */
  readonly link?: { readonly href: string; readonly text: string }
}

export async function renderErrorPage(
  ports: Pick<OauthPorts, 'title'>,
  { message, link, ...rest }: ErrorPage,
): Promise<Response> {
  const way = link && html`<p><a class="way" href="${link.href}">${link.text}</a></p>`
  const body = html`<p class="lead">${message}</p>${way}`
  return await renderPage({ ...rest, service: ports.title(), body })
}

/** Redirects with GET, so that a form is never sent again (RFC 9700, 4.12). */
export async function redirectTo(
  location: string,
  cookies: readonly string[] = [],
): Promise<Response> {
  const headers = await createPageHeaders(undefined)
  headers.set('location', location)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/**
 * `Referrer-Policy` is `same-origin`, because with `no-referrer` browsers send the Origin `null`
 * with our own forms, and we could not distinguish them from foreign forms.
 */
async function createPageHeaders(formTarget: string | undefined): Promise<Headers> {
  return new Headers({
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${await STYLE_SOURCE}`,
      `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': CACHE_NEVER,
    pragma: 'no-cache',
    ...NOSNIFF_HEADERS,
  })
}

function renderDocument({ title, service, body, isMistaken }: PageContent): Markup {
  const start = isMistaken === true ? 'Error: ' : ''
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${start}${title} · ${service}</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="service">${service}</p></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

/** The style of all pages; each page includes it, and the policy allows it by its digest. */
const STYLE: Markup = { markup: sheet }

/** The style as a source of a Content-Security-Policy (CSP level 3, section 2.3.1). */
const STYLE_SOURCE: Promise<string> = digestSource(sheet)

async function digestSource(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${new Uint8Array(digest).toBase64()}'`
}
