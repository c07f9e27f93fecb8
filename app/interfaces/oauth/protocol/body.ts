import { bareMediaType, isEncodedBody } from '../../../contract/http_headers.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { decodeUtf8, parseJson } from '../../../contract/json_text.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { type BodyRefusal, readCapped } from '../../../foundation/limits/body_limit.ts'
import { type RequestParameters, readParameters } from './parameters.ts'
import { invalidRequest, type OauthError, type OauthErrorCode } from './responses.ts'

/** How deep registration metadata may nest (our choice). */
const DEPTH_MAX = 6

/** Reads a form; a repeated parameter is refused, except `resource`, which has its own check. */
export async function readForm(request: Request): Promise<Result<RequestParameters, OauthError>> {
  const text = await readText(request, 'application/x-www-form-urlencoded', 'invalid_request')
  if (!text.ok) return text
  const form = readParameters(text.value)
  if (!form.ok) return err(invalidRequest('The form is not valid percent-encoded text'))
  const { repeated } = form.value
  if (repeated.size > (repeated.has('resource') ? 1 : 0)) {
    return err(invalidRequest('A parameter is repeated'))
  }
  return form
}

export async function readJson(
  request: Request,
  error: OauthErrorCode,
): Promise<Result<JsonObject, OauthError>> {
  const text = await readText(request, 'application/json', error)
  if (!text.ok) return text
  const value = parseJson(text.value)
  if (!isJsonObject(value)) return err({ error, description: 'The body is not a JSON object' })
  if (isDeeper(value, DEPTH_MAX))
    return err({ error, description: 'The body is nested too deeply' })
  return ok(value)
}

async function readText(
  request: Request,
  type: string,
  error: OauthErrorCode,
): Promise<Result<string, OauthError>> {
  const { headers } = request
  if (isEncodedBody(headers)) {
    return err({ error, description: 'Compressed bodies are not supported', status: 415 })
  }
  if (bareMediaType(headers.get('content-type') ?? '') !== type) {
    return err({ error, description: `The body is not ${type}` })
  }
  const bytes = await readCapped(request, LIMITS.oauthBytesMax)
  if (!bytes.ok) return err(toOauthError(bytes.error, error))
  const text = decodeUtf8(bytes.value)
  return text === undefined ? err({ error, description: 'The body is not UTF-8' }) : ok(text)
}

function toOauthError(reason: BodyRefusal, error: OauthErrorCode): OauthError {
  switch (reason) {
    case 'too_large':
      return {
        error,
        description: `The body has more than ${LIMITS.oauthBytesMax} bytes`,
        status: 413,
      }
    case 'broken_off':
      return { error, description: 'The body is incomplete' }
  }
}

/** Stops at the maximum depth, so a deep value costs no more than a flat one. */
export function isDeeper(value: unknown, depthMax: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depthMax === 0) return true
  return Object.values(value).some((member) => isDeeper(member, depthMax - 1))
}
