import { err, type Result } from '../contract/result.ts'

/** Documents that are fetched at once, over all hosts (our choice). */
const FLIGHTS_MAX = 8

/**
 * Lets each document be fetched once at a time, one document of a host at a time, and few in all.
 * Whoever asks for a document that is on its way shares it; whoever asks for one too many is
 * refused at once: a queue would be a place to hold others up.
 */
export function documentFlights<Value>(): (
  url: string,
  fetchOne: () => Promise<Result<Value, string>>,
) => Promise<Result<Value, string>> {
  const flights = new Map<string, { url: string; landing: Promise<Result<Value, string>> }>()
  return async (url, fetchOne) => {
    const { host } = new URL(url)
    const flight = flights.get(host)
    if (flight?.url === url) return await flight.landing
    if (flight !== undefined || flights.size >= FLIGHTS_MAX) {
      return err('too many documents are on their way, try again in a few seconds')
    }
    const landing = fetchOne().finally(() => flights.delete(host))
    flights.set(host, { url, landing })
    return await landing
  }
}
