import ipaddr from 'ipaddr.js'
import { err, ok, type Result } from '../../contract/result.ts'

/** A network address as bytes; an IPv4-mapped IPv6 address becomes the IPv4 address. */
export type Address = { readonly family: 4 | 6; readonly bytes: readonly number[] }

/** All addresses whose first `prefixBits` bits are those of `bytes` (RFC 4632, RFC 4291). */
export type AddressRange = Address & { readonly prefixBits: number }

const BITS = { 4: 32, 6: 128 } as const
/** `::ffff:0:0/96` contains the mapped IPv4 addresses (RFC 4291 section 2.5.5.2). */
const MAPPED_PREFIX_BITS = 96

/**
 * Reads an address in its standard spelling. Short, octal and hexadecimal spellings of IPv4 are
 * refused, because programs read them differently. A zone (`%eth0`) does not identify the caller
 * and is dropped.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.trim().replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) {
    return { family: 4, bytes: ipaddr.IPv4.parse(bare).toByteArray() }
  }
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.IPv6.parse(bare)
  if (!address.isIPv4MappedAddress()) return { family: 6, bytes: address.toByteArray() }
  return { family: 4, bytes: address.toIPv4Address().toByteArray() }
}

/** Reads `address/bits`, or a single address. */
export function parseRange(text: string): Result<AddressRange, string> {
  const [left = '', bits, ...more] = text.trim().split('/')
  const address = parseAddress(left)
  if (address === undefined || more.length > 0) {
    return err(`Cannot read range "${text.trim()}": not an address or CIDR such as 10.0.0.0/8`)
  }
  if (bits === undefined) return ok({ ...address, prefixBits: BITS[address.family] })
  const givenBits = /^[0-9]{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  // A mapped range has an IPv6 prefix length, but its addresses are compared as IPv4.
  const offset = address.family === 4 && left.includes(':') ? MAPPED_PREFIX_BITS : 0
  const prefixBits = givenBits - offset
  if (prefixBits >= 0 && prefixBits <= BITS[address.family]) return ok({ ...address, prefixBits })
  const [least, most] = [offset, BITS[address.family] + offset]
  return err(`Cannot read range "${text.trim()}": the prefix is not ${least} to ${most}`)
}

/** `TRUSTED_PROXIES`: ranges separated by commas. */
export function parseRanges(text: string): Result<readonly AddressRange[], string> {
  return parseList(text, parseRange)
}

/** Parses a comma-separated setting; blank parts are dropped. The message lists every bad one. */
export function parseList<Value>(
  text: string,
  parse: (part: string) => Result<Value, string>,
): Result<readonly Value[], string> {
  const parts = text.split(',').map((part) => part.trim())
  const parsed = parts.filter((part) => part !== '').map(parse)
  const problems = parsed.flatMap((each) => (each.ok ? [] : [each.error]))
  if (problems.length > 0) return err(problems.join('; '))
  return ok(parsed.flatMap((each) => (each.ok ? [each.value] : [])))
}

export function isInRange(range: AddressRange, address: Address): boolean {
  if (range.family !== address.family) return false
  const whole = range.prefixBits >> 3
  for (let index = 0; index < whole; index += 1) {
    if (range.bytes[index] !== address.bytes[index]) return false
  }
  const rest = range.prefixBits & 7
  if (rest === 0) return true
  const mask = (0xff << (8 - rest)) & 0xff
  return ((range.bytes[whole] ?? 0) & mask) === ((address.bytes[whole] ?? 0) & mask)
}

/** Formats an address in its canonical spelling (RFC 5952). */
export function formatAddress({ bytes }: Address): string {
  return ipaddr.fromByteArray([...bytes]).toString()
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 subscriber (RFC 6177), where a
 * single machine can use 2^64 addresses.
 */
export function addressKey(address: Address): string {
  const known = keys.get(address)
  if (known !== undefined) return known
  const { family, bytes } = address
  const key = family === 4 ? bytes.join('.') : `${bytes.slice(0, 8).join('.')}/64`
  keys.set(address, key)
  return key
}

/** The address of a kept connection is one object for all of its calls. */
const keys = new WeakMap<Address, string>()
