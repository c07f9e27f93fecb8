import type {
  ApprovalState,
  CallsOfClient,
  DecisionRefusal,
  RejectableCalls,
  SeenCall,
} from '../../../business/tools/mod.ts'
import { areBytesEqual } from '../../../contract/equal_bytes.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import { countOf } from '../../../contract/problem.ts'
import { formatName } from '../../../contract/shown_name.ts'
import { StoreUnavailable } from '../../../foundation/store/port.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { type OpenSession, sessionOf } from '../sign_in/session.ts'
import { type Notice, renderAccountPage } from './_account_page.ts'
import { renderFact, renderForm, renderInstant } from './_account_parts.ts'
import type { AnswerPage, Form } from './_form.ts'
import { html } from './_markup.ts'
import { signInAddressOf, signOut } from './_sign_in_page.ts'
import { redirectTo, renderPage } from './page.ts'

/** What the account page says after a redirect; any other word in the address says nothing. */
const OUTCOMES: Readonly<
  Record<ApprovalState | 'revoked' | 'all_rejected' | 'some_rejected', string>
> = {
  revoked: 'Connection revoked. Its tokens no longer work.',
  held: 'This request is still waiting for a decision.',
  applied: 'Approved and completed.',
  failed: 'Approved, but the change failed. Check the records before you request it again.',
  approved: 'Approved, but not completed yet. Approve it again later.',
  applying: 'Approved, but there is no response yet. Check again in a minute.',
  rejected: 'Rejected. Nothing changed.',
  all_rejected: 'Rejected all requests that were listed. Nothing changed.',
  some_rejected: 'Rejected the requests that were still as listed. Review those below.',
  expired: 'This request has expired. Nothing changed.',
  cancelled: 'This request was cancelled. Nothing changed.',
}

/** GET: the connections and approvals of the signed-in user. */
export const showAccount: AnswerPage = async (request, query, ports) => {
  const session = await sessionOf(request, ports)
  if (session === undefined) return await redirectTo(signInAddressOf(OAUTH_PATHS.account))
  const done = new Map(Object.entries(OUTCOMES)).get(query.get('done') ?? '')
  const notice = done === undefined ? undefined : { done }
  return await renderAccount(session, ports, notice, query.get('after'))
}

/** POST: grants and business check that what the form names belongs to the user. */
export const decideOnAccount: AnswerPage = async (request, form, ports) => {
  const session = await sessionOf(request, ports)
  if (session === undefined) return await redirectTo(signInAddressOf(OAUTH_PATHS.account))
  if (!areBytesEqual(form.get('csrf') ?? '', session.csrf)) {
    return await renderAccount(session, ports, { refused: 'This page has expired. Try again.' })
  }
  switch (form.get('action')) {
    case 'revoke':
      return await revokeConnection(form.get('grant') ?? '', session, ports)
    case 'approve':
      return await decideApproval('approve', form, session, ports)
    case 'reject':
      return await decideApproval('reject', form, session, ports)
    case 'withdraw':
      return await decideApproval('withdraw', form, session, ports)
    case 'review_rejection':
    case 'reject_all':
      return await answerRejection(form, session, ports)
    case 'sign_out':
      return await redirectTo(OAUTH_PATHS.signIn, [await signOut(session.secret, ports)])
    default:
      return await renderAccount(session, ports, { refused: 'This action is not available.' })
  }
}

async function revokeConnection(
  id: string,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const isDone = await ports.grants.revokeGrant(session.user, id)
  if (isDone) return await redirectTo(`${OAUTH_PATHS.account}?done=revoked`)
  return await renderAccount(session, ports, { refused: 'This connection has already ended.' })
}

/** The version is the one that the user saw: a request that changed since is not decided (T6). */
async function decideApproval(
  verdict: 'approve' | 'reject' | 'withdraw',
  form: Form,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const approvalId = form.get('approval') ?? ''
  const version = Number(/^[0-9]{1,15}$/.exec(form.get('version') ?? '')?.[0] ?? Number.NaN)
  if (Number.isNaN(version))
    return await renderAccount(session, ports, { refused: explainRefusal('not_found') })
  const { approvals, registry } = ports
  const call = { approvalId, version }
  const outcome =
    verdict === 'withdraw'
      ? await approvals.withdraw(session.user, call)
      : await approvals.decide(session.user, registry(), { ...call, verdict })
  if (outcome.ok) return await redirectTo(`${OAUTH_PATHS.account}?done=${outcome.value}`)
  return await renderAccount(session, ports, { refused: explainRefusal(outcome.error) })
}

function explainRefusal(refusal: DecisionRefusal): string {
  switch (refusal) {
    case 'not_found':
      return 'Request not found.'
    case 'not_allowed':
      return 'You cannot decide this request. Another person must decide it.'
    case 'not_pending':
      return 'This request has changed or has already been decided. Review it again.'
    case 'unavailable':
      return 'This request cannot be decided right now. Try again in a moment.'
  }
}

/** Shows what would be rejected, or rejects what was shown. */
async function answerRejection(
  form: Form,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const { approvals, registry, title } = ports
  const calls = { businessId: form.get('business') ?? '', clientId: form.get('client') ?? '' }
  const refuse = (refusal: DecisionRefusal) =>
    renderAccount(session, ports, { refused: explainRefusal(refusal) })
  if (form.get('action') === 'review_rejection') {
    const found = await approvals.listRejectable(session.user, registry(), calls)
    if (!found.ok) return await refuse(found.error)
    return await renderRejection({ service: title(), session, calls, found: found.value })
  }
  const seen = parseSeenCalls(form.get('calls') ?? '')
  if (seen === undefined) return await refuse('not_found')
  const outcome = await approvals.rejectAll(session.user, { ...calls, seen })
  if (!outcome.ok) return await refuse(outcome.error)
  const done = outcome.value === seen.length ? 'all_rejected' : 'some_rejected'
  return await redirectTo(`${OAUTH_PATHS.account}?done=${done}`)
}

async function renderAccount(
  session: OpenSession,
  ports: OauthPorts,
  notice: Notice | undefined,
  after?: string,
): Promise<Response> {
  const [grants, businesses, list] = await Promise.all([
    ports.grants.grantsOf(session.user),
    orUndefined(ports.grants.businessesOf(session.user)),
    orUndefined(ports.approvals.approvalsOf(session.user, ports.registry(), after)),
  ])
  const service = ports.title()
  const isFirst = after === undefined
  return await renderAccountPage({ service, session, grants, businesses, list, isFirst, notice })
}

/** How long the page waits for the product. */
const PRODUCT_MS_MAX = 3000

/** Without the product, or while it is slow, users can still see and revoke their connections. */
async function orUndefined<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), PRODUCT_MS_MAX)
  try {
    return await Promise.race([asked, late.promise])
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

type RejectionContent = {
  readonly service: string
  readonly session: OpenSession
  readonly calls: CallsOfClient
  readonly found: RejectableCalls
}

/** Asks before many requests are rejected. The form names each, so that none comes along later. */
async function renderRejection(given: RejectionContent): Promise<Response> {
  const { service, session, calls, found } = given
  const { businessName, clientName, tools, oldest, newest, remaining } = found
  const count = found.calls.length
  const requests = countOf(count, 'request')
  const name = formatName(clientName)
  const fields = [
    ['business', calls.businessId],
    ['client', calls.clientId],
    ['calls', formatSeenCalls(found.calls)],
  ] as const
  const button = html`<button class="first" name="action" value="reject_all">Reject ${requests}
</button>`
  return await renderPage({
    title: `Reject ${requests}?`,
    service,
    body: html`<p class="lead">Nothing has changed yet. Rejected requests are not carried out; the
client has to make them again.</p>
<dl class="facts">
${renderFact('Requested with', html`<bdi>${name}</bdi>`)}
${renderFact('Business', html`<bdi>${businessName}</bdi>`)}
${[...tools].map(([title, each]) => renderFact(title, String(each)))}
${renderFact('Requested', html`${renderInstant(oldest)} to ${renderInstant(newest)}`)}
</dl>
${remaining > 0 && html`<p class="note">These are the oldest; ${remaining} more follow.</p>`}
<p class="note">Requests that come in after this page was made are kept.</p>
${renderForm(session, fields, button)}
<p><a class="way" href="${OAUTH_PATHS.account}">Back to your account</a></p>`,
  })
}

function formatSeenCalls(calls: readonly SeenCall[]): string {
  return calls.map(({ approvalId, version }) => `${approvalId}.${version}`).join(' ')
}

const SEEN_CALL = /^([A-Za-z0-9_]{1,64})\.([0-9]{1,15})$/

/** The calls that a form names; absent if our page did not write it. */
function parseSeenCalls(text: string): readonly SeenCall[] | undefined {
  const words = text.split(' ')
  if (words.length > LIMITS.rejectedAtOnceMax) return undefined
  const seen: SeenCall[] = []
  for (const word of words) {
    const [, approvalId, version] = SEEN_CALL.exec(word) ?? []
    if (approvalId === undefined || version === undefined) return undefined
    seen.push({ approvalId, version: Number(version) })
  }
  return seen
}
