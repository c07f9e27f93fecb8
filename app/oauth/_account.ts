import type { DecisionRefusal } from '../business/mod.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import { StoreUnavailable } from '../store/port.ts'
import { type Notice, renderAccountPage } from './_account_page.ts'
import { redirectTo } from './_page.ts'
import { type Form, isSameProof } from './_page_form.ts'
import { type OpenSession, sessionOf } from './_session.ts'
import { signInAddressOf, signOut } from './_sign_in_page.ts'
import type { OauthPorts } from './ports.ts'

/** What was done, as it stands in the address after it; anything else there says nothing. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['revoked', 'The connection has ended. Its tokens do not work any more.'],
  ['applied', 'Approved, and done.'],
  [
    'failed',
    'Approved, but it did not end well. Look at the records before it is asked for again.',
  ],
  ['approved', 'Approved, but it could not be done yet. Approve it again in a while.'],
  ['applying', 'Approved, and no answer came yet. Look at it again in a minute.'],
  ['rejected', 'Rejected. Nothing was changed.'],
  ['expired', 'It had waited too long. Nothing was changed.'],
  ['cancelled', 'It was cancelled. Nothing was changed.'],
])

/** GET: connections and approvals of whoever is signed in. */
export async function showAccount(
  request: Request,
  query: Form,
  ports: OauthPorts,
): Promise<Response> {
  const session = await sessionOf(request, ports)
  if (session === undefined) return await redirectTo(signInAddressOf(OAUTH_PATHS.account), [])
  const done = OUTCOMES.get(query.get('done') ?? '')
  return await renderAccount(session, ports, done === undefined ? undefined : { done })
}

/** POST: what is named must be the user's own; that is checked where it is kept. */
export async function decideOnAccount(
  request: Request,
  form: Form,
  ports: OauthPorts,
): Promise<Response> {
  const session = await sessionOf(request, ports)
  if (session === undefined) return await redirectTo(signInAddressOf(OAUTH_PATHS.account), [])
  if (!isSameProof(form.get('csrf'), session.csrf)) {
    return await renderAccount(session, ports, { refused: 'This page was too old. Try again.' })
  }
  switch (form.get('action')) {
    case 'revoke':
      return await revokeConnection(form.get('grant') ?? '', session, ports)
    case 'approve':
      return await decideApproval('approve', form, session, ports)
    case 'reject':
      return await decideApproval('reject', form, session, ports)
    case 'sign_out':
      return await redirectTo(OAUTH_PATHS.signIn, [await signOut(session.secret, ports)])
    default:
      return await renderAccount(session, ports, { refused: 'This cannot be done here.' })
  }
}

async function revokeConnection(
  id: string,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const isDone = await ports.grants.revokeGrant(session.user, id)
  if (isDone) return await redirectTo(`${OAUTH_PATHS.account}?done=revoked`, [])
  return await renderAccount(session, ports, { refused: 'This connection has ended already.' })
}

/** The version is the one that was read: what changed meanwhile is not decided (T6). */
async function decideApproval(
  verdict: 'approve' | 'reject',
  form: Form,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const approvalId = form.get('approval') ?? ''
  const version = Number(/^[0-9]{1,15}$/.exec(form.get('version') ?? '')?.[0] ?? Number.NaN)
  if (Number.isNaN(version))
    return await renderAccount(session, ports, { refused: explainRefusal('not_found') })
  const decision = { approvalId, version, verdict }
  const outcome = await ports.approvals.decide(session.user, ports.registry(), decision)
  if (outcome.ok) return await redirectTo(`${OAUTH_PATHS.account}?done=${outcome.value}`, [])
  return await renderAccount(session, ports, { refused: explainRefusal(outcome.error) })
}

function explainRefusal(refusal: DecisionRefusal): string {
  switch (refusal) {
    case 'not_found':
      return 'There is no such request.'
    case 'not_allowed':
      return 'You cannot decide this request. Another person must.'
    case 'not_pending':
      return 'This request has changed or was decided meanwhile. Look at it again.'
    case 'unavailable':
      return 'It cannot be decided right now. Try again in a moment.'
  }
}

async function renderAccount(
  session: OpenSession,
  ports: OauthPorts,
  notice: Notice | undefined,
): Promise<Response> {
  const [grants, businesses, approvals] = await Promise.all([
    ports.grants.grantsOf(session.user),
    orUndefined(ports.grants.businessesOf(session.user)),
    orUndefined(ports.approvals.approvalsOf(session.user, ports.registry())),
  ])
  const service = ports.title()
  return await renderAccountPage({ service, session, grants, businesses, approvals, notice })
}

/** The product may be away: what was connected is seen and ended all the same. */
async function orUndefined<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
