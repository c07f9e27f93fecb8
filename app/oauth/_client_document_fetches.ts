import { err, type Result } from '../contract/result.ts'

/** Documents that are fetched at once, over all hosts (our choice). */
const FETCHES_MAX = 8

/** Of those, asked for by one client address: slow hosts of one stranger must not stop the rest. */
const FETCHES_OF_ADDRESS_MAX = 2

/**
 * Lets each document be fetched once at a time, one document of a host at a time, and few in all
 * and for one address.
 * Whoever asks for a document that is on its way shares it; whoever asks for one too many is
 * refused at once: a queue would be a place to hold others up.
 */
export function createDocumentFetches<Value>(): (
  asked: { readonly url: string; readonly address: string },
  fetchOne: () => Promise<Result<Value, string>>,
) => Promise<Result<Value, string>> {
  const running = new Map<
    string,
    { url: string; address: string; landing: Promise<Result<Value, string>> }
  >()
  return async ({ url, address }, fetchOne) => {
    const { host } = new URL(url)
    const current = running.get(host)
    if (current?.url === url) return await current.landing
    const own = [...running.values()].filter((other) => other.address === address)
    const isFull = running.size >= FETCHES_MAX || own.length >= FETCHES_OF_ADDRESS_MAX
    if (current !== undefined || isFull) {
      return err('too many documents are on their way, try again in a few seconds')
    }
    const landing = fetchOne().finally(() => running.delete(host))
    running.set(host, { url, address, landing })
    return await landing
  }
}
