import { isLoopback } from '../../contract/loopback.ts'
import type { Registry } from '../../contract/registry.ts'
import { baseOf } from './addresses.ts'

/**
 * The text of a page with the address at which it is served, where the author wrote the one that
 * the registry names. A page about a service on the reader's computer keeps it if that is not the
 * service that serves the page.
 */
export function insertServedAddress(
  text: string,
  path: string,
  { pages }: Registry,
  baseUrl: string,
): string {
  if (pages?.address === undefined) return text
  const address = baseOf(pages.address)
  const [folder = ''] = path.split('/')
  if (pages.local?.includes(folder) === true && !isLoopback(new URL(baseUrl))) return text
  // A longer port is another address.
  const parts = text.split(address)
  return parts.reduce((before, after) => {
    return before + (/^[0-9]/.test(after) ? address : baseOf(baseUrl)) + after
  })
}
