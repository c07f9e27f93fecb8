import type { ApprovalView } from '../business/mod.ts'
import type { BusinessChoice } from '../contract/authority.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import type { BusinessScope } from '../contract/scopes.ts'
import type { GrantView } from '../grants/mod.ts'
import { page } from './_page.ts'
import { html, type Markup } from './_page_markup.ts'
import { plainName, shownData, shownInstant } from './_page_text.ts'
import type { OpenSession } from './_session.ts'

/** What the last form did, or why it did not. */
export type Notice = { readonly done: string } | { readonly refused: string }

export type AccountOf = {
  readonly service: string
  readonly session: OpenSession
  readonly grants: readonly GrantView[]
  /** Absent while the product does not answer. */
  readonly businesses: readonly BusinessChoice[] | undefined
  readonly approvals: readonly ApprovalView[] | undefined
  readonly notice: Notice | undefined
}

const AWAY = 'This cannot be shown right now.'

/** What a user connected and what waits for a decision; the only place where it is decided. */
export async function accountPage(given: AccountOf): Promise<Response> {
  const { service, session, grants, approvals = [], notice } = given
  const isRefused = notice !== undefined && 'refused' in notice
  const open = approvals.filter(isOpen)
  const past = approvals.filter((each) => !isOpen(each))
  return await page({
    title: 'Your account',
    service,
    status: isRefused ? 409 : 200,
    isMistaken: isRefused,
    body: html`${notice && noticeOf(notice)}
<div class="row"><p class="lead">You are <bdi>${plainName(session.user.display)}</bdi>.</p>
${form(session, [], html`<button name="action" value="sign_out">Sign out</button>`)}</div>
<h2>Waiting for approval</h2>
${open.length === 0 && html`<p>${given.approvals === undefined ? AWAY : 'Nothing waits.'}</p>`}
${open.map((each) => openApproval(each, session))}
<h2>Connections</h2>
${grants.length === 0 && html`<p>Nothing is connected.</p>`}
${grants.map((each) => grantOf(each, given))}
${past.length > 0 && html`<h2>Decided</h2>${past.map(pastApproval)}`}`,
  })
}

/** What was approved and never came to an end can be decided once more. */
function isOpen({ state, decidable }: ApprovalView): boolean {
  return state === 'held' || decidable
}

function noticeOf(notice: Notice): Markup {
  if ('done' in notice) return html`<p class="done" role="status">${notice.done}</p>`
  return html`<div class="summary" role="alert">
<h2>Nothing was changed</h2>
<p>${notice.refused}</p>
</div>`
}

type Field = readonly [name: string, value: string | number]

function form({ csrf }: OpenSession, fields: readonly Field[], buttons: Markup): Markup {
  const all: readonly Field[] = [['csrf', csrf], ...fields]
  return html`<form method="post" action="${OAUTH_PATHS.account}">
${all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="buttons">${buttons}</p>
</form>`
}

function grantOf(grant: GrantView, { session, businesses }: AccountOf): Markup {
  const business = businesses?.find(({ businessId }) => businessId === grant.businessId)
  const noPlace = businesses === undefined ? AWAY : 'Not open at the moment'
  const name = plainName(grant.clientName)
  const revoke = html`<button name="action" value="revoke">Revoke<span class="hidden"> the
connection of ${name}</span></button>`
  return html`<article>
<h3><bdi>${name}</bdi></h3>
<dl class="facts">
${fact('Business', business === undefined ? noPlace : placeOf(business))}
${fact('It may', rightsOf(grant.scopes))}
${fact('Answers go to', html`<span class="code">${grant.redirectHost}</span>`)}
${fact('Connected', instant(grant.created))}
${fact('Last used', grant.lastUsed === undefined ? 'Never' : instant(grant.lastUsed))}
</dl>
${form(session, [['grant', grant.id]], revoke)}
</article>`
}

function fact(name: string, value: Markup | string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function placeOf({ businessName, workspaceName }: BusinessChoice): Markup {
  return html`<bdi>${businessName}</bdi>
<span class="say">Workspace <bdi>${workspaceName}</bdi></span>`
}

function rightsOf(scopes: readonly BusinessScope[]): string {
  const words = [
    ...(scopes.includes('mcp:business:read') ? ['Read'] : []),
    ...(scopes.includes('mcp:business:write') ? ['Change'] : []),
  ]
  return words.join(' and ')
}

/** The arguments are those that would be executed, and no character of them is hidden. */
function openApproval(approval: ApprovalView, session: OpenSession): Markup {
  const { id, version, toolTitle, args, decidable, expires, created } = approval
  const about = html`<span class="hidden"> ${toolTitle}, asked ${shownInstant(created)}</span>`
  const buttons = html`<button class="first" name="action" value="approve">Approve${about}</button>
<button name="action" value="reject">Reject${about}</button>`
  const fields: readonly Field[] = [
    ['approval', id],
    ['version', version],
  ]
  return html`<article>
<h3>${toolTitle}</h3>
${askedOf(approval)}
<p>With exactly this:</p>
<pre class="data"><code>${shownData(args)}</code></pre>
<p>It waits until ${instant(expires)}.</p>
${decidable && form(session, fields, buttons)}
${!decidable && html`<p class="note">Another person must decide this.</p>`}
</article>`
}

function pastApproval(approval: ApprovalView): Markup {
  return html`<article>
<h3>${approval.toolTitle} <span class="tag">${approval.state}</span></h3>
${askedOf(approval)}
</article>`
}

function askedOf({ businessName, requestedBy, clientName, created }: ApprovalView): Markup {
  const by = html`<bdi>${plainName(requestedBy)}</bdi> with <bdi>${plainName(clientName)}</bdi>`
  return html`<dl class="facts">
${fact('Business', html`<bdi>${businessName}</bdi>`)}
${fact('Asked by', by)}
${fact('Asked', instant(created))}
</dl>`
}

function instant(instantMs: number): Markup {
  const exact = new Date(instantMs).toISOString()
  return html`<time datetime="${exact}">${shownInstant(instantMs)}</time>`
}
