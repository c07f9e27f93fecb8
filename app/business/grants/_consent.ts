import type { BusinessChoice, SignedIn, Standing } from '../../contract/authority.ts'
import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { newId } from '../../contract/ids.ts'
import type { BusinessScope } from '../../contract/oauth.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { textIn, textOrNone } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow } from '../../foundation/store/port.ts'
import { findClient, recordClientConsent } from './_clients.ts'
import { formatScopes, intersectScopes, scopesIn } from './_scopes.ts'
import { digestOf, newSecret, proofOf, randomBytes } from './_secret.ts'
import { findSessionUser } from './_sessions.ts'
import { standingOf } from './_standing.ts'
import { orUnavailable, transact } from './_transaction.ts'
import { evictWaitingRows } from './_waiting_rows.ts'
import type {
  AuthorizationRequest,
  Client,
  ConsentForm,
  ConsentRefusal,
  Grants,
  GrantsPorts,
} from './port.ts'

type WaitingRequest = { readonly user: SignedIn; readonly request: AuthorizationRequest }

const CONSUME = `UPDATE consent_request SET consumed_at = ?
  WHERE hash = ? AND session_hash = ? AND consumed_at IS NULL AND ends > ?`

/** Authorization requests that await the user's consent. */
export function createConsents(
  ports: GrantsPorts,
): Pick<Grants, 'beginConsent' | 'claimConsentRequest' | 'businessesOf' | 'consent' | 'deny'> {
  return {
    beginConsent: (request) => begin(ports, request),
    async claimConsentRequest(id, sessionSecret) {
      if ((await findSessionUser(ports, sessionSecret)) === undefined) return undefined
      const row = await bind(ports, id, sessionSecret)
      return row && { ...requestIn(row), id, csrf: proofOf('consent', sessionSecret, id) }
    },
    businessesOf: (user) => ports.businesses.list(user.userId),
    consent: (given) => orUnavailable('unavailable', () => allow(ports, given)),
    deny: (given) => orUnavailable('unavailable', () => refuse(ports, given)),
  }
}

async function begin(
  { store, clock, settings }: GrantsPorts,
  request: AuthorizationRequest,
): Promise<{ readonly id: string }> {
  const id = newSecret('consent')
  await store.transaction(async (sql) => {
    await evictWaitingRows(sql, store.dialect, 'consent_request')
    await sql.run(
      `INSERT INTO consent_request (hash, client_id, redirect_uri, scopes, resource, challenge,
          state, ends) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      digestOf(id),
      request.clientId,
      request.redirectUri,
      formatScopes(request.scopes),
      request.resource,
      request.challenge,
      request.state ?? null,
      clock() + settings.lifetimes.consent,
    )
  })
  return { id }
}

/** Binds a request to the first session that asks; to any other session it does not exist. */
function bind(ports: GrantsPorts, id: string, sessionSecret: string): Promise<SqlRow | undefined> {
  const session = digestOf(sessionSecret)
  return ports.store.transaction((sql) =>
    sql.one(
      `UPDATE consent_request SET session_hash = ? WHERE hash = ? AND consumed_at IS NULL
        AND ends > ? AND (session_hash IS NULL OR session_hash = ?) RETURNING *`,
      session,
      digestOf(id),
      ports.clock(),
      session,
    ),
  )
}

async function allow(
  ports: GrantsPorts,
  given: Parameters<Grants['consent']>[0],
): ReturnType<Grants['consent']> {
  const waiting = await findWaitingRequest(ports, given)
  const client = waiting && (await findClient(ports, ports.store.sql, waiting.request.clientId))
  if (waiting === undefined || client === undefined) return err('expired')
  const { user, request } = waiting
  const scopes = intersectScopes(request.scopes, given.scopes)
  if (scopes.length === 0) return err('expired')
  const choice = await findChosenBusiness(ports, user, given.businessId)
  if (!choice.ok) return choice
  const { workspaceId, businessId } = choice.value
  const who = { userId: user.userId, workspaceId, businessId }
  const standing = await standingOf(ports.businesses, who)
  return transact(ports, async (sql, note) => {
    const state = await standing(sql)
    if (state !== 'active') return err(state === 'inactive' ? 'business_inactive' : 'unavailable')
    if (!(await consume(ports, sql, given))) return err('expired')
    const made = await makeGrant(ports, sql, { client, who, scopes, request })
    await recordClientConsent(ports, sql, client.id)
    const names = { actor: who.userId, clientId: client.id, grantId: made.grantId }
    note({ event: 'consent', outcome: 'allowed', ...names, workspaceId, businessId })
    return ok({ code: made.code, request })
  })
}

async function refuse(ports: GrantsPorts, given: ConsentForm): ReturnType<Grants['deny']> {
  const waiting = await findWaitingRequest(ports, given)
  if (waiting === undefined) return err('expired')
  const { user, request } = waiting
  return transact(ports, async (sql, note) => {
    if (!(await consume(ports, sql, given))) return err('expired')
    const { clientId } = request
    note({ event: 'consent', outcome: 'denied', actor: user.userId, clientId })
    return ok({ request })
  })
}

/** T1: only one transaction can consume this row (RFC 9700 section 2.1). */
async function consume(
  { clock }: GrantsPorts,
  sql: Sql,
  { id, sessionSecret }: ConsentForm,
): Promise<boolean> {
  const [request, session, now] = [digestOf(id), digestOf(sessionSecret), clock()]
  return (await sql.run(CONSUME, now, request, session, now)) > 0
}

/** Finds the request of this session, if the form came from a page of this session. */
async function findWaitingRequest(
  ports: GrantsPorts,
  given: ConsentForm,
): Promise<WaitingRequest | undefined> {
  const { id, sessionSecret, csrf } = given
  const user = await findSessionUser(ports, sessionSecret)
  if (user === undefined || !areBytesEqual(csrf, proofOf('consent', sessionSecret, id)))
    return undefined
  const row = await ports.store.sql.one(
    `SELECT * FROM consent_request
      WHERE hash = ? AND session_hash = ? AND consumed_at IS NULL AND ends > ?`,
    digestOf(id),
    digestOf(sessionSecret),
    ports.clock(),
  )
  return row && { user, request: requestIn(row) }
}

/** Finds exactly one business of this user (contract 5, rule 1); any other one is inactive. */
async function findChosenBusiness(
  { businesses }: GrantsPorts,
  user: SignedIn,
  businessId: string | undefined,
): Promise<Result<BusinessChoice, ConsentRefusal>> {
  if (businessId === undefined) return err('business_not_chosen')
  const all = await businesses.list(user.userId)
  const [choice, ...others] = all.filter((each) => each.businessId === businessId)
  // An id shared by two workspaces is ambiguous.
  return choice === undefined || others.length > 0 ? err('business_inactive') : ok(choice)
}

function requestIn(row: SqlRow): AuthorizationRequest {
  return {
    clientId: textIn(row, 'client_id'),
    redirectUri: textIn(row, 'redirect_uri'),
    scopes: scopesIn(row, 'scopes'),
    resource: textIn(row, 'resource'),
    challenge: textIn(row, 'challenge'),
    state: textOrNone(row, 'state'),
  }
}

/**
 * Makes a grant that is pending until its code is redeemed. Until then it expires with the code, so
 * the two are swept together.
 */
async function makeGrant(
  { clock, settings }: Pick<GrantsPorts, 'clock' | 'settings'>,
  sql: Sql,
  given: {
    readonly client: Client
    readonly who: Standing
    readonly scopes: readonly BusinessScope[]
    readonly request: AuthorizationRequest
  },
): Promise<{ readonly grantId: string; readonly code: string }> {
  const { client, who, scopes, request } = given
  const [grantId, code, now] = [newId('grant_', randomBytes), newSecret('code'), clock()]
  const ends = now + settings.lifetimes.code
  await sql.run(
    `INSERT INTO grant_ (id, client_id, user_id, workspace_id, business_id, requested_scopes,
        scopes, resource, redirect_host, refreshes, status, created, ends)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
    grantId,
    client.id,
    who.userId,
    who.workspaceId,
    who.businessId,
    formatScopes(request.scopes),
    formatScopes(scopes),
    request.resource,
    redirectHostOf(request.redirectUri),
    client.refreshes ? 1 : 0,
    now,
    ends,
  )
  await sql.run(
    `INSERT INTO auth_code (hash, grant_id, client_id, redirect_uri, challenge, resource, ends)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    digestOf(code),
    grantId,
    client.id,
    request.redirectUri,
    request.challenge,
    request.resource,
    ends,
  )
  return { grantId, code }
}

/**
 * The host that codes are sent to, which tells installations of a client apart. The port is left
 * out: a native app may use another one each time (RFC 8252 section 7.3).
 */
export function redirectHostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? hostname : `${protocol}//${hostname}`
}
