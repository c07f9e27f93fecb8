import type { SettingReader } from './reader.ts'

/** The limits of several processes over one Redis or Valkey. */
export type SharedLimitSettings = {
  readonly url: string
  /** How long a call may wait for the store. */
  readonly waitMsMax: number
  /** How many processes share the limits while the store is away. */
  readonly replicas: number
}

/** Settings that mean nothing without `REDIS_URL`. */
const DEPENDENT = ['REDIS_TIMEOUT_MS', 'REPLICAS'] as const

/**
 * Reads the settings of shared limits; undefined where each process counts alone. The number of
 * replicas has no default: with 1, each of several would admit the whole limit in an outage.
 */
export function readSharedLimits(reader: SettingReader): SharedLimitSettings | undefined {
  const replicas = reader.whole('REPLICAS')
  const waitMsMax = reader.whole('REDIS_TIMEOUT_MS')
  const url = reader.value('REDIS_URL')
  if (url === undefined) {
    for (const name of DEPENDENT) {
      if (reader.given(name) === undefined) continue
      reader.problem(name, 'REDIS_URL is not set', 'set REDIS_URL too, or unset it')
    }
    return undefined
  }
  const fault = findAddressFault(url)
  if (reader.value('REPLICAS') === undefined) {
    const what = 'it is not set, so each replica would admit the whole limit while Redis is away'
    reader.problem('REPLICAS', what, 'give the most processes that run at once, 1 if it is alone')
  }
  const fix = 'give redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// with TLS'
  if (fault !== undefined) reader.problem('REDIS_URL', fault, fix)
  return { url, waitMsMax, replicas: replicas ?? 1 }
}

function findAddressFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^(redis|valkey)s?:$/.test(url.protocol) || url.hostname === '') {
    return 'it is not the address of a Redis or Valkey server'
  }
  if (!/^\/?[0-9]{0,4}$/.test(url.pathname)) return 'the database is not a number'
  return `${url.search}${url.hash}` === '' ? undefined : 'something follows the database'
}
