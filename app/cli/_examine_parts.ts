import { stat } from 'node:fs/promises'
import { probeConditions } from '../build_transfer/publish.ts'
import { createHttpDomain } from '../business/adapters/http.ts'
import type { Config } from '../config.ts'
import { MANIFEST_FILE } from '../contract/build.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import { type Finding, fault, fine, warning } from '../doctor/finding.ts'
import { createOpenIdProvider } from '../oauth/plugin.ts'
import { type ObjectStore, openObjectStore } from '../object_store/store.ts'
import { openStore } from '../store/open.ts'
import { probeStore } from '../store/probe.ts'
import { NO_SIGN_IN } from './_business_parts.ts'

const ANSWER_MS_MAX = 5000

/** How stores refuse to write. */
const READ_ONLY = /^(AccessDenied|Forbidden|it answered 403)$/

/** Opens and writes the database; a file that a first start would make is not made here. */
export async function examineDatabase({ business }: Config): Promise<Finding> {
  const name = 'database'
  const { databaseUrl } = business
  const path = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined
  if (path !== undefined && (await stat(path).catch(() => undefined)) === undefined) {
    return fine(name, `${path} does not exist; the first start makes it`)
  }
  const fix = 'check DATABASE_URL, that the server runs, and that its disk has room'
  const opened = await withinTime(openStore(databaseUrl))
  if (opened === undefined) return fault(name, 'it does not answer within 5 seconds', fix)
  if (!opened.ok) return fault(name, opened.error, fix)
  const store = opened.value
  const failure = await withinTime(probeStore(store).then(() => '', readReason))
  await store.close().catch(() => undefined)
  if (failure === '') return fine(name, `${store.dialect} can be read and written`)
  return fault(name, failure ?? 'it does not answer within 5 seconds', fix)
}

/** Asks the identity provider for its metadata, as the first sign-in would. */
export async function examineProvider({ business, baseUrl }: Config): Promise<Finding | undefined> {
  const { signIn } = business
  if (signIn.way !== 'provider') return undefined
  const name = 'identity provider'
  const redirectUri = baseUrl + OAUTH_PATHS.callback
  const provider = createOpenIdProvider({ ...signIn, redirectUri, clock: Date.now })
  const asked = await provider.createAuthorizationUrl(NO_SIGN_IN)
  if (asked.ok) return fine(name, `${signIn.issuer} can be used; register ${redirectUri} there`)
  const fix = 'set OIDC_ISSUER to the issuer that its discovery document names, to the letter'
  return fault(name, asked.error, fix)
}

/** Asks the product to describe itself, with the signature that every call has. */
export async function examineProduct({ business }: Config): Promise<Finding | undefined> {
  const { domain: settings } = business
  if (settings === undefined) return undefined
  let reason = 'it did not answer'
  const domain = createHttpDomain({
    ...settings,
    clock: Date.now,
    log: {
      warn: (_, fields) => {
        reason = String(fields?.reason)
      },
    },
    fetch: (address, init) => fetch(address, init),
    randomId: () => crypto.randomUUID(),
    identityOf: async () => undefined,
  })
  const described = await domain.describe().catch(() => undefined)
  if (described !== undefined) {
    return fine('product', `${described.operations.length} operations at ${settings.url}`)
  }
  const fix = 'check DOMAIN_URL, that DOMAIN_SECRET is the same on both sides, and both clocks'
  return fault('product', reason, fix)
}

/** Asks the object store for the manifest that the service would follow, and what it keeps. */
export async function examineBuildStore({
  buildStore,
  storeAccess,
}: Config): Promise<readonly Finding[]> {
  if (buildStore === undefined) return []
  const name = 'object store'
  const store = openObjectStore(buildStore, storeAccess)
  try {
    const { state } = await store.fetch(MANIFEST_FILE, { waitMsMax: ANSWER_MS_MAX })
    const named =
      state === 'found'
        ? fine(name, `${store.name} has a build`)
        : warning(name, `${store.name} has no build`, 'run publish, before replicas start')
    return [named, await examineConditions(store)]
  } catch (error) {
    const fix = 'check the bucket, the AWS_* settings, and that both clocks are right'
    return [fault(name, readReason(error), fix)]
  }
}

/** Two publishers rely on conditions; a replica has a key that may only read. */
async function examineConditions(store: ObjectStore): Promise<Finding> {
  const name = 'object store'
  try {
    if (await probeConditions(store, `.probe-${crypto.randomUUID()}`)) {
      return fine(name, 'it keeps two publishers apart')
    }
    const fix = 'let only one publish at a time, or use a store with conditional writes'
    return warning(name, 'it ignores conditions, so two publishers replace what is new', fix)
  } catch (error) {
    const reason = readReason(error)
    if (READ_ONLY.test(reason)) return fine(name, 'our key may only read, as a replica should')
    return warning(name, `it cannot be written: ${reason}`, 'check the rights of the key')
  }
}

/** Connects to Redis or Valkey, and looks for settings that would forget or refuse limits. */
export async function examineLimits({ sharedLimits }: Config): Promise<readonly Finding[]> {
  if (sharedLimits === undefined) return []
  const name = 'shared limits'
  const client = new Bun.RedisClient(sharedLimits.url, {
    autoReconnect: false,
    enableOfflineQueue: false,
    connectionTimeout: ANSWER_MS_MAX,
  })
  try {
    const info = await withinTime(client.connect().then(() => client.send('INFO', [])))
    if (info === undefined) throw new Error('it does not answer within 5 seconds')
    return [fine(name, 'the server answers'), ...examineServer(String(info))]
  } catch (error) {
    const fix = 'check REDIS_URL, user and password, and that the server runs'
    return [fault(name, readReason(error), fix)]
  } finally {
    client.close()
  }
}

function examineServer(info: string): readonly Finding[] {
  const name = 'shared limits'
  const findings: Finding[] = []
  const read = (key: string) => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  if (read('role') === 'slave') {
    findings.push(fault(name, 'it is a replica and takes no writes', 'give the primary'))
  }
  const policy = read('maxmemory_policy') ?? 'noeviction'
  if (policy.startsWith('allkeys')) {
    const what = `maxmemory-policy ${policy} forgets limits when memory is short`
    findings.push(warning(name, what, 'use noeviction, or a server of its own'))
  }
  return findings
}

async function withinTime<Value>(work: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  // A timer that is left would keep the program from ending.
  const timer = setTimeout(() => late.resolve(undefined), ANSWER_MS_MAX)
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

function readReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
