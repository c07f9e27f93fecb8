import type { AuthorizationRequest } from '../../../business/grants/mod.ts'
import { BUSINESS_SCOPES, isCodeChallenge } from '../../../contract/oauth.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { readResource, readScopes } from './_requested_access.ts'
import { resourceOf } from './metadata.ts'
import type { RequestParameters } from './parameters.ts'

/** The error in the query of the redirect address (RFC 6749 section 4.1.2.1). */
export type AuthorizationError = {
  readonly error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'invalid_target'
    | 'interaction_required'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'temporarily_unavailable'
  readonly description: string
}

/** A valid request without the two members that need the client. */
export type CheckedRequest = Omit<AuthorizationRequest, 'clientId' | 'redirectUri'>

/** Checks everything that does not need the client; the first refusal is the answer. */
export function checkRequest(
  read: RequestParameters,
  baseUrl: string,
): Result<CheckedRequest, AuthorizationError> {
  const { values } = read
  const refusal = findRefusal(read)
  if (refusal !== undefined) return err(refusal)
  const scopes = readScopes(values.get('scope'))
  if (!scopes.ok) return refuse(scopes.error, 'No requested scope is supported')
  const resource = readResource(read, baseUrl)
  if (!resource.ok) return refuse(resource.error, 'The resource is not this server')
  return ok({
    scopes: scopes.value ?? [BUSINESS_SCOPES[0]],
    resource: resource.value ?? resourceOf(baseUrl),
    challenge: values.get('code_challenge') ?? '',
    state: values.get('state'),
  })
}

function findRefusal({ values, repeated }: RequestParameters): AuthorizationError | undefined {
  if ([...repeated].some((name) => name !== 'resource')) {
    return invalidRequest('A parameter is repeated')
  }
  if (values.has('request')) {
    return { error: 'request_not_supported', description: 'Request objects are not supported' }
  }
  if (values.has('request_uri')) {
    return { error: 'request_uri_not_supported', description: 'request_uri is not supported' }
  }
  const type = values.get('response_type')
  if (type === undefined) return invalidRequest('response_type is missing')
  if (type !== 'code') {
    return {
      error: 'unsupported_response_type',
      description: 'The only supported response type is code',
    }
  }
  if ((values.get('response_mode') ?? 'query') !== 'query') {
    return invalidRequest('The only supported response mode is query')
  }
  // The default would be `plain`, which protects nothing (RFC 7636 section 4.3).
  if (values.get('code_challenge_method') !== 'S256') {
    return invalidRequest('code_challenge_method is not S256')
  }
  if (!isCodeChallenge(values.get('code_challenge') ?? '')) {
    return invalidRequest('code_challenge is not 43 characters of base64url')
  }
  if ((values.get('prompt') ?? '').split(' ').includes('none')) {
    return { error: 'interaction_required', description: 'The user must always be asked' }
  }
  return undefined
}

function invalidRequest(description: string): AuthorizationError {
  return { error: 'invalid_request', description }
}

function refuse(
  error: AuthorizationError['error'],
  description: string,
): { readonly ok: false; readonly error: AuthorizationError } {
  return err({ error, description })
}
