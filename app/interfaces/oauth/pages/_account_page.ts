import type { GrantView } from '../../../business/grants/mod.ts'
import type { ApprovalList, ApprovalView } from '../../../business/tools/mod.ts'
import type { BusinessChoice } from '../../../contract/authority.ts'
import { type BusinessScope, OAUTH_PATHS } from '../../../contract/oauth.ts'
import { formatName } from '../../../contract/shown_name.ts'
import type { OpenSession } from '../sign_in/session.ts'
import { type FormField, renderFact, renderForm, renderInstant } from './_account_parts.ts'
import { html, type Markup } from './_markup.ts'
import { formatData, formatInstant } from './_text.ts'
import { renderPage } from './page.ts'

/** What the last form did, or why it was refused. */
export type Notice = { readonly done: string } | { readonly refused: string }

type AccountContent = {
  readonly service: string
  readonly session: OpenSession
  readonly grants: readonly GrantView[]
  /** Absent while the product is unavailable. */
  readonly businesses: readonly BusinessChoice[] | undefined
  readonly list: ApprovalList | undefined
  /** Whether the list of requests begins on this page. */
  readonly isFirst: boolean
  readonly notice: Notice | undefined
}

const UNAVAILABLE = 'Not available right now.'
const NO_REQUESTS = 'There is nothing to approve.'

/** The connections of a user and the requests that wait for a decision, which is made only here. */
export async function renderAccountPage(given: AccountContent): Promise<Response> {
  const { service, session, grants, list, isFirst, notice } = given
  const { approvals = [], next } = list ?? {}
  const isRefused = notice !== undefined && 'refused' in notice
  const open = approvals.filter(isOpen)
  const past = approvals.filter((each) => !isOpen(each))
  return await renderPage({
    title: 'Your account',
    service,
    status: isRefused ? 409 : 200,
    isMistaken: isRefused,
    body: html`${notice && renderNotice(notice)}
<div class="row"><p class="lead">Signed in as <bdi>${formatName(session.user.display)}</bdi>.</p>
${renderForm(session, [], html`<button name="action" value="sign_out">Sign out</button>`)}</div>
<h2>Waiting for approval</h2>
${open.length === 0 && html`<p>${list === undefined ? UNAVAILABLE : NO_REQUESTS}</p>`}
${open.map((each) => renderOpenApproval(each, session))}
${listClients(open).map((each) => renderRejectAll(each, session))}
${!isFirst && html`<p><a href="${OAUTH_PATHS.account}">Show the oldest requests</a></p>`}
${next !== undefined && renderNext(next)}
<h2>Connections</h2>
${grants.length === 0 && html`<p>You have no connections.</p>`}
${grants.map((each) => renderGrant(each, given))}
${past.length > 0 && html`<h2>Past requests</h2>${past.map(renderPastApproval)}`}`,
  })
}

/** A request that was approved but not completed can be decided again. */
function isOpen({ state, decidable, withdrawable }: ApprovalView): boolean {
  return state === 'held' || decidable || withdrawable
}

function renderNotice(notice: Notice): Markup {
  if ('done' in notice) return html`<p class="done" role="status">${notice.done}</p>`
  return html`<div class="summary" role="alert">
<h2>Nothing changed</h2>
<p>${notice.refused}</p>
</div>`
}

function renderNext(next: string): Markup {
  return html`<p><a href="${OAUTH_PATHS.account}?after=${next}">Show newer requests</a></p>`
}

function renderGrant(grant: GrantView, { session, businesses }: AccountContent): Markup {
  const business = businesses?.find(({ businessId }) => businessId === grant.businessId)
  const missing = businesses === undefined ? UNAVAILABLE : 'Not available'
  const name = formatName(grant.clientName)
  const revoke = html`<button name="action" value="revoke">Revoke<span class="hidden"> the
connection of ${name}</span></button>`
  return html`<article>
<h3><bdi>${name}</bdi></h3>
<dl class="facts">
${renderFact('Business', business === undefined ? missing : renderBusiness(business))}
${renderFact('Access', describeRights(grant.scopes))}
${renderFact('Redirects to', html`<span class="code">${grant.redirectHost}</span>`)}
${renderFact('Connected', renderInstant(grant.created))}
${renderFact('Last used', grant.lastUsed === undefined ? 'Never' : renderInstant(grant.lastUsed))}
</dl>
${renderForm(session, [['grant', grant.id]], revoke)}
</article>`
}

function renderBusiness({ businessName, workspaceName }: BusinessChoice): Markup {
  return html`<bdi>${businessName}</bdi>
<span class="say">Workspace <bdi>${workspaceName}</bdi></span>`
}

function describeRights(scopes: readonly BusinessScope[]): string {
  if (!scopes.includes('mcp:business:write')) return 'Read'
  return scopes.includes('mcp:business:read') ? 'Read and change' : 'Change'
}

/** Shows the arguments that would be executed; no character of them is hidden. */
function renderOpenApproval(approval: ApprovalView, session: OpenSession): Markup {
  const { id, version, toolTitle, args, decidable, withdrawable, expires, created } = approval
  const about = html`<span class="hidden"> ${toolTitle}, requested ${formatInstant(created)}</span>`
  const buttons = html`<button class="first" name="action" value="approve">Approve${about}</button>
<button name="action" value="reject">Reject${about}</button>`
  const withdraw = html`<button name="action" value="withdraw">Withdraw${about}</button>`
  const fields: readonly FormField[] = [
    ['approval', id],
    ['version', version],
  ]
  return html`<article>
<h3>${toolTitle}</h3>
${renderRequest(approval)}
<p>The call runs with exactly these values:</p>
<pre class="data"><code>${formatData(args)}</code></pre>
<p>This request expires at ${renderInstant(expires)}.</p>
${decidable && renderForm(session, fields, buttons)}
${!decidable && html`<p class="note">Another person must decide this request.</p>`}
${!decidable && withdrawable && renderForm(session, fields, withdraw)}
</article>`
}

/** The first request of each client and business that has several to decide. */
function listClients(open: readonly ApprovalView[]): readonly ApprovalView[] {
  const groups = Map.groupBy(
    open.filter(({ decidable }) => decidable),
    ({ businessId, clientId }) => `${businessId} ${clientId}`,
  )
  return [...groups.values()].flatMap((group) => (group.length > 1 ? group.slice(0, 1) : []))
}

/** Includes the requests on other pages. */
function renderRejectAll(
  { businessId, businessName, clientId, clientName }: ApprovalView,
  session: OpenSession,
): Markup {
  const fields: readonly FormField[] = [
    ['business', businessId],
    ['client', clientId],
  ]
  const button = html`<button name="action" value="review_rejection">Reject all from
<bdi>${formatName(clientName)}</bdi> for <bdi>${businessName}</bdi></button>`
  return renderForm(session, fields, button)
}

function renderPastApproval(approval: ApprovalView): Markup {
  return html`<article>
<h3>${approval.toolTitle} <span class="tag">${approval.state}</span></h3>
${renderRequest(approval)}
</article>`
}

function renderRequest(approval: ApprovalView): Markup {
  const { record, businessName, requestedBy, clientName, created } = approval
  const by = html`<bdi>${formatName(requestedBy)}</bdi> with <bdi>${formatName(clientName)}</bdi>`
  return html`<dl class="facts">
${record !== undefined && renderFact('Record', html`<bdi>${formatName(record)}</bdi>`)}
${renderFact('Business', html`<bdi>${businessName}</bdi>`)}
${renderFact('Requested by', by)}
${renderFact('Requested', renderInstant(created))}
</dl>`
}
