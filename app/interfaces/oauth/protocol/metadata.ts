import type { JsonObject } from '../../../contract/json_rpc.ts'
import { BUSINESS_SCOPES, OAUTH_PATHS, WELL_KNOWN } from '../../../contract/oauth.ts'
import { MCP_PATH } from '../../../contract/protocol.ts'
import type { OauthPorts } from './ports.ts'
import { OPEN_TO_ALL, respondPreflight, respondWrongMethod } from './responses.ts'

type MetadataPorts = Pick<OauthPorts, 'baseUrl' | 'title' | 'settings'>

const ALLOW = 'GET, HEAD, OPTIONS'

/** The only protected resource: the address that a person enters in a host (RFC 8707). */
export function resourceOf(baseUrl: string): string {
  return `${baseUrl}${MCP_PATH}`
}

/** Serves a metadata document; absent for any other path. */
export function serveMetadata(
  request: Request,
  path: string,
  ports: MetadataPorts,
): Response | undefined {
  const document = documentAt(path, ports)
  if (document === undefined) return undefined
  if (request.method === 'OPTIONS') return respondPreflight(ALLOW)
  if (request.method !== 'GET' && request.method !== 'HEAD') return respondWrongMethod(ALLOW)
  return Response.json(document, {
    headers: {
      ...OPEN_TO_ALL,
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}

function documentAt(path: string, ports: MetadataPorts): JsonObject | undefined {
  switch (path) {
    case WELL_KNOWN.authorizationServer:
      return describeServer(ports)
    case WELL_KNOWN.resource:
    case WELL_KNOWN.resourceRoot:
      return describeResource(ports)
    default:
      return undefined
  }
}

/**
 * RFC 8414. All clients are public, so the only authentication method is `none`. There is no OpenID
 * document: we are not an OpenID provider, and half of one would mislead clients.
 */
function describeServer({ baseUrl, settings }: MetadataPorts): JsonObject {
  const registration = settings.dynamicRegistration
    ? { registration_endpoint: `${baseUrl}${OAUTH_PATHS.register}` }
    : {}
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${baseUrl}${OAUTH_PATHS.token}`,
    revocation_endpoint: `${baseUrl}${OAUTH_PATHS.revoke}`,
    ...registration,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: BUSINESS_SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: settings.documents.policy !== 'off',
    service_documentation: `${baseUrl}/`,
  }
}

/** RFC 9728. Only the smallest useful scope: a host requests write access when it needs it. */
function describeResource({ baseUrl, title }: MetadataPorts): JsonObject {
  return {
    resource: resourceOf(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: [BUSINESS_SCOPES[0]],
    bearer_methods_supported: ['header'],
    resource_name: title(),
    resource_documentation: `${baseUrl}/`,
  }
}
