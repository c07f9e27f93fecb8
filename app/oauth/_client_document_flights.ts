import { err, type Result } from '../contract/result.ts'

/** Documents that are fetched at once, over all hosts (our choice). */
const FLIGHTS_MAX = 8

/** Of those, asked for by one client address: slow hosts of one stranger must not stop the rest. */
const FLIGHTS_OF_ADDRESS_MAX = 2

/**
 * Lets each document be fetched once at a time, one document of a host at a time, and few in all
 * and for one address.
 * Whoever asks for a document that is on its way shares it; whoever asks for one too many is
 * refused at once: a queue would be a place to hold others up.
 */
export function documentFlights<Value>(): (
  asked: { readonly url: string; readonly address: string },
  fetchOne: () => Promise<Result<Value, string>>,
) => Promise<Result<Value, string>> {
  const flights = new Map<
    string,
    { url: string; address: string; landing: Promise<Result<Value, string>> }
  >()
  return async ({ url, address }, fetchOne) => {
    const { host } = new URL(url)
    const flight = flights.get(host)
    if (flight?.url === url) return await flight.landing
    const own = [...flights.values()].filter((other) => other.address === address)
    const isFull = flights.size >= FLIGHTS_MAX || own.length >= FLIGHTS_OF_ADDRESS_MAX
    if (flight !== undefined || isFull) {
      return err('too many documents are on their way, try again in a few seconds')
    }
    const landing = fetchOne().finally(() => flights.delete(host))
    flights.set(host, { url, address, landing })
    return await landing
  }
}
