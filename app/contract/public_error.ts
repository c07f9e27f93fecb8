import { type Static, Type } from '@sinclair/typebox'

/** Why a public call is refused. Codes and wording are data: the registry names one per reason. */
export const PUBLIC_ERROR_REASONS = [
  'invalid_parameter',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'internal',
] as const
export type PublicErrorReason = (typeof PUBLIC_ERROR_REASONS)[number]

/** HTTP status of each reason (RFC 9110 section 15, RFC 6585 for 429). */
export const PUBLIC_ERROR_STATUS: Readonly<Record<PublicErrorReason, number>> = {
  invalid_parameter: 400,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
}

/** The envelope of the public HTTP API (contract 7). */
export const PublicErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'Stable code; branch on it, with a default branch.' }),
      message: Type.String({ description: 'Free text for people; never branch on it.' }),
    }),
  },
  { $id: 'ApiError' },
)
export type PublicError = Static<typeof PublicErrorSchema>

/** A refusal of a public operation, not yet in wire form. */
export type PublicRefusal = { readonly reason: PublicErrorReason; readonly message: string }
