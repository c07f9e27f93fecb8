import { OAUTH_PATHS } from '../contract/oauth.ts'
import { requestTarget } from '../contract/request_target.ts'
import { StoreUnavailable } from '../store/port.ts'
import { logIncident } from '../telemetry/incident.ts'
import { decideOnAccount, showAccount } from './_account.ts'
import { decideConsent, showConsent } from './_consent.ts'
import { errorPage } from './_page.ts'
import { type Form, isFromOurPage, readForm, singleFields } from './_page_form.ts'
import { endSignIn } from './_sign_in_callback.ts'
import { beginSignIn, showSignIn } from './_sign_in_page.ts'
import type { OauthPorts } from './ports.ts'

type Show = (request: Request, query: Form, ports: OauthPorts) => Promise<Response>
type Take = (request: Request, form: Form, ports: OauthPorts) => Promise<Response>

type Route = {
  readonly show: Show
  /** What a form of the page does; absent where the page has none. */
  readonly take?: Take
  /** Whether showing it is counted too. */
  readonly isCounted?: boolean
}

const ROUTES: ReadonlyMap<string, Route> = new Map([
  [OAUTH_PATHS.signIn, { show: showSignIn, take: beginSignIn }],
  [OAUTH_PATHS.callback, { show: endSignIn, isCounted: true }],
  [OAUTH_PATHS.consent, { show: showConsent, take: decideConsent }],
  [OAUTH_PATHS.account, { show: showAccount, take: decideOnAccount }],
])

/**
 * Answers what people see of the authorization server: sign-in, its callback, consent and account.
 * Absent where the path is none of them. Counts posts and callbacks against the limit itself.
 */
export async function browserRoutes(
  request: Request,
  ports: OauthPorts,
): Promise<Response | undefined> {
  const { path, query } = requestTarget(request.url)
  const route = ROUTES.get(path)
  if (route === undefined) return undefined
  try {
    return await answer(request, query, route, ports)
  } catch (error) {
    return await failed(error, path, ports)
  }
}

/** The ladder: method, limit, origin, form. The first refusal answers. */
async function answer(
  request: Request,
  query: string,
  route: Route,
  ports: OauthPorts,
): Promise<Response> {
  const service = ports.title()
  const { show, take } = route
  const methods = take === undefined ? ['GET'] : ['GET', 'HEAD', 'POST']
  if (!methods.includes(request.method)) return await wrongMethod(service, methods)
  const isPost = request.method === 'POST'
  if (isPost || route.isCounted === true) {
    const admission = ports.admit(request, ports.peerOf(request))
    if (admission !== 'admitted') return await tooMany(service)
  }
  if (!isPost || take === undefined) {
    const fields = singleFields(query)
    return fields === undefined ? await unreadable(service) : await show(request, fields, ports)
  }
  if (!isFromOurPage(request, ports.baseUrl)) return await notOurs(service)
  const form = await readForm(request)
  return form === undefined ? await unreadable(service) : await take(request, form, ports)
}

async function wrongMethod(service: string, methods: readonly string[]): Promise<Response> {
  return await errorPage({
    service,
    status: 405,
    title: 'This address is a page',
    message: 'It can be opened in a browser, and nothing else.',
    headers: { allow: methods.join(', ') },
  })
}

async function tooMany(service: string): Promise<Response> {
  return await errorPage({
    service,
    status: 429,
    title: 'Too many tries',
    message: 'Many requests came from your network. Wait a minute, then go back and try again.',
  })
}

async function notOurs(service: string): Promise<Response> {
  return await errorPage({
    service,
    status: 403,
    title: 'This did not come from our page',
    message: 'Nothing was changed. Open the page again at its own address and repeat the step.',
  })
}

async function unreadable(service: string): Promise<Response> {
  return await errorPage({
    service,
    status: 400,
    title: 'This request cannot be read',
    message: 'Nothing was changed. Go back and try again.',
  })
}

/** The reason goes to the log under an id, and the reader gets the id. */
async function failed(error: unknown, path: string, ports: OauthPorts): Promise<Response> {
  const isStore = error instanceof StoreUnavailable
  const event = isStore ? 'oauth_store_unavailable' : 'oauth_page_failed'
  const incident = logIncident(ports.log, event, error, { path })
  return await errorPage({
    service: ports.title(),
    status: isStore ? 503 : 500,
    title: isStore ? 'Not available right now' : 'Something failed',
    message: `Nothing was changed. Try again in a moment. Incident ${incident}.`,
  })
}
