import { err, type Result } from '../contract/result.ts'

/** Documents fetched at once, over all hosts (our choice). */
const FETCHES_MAX = 8

/** Of those, for one client address: one caller's slow hosts must not block all others. */
const FETCHES_OF_ADDRESS_MAX = 2

/**
 * Limits the fetches of documents: one at a time for each host, and few in total and for one
 * address. Calls for a document that is being fetched share the fetch. Calls over a limit are
 * refused at once, because in a queue they would delay others.
 */
export function createDocumentFetches<Value>(): (
  asked: { readonly url: string; readonly address: string },
  fetchOne: () => Promise<Result<Value, string>>,
) => Promise<Result<Value, string>> {
  const running = new Map<
    string,
    { url: string; address: string; result: Promise<Result<Value, string>> }
  >()
  return async ({ url, address }, fetchOne) => {
    const { host } = new URL(url)
    const current = running.get(host)
    if (current?.url === url) return await current.result
    const own = [...running.values()].filter((other) => other.address === address)
    const isFull = running.size >= FETCHES_MAX || own.length >= FETCHES_OF_ADDRESS_MAX
    if (current !== undefined || isFull) {
      return err('too many documents are being fetched; try again in a few seconds')
    }
    const result = fetchOne().finally(() => running.delete(host))
    running.set(host, { url, address, result })
    return await result
  }
}
