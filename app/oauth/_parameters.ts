import { decodePercent } from '../contract/percent_encoding.ts'
import { err, ok, type Result } from '../contract/result.ts'

/** Parameters of one request by name, each at most once, and none of them empty. */
export type Parameters = ReadonlyMap<string, string>

export type RequestParameters = {
  readonly values: Parameters
  /** Names that stand more than once, whatever their values (RFC 6749 section 3.1). */
  readonly repeated: ReadonlySet<string>
}

/** Parameters that one request has at most; more is no OAuth request of anybody. */
const PARAMETERS_MAX = 100

/**
 * Reads `application/x-www-form-urlencoded` text, strictly: what is not percent-encoded UTF-8 is
 * refused, because it could not be given back as it came, and so is U+0000, which PostgreSQL holds
 * in no text (RFC 6749, appendix A, has no control characters at all). A parameter without a value
 * counts as absent (RFC 6749 section 3.1). A repeated one has no value: first and last would be a
 * choice that two programs make differently. A Map keeps names such as `__proto__` harmless.
 */
export function readParameters(text: string): Result<RequestParameters, 'malformed'> {
  const pieces = text.split('&').filter((piece) => piece !== '')
  if (pieces.length > PARAMETERS_MAX) return err('malformed')
  const values = new Map<string, string>()
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const piece of pieces) {
    const equals = piece.indexOf('=')
    const name = decodeValue(equals < 0 ? piece : piece.slice(0, equals))
    const value = equals < 0 ? '' : decodeValue(piece.slice(equals + 1))
    if (name === undefined || value === undefined) return err('malformed')
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
    if (value !== '') values.set(name, value)
  }
  for (const name of repeated) values.delete(name)
  return ok({ values, repeated })
}

function decodeValue(text: string): string | undefined {
  const value = decodePercent(text.replaceAll('+', ' '))
  return value?.isWellFormed() === true && !value.includes('\0') ? value : undefined
}
