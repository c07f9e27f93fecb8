import { stat } from 'node:fs/promises'
import { fetchAddress, probeConditions } from '../../build/transfer/publish.ts'
import { createHttpDomain } from '../../business/tools/adapters/http.ts'
import { LIMITS } from '../../contract/limits.ts'
import { OAUTH_PATHS } from '../../contract/oauth.ts'
import { messageOf } from '../../contract/problem.ts'
import type { StoreAccess } from '../../foundation/object_store/address.ts'
import { type ObjectStore, openObjectStore } from '../../foundation/object_store/store.ts'
import { openStore } from '../../foundation/store/open.ts'
import { probeStore } from '../../foundation/store/probe.ts'
import { createOpenIdProvider } from '../../interfaces/oauth/plugin.ts'
import { NO_SIGN_IN } from '../../service/parts/business_parts.ts'
import { sqlitePath } from '../../service/parts/disks.ts'
import type { Config } from '../../service/settings/config.ts'
import { measureSkewMs } from './_probe.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

export const ANSWER_MS_MAX = 5000

/** How stores refuse to write. */
const READ_ONLY = /^(AccessDenied|Forbidden|it answered 403)$/

/** Opens and writes the database; a file that a first start would make is not made here. */
export async function examineDatabase({ business }: Config): Promise<Finding> {
  const name = 'database'
  const { databaseUrl } = business
  const path = sqlitePath(databaseUrl)
  if (path !== undefined && (await stat(path).catch(() => undefined)) === undefined) {
    return fine(name, `${path} does not exist; the first start makes it`)
  }
  const fix = 'check DATABASE_URL, that the server runs, and that its disk has room'
  const opened = await withinTime(openStore(databaseUrl))
  if (opened === undefined) return fault(name, 'it does not answer within 5 seconds', fix)
  if (!opened.ok) return fault(name, opened.error, fix)
  const store = opened.value
  const failure = await withinTime(probeStore(store).then(() => '', messageOf))
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
  baseUrl,
}: Config): Promise<readonly Finding[]> {
  if (buildStore === undefined) return []
  const name = 'object store'
  const store = openObjectStore(buildStore, storeAccess)
  try {
    const named = await examinePublished(store, baseUrl)
    return [named, await examineConditions(store), ...(await examineStoreClock(storeAccess))]
  } catch (error) {
    const fix = 'check the bucket and the AWS_* settings'
    return [fault(name, messageOf(error), fix), ...(await examineStoreClock(storeAccess))]
  }
}

/** Replicas keep what they serve when the store names a build for another address. */
async function examinePublished(store: ObjectStore, baseUrl: string): Promise<Finding> {
  const name = 'object store'
  const found = await fetchAddress(store, { waitMsMax: ANSWER_MS_MAX, attemptsMax: 1 })
  if (found === undefined) {
    return warning(name, `${store.name} has no build`, 'run publish, before replicas start')
  }
  const { baseUrl: other = baseUrl } = found
  if (other === baseUrl) return fine(name, `${store.name} has a build`)
  const what = `${store.name} has a build for ${other}, not ${baseUrl}`
  return fault(name, what, `publish one made for ${baseUrl}, or set BASE_URL=${other}`)
}

/** A store refuses signatures of another time; it tells its own to anybody. */
async function examineStoreClock({ endpoint, region }: StoreAccess): Promise<readonly Finding[]> {
  const name = 'object store'
  const address = endpoint ?? `https://s3.${region}.amazonaws.com`
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const answer = await fetch(address, { redirect: 'manual', signal }).catch(() => undefined)
  const skewMs = answer === undefined ? undefined : measureSkewMs(answer.headers, Date.now())
  if (skewMs === undefined) return []
  const seconds = Math.round(skewMs / 1000)
  if (skewMs <= LIMITS.clockSkewMsMax)
    return [fine(name, `its clock is within ${seconds} s of ours`)]
  const what = `its clock is ${seconds} s from ours`
  return [
    fault(name, what, 'synchronise both clocks (NTP); signatures are refused after 15 minutes'),
  ]
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
    const reason = messageOf(error)
    if (READ_ONLY.test(reason)) return fine(name, 'our key may only read, as a replica should')
    return warning(name, `it cannot be written: ${reason}`, 'check the rights of the key')
  }
}

/** What comes of some work; undefined where that takes too long. */
export async function withinTime<Value>(work: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  // A timer that is left would keep the program from ending.
  const timer = setTimeout(() => late.resolve(undefined), ANSWER_MS_MAX)
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
