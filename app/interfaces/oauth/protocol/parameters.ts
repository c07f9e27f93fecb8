import { decodePercent } from '../../../contract/percent_encoding.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** Parameters of one request by name; none is repeated or empty. */
export type Parameters = ReadonlyMap<string, string>

export type RequestParameters = {
  readonly values: Parameters
  /** Repeated names, whatever their values (RFC 6749 section 3.1). */
  readonly repeated: ReadonlySet<string>
}

/** No OAuth request has more parameters. */
const PARAMETERS_MAX = 100

/**
 * Reads `application/x-www-form-urlencoded` text strictly. Anything but percent-encoded UTF-8 is
 * refused, because it could not be returned unchanged. So is U+0000, which PostgreSQL cannot store
 * (RFC 6749, appendix A, allows no control characters at all). A parameter without a value counts
 * as absent (RFC 6749 section 3.1). A repeated one has no value, because programs differ in whether
 * the first or the last counts. A Map keeps names such as `__proto__` harmless.
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
