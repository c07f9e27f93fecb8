import { OAUTH_PATHS } from '../../contract/oauth.ts'
import { requestTarget } from '../../contract/request_target.ts'
import { StoreUnavailable } from '../../foundation/store/port.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { register } from './clients/registration.ts'
import { type AuthorizePorts, authorize } from './pages/authorize.ts'
import { renderErrorPage } from './pages/page.ts'
import { isPage, servePage } from './pages/routes.ts'
import { serveMetadata } from './protocol/metadata.ts'
import {
  respondError,
  respondNotFound,
  respondOverLimit,
  respondPreflight,
  respondWrongMethod,
} from './protocol/responses.ts'
import { answerToken, revoke } from './protocol/token.ts'

export async function handle(request: Request, ports: AuthorizePorts): Promise<Response> {
  const { path } = requestTarget(request.url)
  try {
    return (
      serveMetadata(request, path, ports) ??
      (await servePrograms(request, path, ports)) ??
      (await servePeople(request, path, ports)) ??
      respondNotFound()
    )
  } catch (error) {
    return await respondFailure(error, path, ports)
  }
}

/** Endpoints that programs call: the rate limit comes first, before the body is read. */
async function servePrograms(
  request: Request,
  path: string,
  ports: AuthorizePorts,
): Promise<Response | undefined> {
  const endpoint = programAt(path, ports)
  if (endpoint === undefined) return undefined
  // A preflight is not counted: the browser sends it before the call itself.
  if (request.method === 'OPTIONS') return respondPreflight(ALLOW)
  if (!(await isAdmitted(request, ports))) return respondOverLimit()
  if (request.method !== 'POST') return respondWrongMethod(ALLOW)
  return await endpoint(request, ports)
}

const ALLOW = 'POST, OPTIONS'

type Endpoint = (request: Request, ports: AuthorizePorts) => Promise<Response>

function programAt(path: string, { settings }: AuthorizePorts): Endpoint | undefined {
  switch (path) {
    case OAUTH_PATHS.token:
      return answerToken
    case OAUTH_PATHS.revoke:
      return revoke
    case OAUTH_PATHS.register:
      return settings.dynamicRegistration ? register : undefined
    default:
      return undefined
  }
}

async function servePeople(
  request: Request,
  path: string,
  ports: AuthorizePorts,
): Promise<Response | undefined> {
  if (path !== OAUTH_PATHS.authorize) return await servePage(request, ports)
  if (await isAdmitted(request, ports)) return await authorize(request, ports)
  return await renderErrorPage(ports, {
    status: 429,
    title: 'Too many requests',
    message: 'There were too many requests from your network. Wait a minute, then try again.',
  })
}

async function isAdmitted(request: Request, { admit, peerOf }: AuthorizePorts): Promise<boolean> {
  return (await admit(request, peerOf(request))) === 'admitted'
}

/** An unavailable store is expected; any other throw is a bug, and the client gets only its id. */
async function respondFailure(
  error: unknown,
  path: string,
  ports: AuthorizePorts,
): Promise<Response> {
  const isAway = error instanceof StoreUnavailable
  const incident = logFailure(error, path, ports.log)
  const status = isAway ? 503 : 500
  if (isPage(path)) {
    return await renderErrorPage(ports, {
      status,
      title: isAway ? 'Not available right now' : 'Something went wrong',
      message: `Nothing changed. Try again in a moment. Incident ${incident}.`,
    })
  }
  const description = isAway
    ? 'The server is temporarily unavailable'
    : `Something went wrong (${incident})`
  if (programAt(path, ports) !== undefined) {
    return respondError({ error: isAway ? 'temporarily_unavailable' : 'server_error', description })
  }
  return await renderErrorPage(ports, {
    status,
    title: 'Something went wrong',
    message: `${description}. Try again in a moment.`,
  })
}

/**
 * Logs under a new id why a call failed. An outage of the store has its own line of level error;
 * each call that it makes fail is a warning.
 */
function logFailure(error: unknown, path: string, log: Log): string {
  if (!(error instanceof StoreUnavailable)) {
    const isForPeople = isPage(path)
    return logIncident(log, isForPeople ? 'oauth_page_failed' : 'oauth_failed', error, { path })
  }
  const incident = crypto.randomUUID()
  log.warn('oauth_store_unavailable', { incident, path, reason: error.message })
  return incident
}
