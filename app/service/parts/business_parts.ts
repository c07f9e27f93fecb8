import type { DomainServices } from '../../business/tools/port.ts'
import { type Audit, type Sql, type Store, StoreUnavailable } from '../../foundation/store/port.ts'
import { probeStore } from '../../foundation/store/probe.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { StoreUse } from '../../foundation/telemetry/observer.ts'
import type { SignInWay } from '../../interfaces/oauth/plugin.ts'
import { type Part, watchPart } from './part.ts'
import type { Runtime } from './runtime.ts'

const RETRY_MS = 1000
/** Others' machines are asked less often. */
const REMOTE_RETRY_MS = 5000
/** The audit tries again each second: the first attempt after an outage of the store is not one. */
const AUDIT_FAILURES_MIN = 3

type IdentityProvider = Extract<SignInWay, { way: 'provider' }>['provider']

/** The metadata is all that is asked for: nobody goes to the address that comes back. */
export const NO_SIGN_IN = { state: 'none', nonce: 'none', verifier: 'none' }

type WithPart<Name extends string, Value> = { readonly [Key in Name]: Value } & {
  readonly part: Part
}

export type WatchedStore = WithPart<'store', Store>

/** The store, whose failures are noticed wherever they become a refusal, and without any use. */
export function watchStore(given: Runtime, store: Store, open: () => Promise<void>): WatchedStore {
  const part = watchPart(given, {
    name: 'store',
    probe: async () => {
      await open()
      await probeStore(store)
    },
    // Begins to write, as a standby refuses that, and writes nothing: it is asked day and night.
    idleCheck: () => store.transaction((sql) => sql.one('SELECT 1 AS one')),
    retryMs: RETRY_MS,
  })
  const { stopwatch, observer } = given
  const notice = async <Value>(
    kind: StoreUse['kind'],
    ask: () => Promise<Value>,
  ): Promise<Value> => {
    const startedMs = stopwatch()
    let isAnswered = true
    try {
      return await ask()
    } catch (error) {
      isAnswered = !(error instanceof StoreUnavailable)
      if (!isAnswered) part.reportFailure()
      throw error
    } finally {
      observer?.counters.countStoreUse({ kind, isAnswered, ms: stopwatch() - startedMs })
    }
  }
  const sql: Sql = {
    all: (text, ...values) => notice('read', () => store.sql.all(text, ...values)),
    one: (text, ...values) => notice('read', () => store.sql.one(text, ...values)),
    run: (text, ...values) => notice('change', () => store.sql.run(text, ...values)),
  }
  const transaction: Store['transaction'] = (work) =>
    notice('transaction', () => store.transaction(work))
  return { part, store: { dialect: store.dialect, sql, transaction, close: () => store.close() } }
}

/** The audit over a watched store; its own outage is one that the store does not explain. */
export function watchAudit(given: Runtime, audit: Audit, store: Part): WithPart<'audit', Audit> {
  let failure: unknown
  const part = watchPart(given, {
    name: 'audit',
    probe: async () => {
      if (!audit.isHealthy()) throw failure
    },
    retryMs: RETRY_MS,
    failuresMin: AUDIT_FAILURES_MIN,
    isExplained: store.isDoubtful,
  })
  const appendLater: Audit['appendLater'] = async (entry) => {
    try {
      await audit.appendLater(entry)
    } catch (error) {
      failure = error
      part.reportFailure()
      throw error
    }
  }
  return { part, audit: { ...audit, appendLater } }
}

/** A product over HTTP: its adapter logs each question without a usable answer. */
export function watchDomain(
  given: Runtime,
  create: (log: Pick<Log, 'warn'>) => DomainServices,
): WithPart<'domain', DomainServices> {
  let reason = ''
  let isProbing = false
  const domain = create({
    warn: (event, fields) => {
      reason = String(fields?.reason)
      if (isProbing) return
      given.log.warn(event, fields)
      part.reportFailure()
    },
  })
  const part = watchPart(given, {
    name: 'product',
    probe: async () => {
      isProbing = true
      try {
        await domain.describe()
      } catch {
        throw new Error(reason)
      } finally {
        isProbing = false
      }
    },
    idleCheck: () => domain.describe(),
    retryMs: REMOTE_RETRY_MS,
  })
  return { part, domain }
}

/** The identity provider: away while its metadata cannot be read. */
export function watchProvider(
  given: Runtime,
  provider: IdentityProvider,
): WithPart<'provider', IdentityProvider> {
  const probe = async () => {
    const asked = await provider.createAuthorizationUrl(NO_SIGN_IN)
    if (!asked.ok) throw new Error(asked.error)
  }
  const part = watchPart(given, {
    name: 'identity_provider',
    probe,
    // The metadata is kept for an hour: the provider is not asked every ten seconds.
    idleCheck: probe,
    retryMs: REMOTE_RETRY_MS,
  })
  return {
    part,
    provider: {
      issuer: provider.issuer,
      createAuthorizationUrl: async (asked) => {
        const url = await provider.createAuthorizationUrl(asked)
        if (!url.ok) part.reportFailure()
        return url
      },
      verifyIdentity: async (callback, expected) => {
        const identity = await provider.verifyIdentity(callback, expected)
        if (!identity.ok) part.reportFailure()
        return identity
      },
    },
  }
}
