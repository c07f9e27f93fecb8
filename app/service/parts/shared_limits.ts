import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { hashText } from '../../contract/text_hash.ts'
import type { CountedLimit } from '../../foundation/limits/admit.ts'
import type { LimitOptions } from '../../foundation/limits/rate_limit.ts'
import { connectRedis } from '../../foundation/limits/redis_window.ts'
import { createSharedRateLimit } from '../../foundation/limits/shared_rate_limit.ts'
import { createSharedWindow, type SharedWindow } from '../../foundation/limits/shared_window.ts'
import type { Config } from '../settings/config.ts'
import { type Part, watchPart } from './part.ts'
import type { Runtime } from './runtime.ts'

const RETRY_MS = 1000

/** What the server says when it takes no such user, password or database. */
const REFUSED_LOGIN = /^(NOAUTH|WRONGPASS|NOPERM|ERR DB index)\b/

export type SharedLimits = {
  /** A limit with counters of its own, which no other name shares. */
  create(name: string, options: LimitOptions): CountedLimit
  /** The store, which can be away while calls go on. */
  readonly part: Part
  close(): void
}

/**
 * Opens the limits of all replicas; undefined where each process counts alone. A store that is away
 * does not keep the service from starting: calls are then limited by this process. One that refuses
 * our user is a wrong setting, and nobody would notice. The error is a line for the operator.
 */
export async function openSharedLimits(
  { sharedLimits: settings, baseUrl }: Config,
  given: Pick<Runtime, 'log' | 'clock' | 'stopwatch' | 'schedule'>,
): Promise<Result<SharedLimits | undefined, string>> {
  if (settings === undefined) return ok(undefined)
  const { url, waitMsMax, replicas } = settings
  const window: SharedWindow = createSharedWindow({
    connect: connectRedis(url, nameReplicas({ baseUrl }) + crypto.randomUUID()),
    waitMsMax,
    onFailure: () => part.reportFailure(),
    randomId: () => crypto.randomUUID(),
    clock: given.stopwatch,
  })
  const part = watchPart(given, {
    name: 'limits',
    probe: window.reconnect,
    // A failure of the window is one that `onFailure` tells.
    idleCheck: window.ask,
    retryMs: RETRY_MS,
  })
  const failure = await window.reconnect().then(() => undefined, messageOf)
  if (failure !== undefined && REFUSED_LOGIN.test(failure)) {
    const fix = 'give a user, password and database that the server takes'
    return err(`REDIS_URL: Cannot use: ${failure}: ${fix}`)
  }
  if (failure !== undefined) part.reportFailure()
  const service = nameService(baseUrl)
  return ok({
    create: (name, options) =>
      createSharedRateLimit({
        ...options,
        window,
        keyPrefix: `lectern:${name}:${service}:`,
        replicas,
        clock: given.stopwatch,
      }),
    part,
    close: () => {
      part.stop()
      window.close()
    },
  })
}

/** How the connections of all replicas of this service begin their names. */
export function nameReplicas({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return `lectern:${nameService(baseUrl)}:`
}

/** Replicas have one base address; another service may use the same server. */
function nameService(baseUrl: string): string {
  return hashText(baseUrl).toString(36)
}
