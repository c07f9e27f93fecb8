import { isLoopback } from '../../contract/loopback.ts'
import {
  type AddressRange,
  formatAddress,
  isInRange,
  parseAddress,
  parseRange,
} from '../../foundation/limits/address_range.ts'

/**
 * Addresses of version 4 that are not of the public internet (RFC 6890 and its registry), and the
 * one public address at which Azure answers its own machines. Those of the form `::ffff:…` are read
 * as the version 4 addresses that they stand for.
 */
const SPECIAL_4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** The only range of version 6 that is handed out for the public internet (RFC 4291). */
const PUBLIC_6 = ranges(['2000::/3'])

/** Parts of it that are not: protocols, documentation, 6to4, which wraps any version 4 address. */
const SPECIAL_6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an address is of the public internet; what is no address is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined) return false
  const holds = (range: AddressRange) => isInRange(range, address)
  if (address.family === 4) return !SPECIAL_4.some(holds)
  return PUBLIC_6.some(holds) && !SPECIAL_6.some(holds)
}

/** Whether an address is this machine, in any spelling: `::ffff:127.0.0.1` too. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && isLoopback(formatAddress(address))
}

function ranges(texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text)
    if (!range.ok) throw new Error(range.error)
    return range.value
  })
}
