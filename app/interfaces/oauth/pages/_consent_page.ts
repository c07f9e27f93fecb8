import type { Client, GrantView, Transaction } from '../../../business/grants/mod.ts'
import type { BusinessChoice } from '../../../contract/authority.ts'
import type { BusinessRegistry } from '../../../contract/business.ts'
import { OAUTH_PATHS, type OauthSettings } from '../../../contract/oauth.ts'
import { withoutLoopbackPort } from '../../../contract/redirect_uri.ts'
import { formatName } from '../../../contract/shown_name.ts'
import { redirectHostOf } from '../clients/redirects.ts'
import type { OpenSession } from '../sign_in/session.ts'
import { renderToolLists } from './_consent_tools.ts'
import { html, type Markup } from './_markup.ts'
import { formatDuration } from './_text.ts'
import { renderPage } from './page.ts'

/** What was wrong with the last attempt, and what the user chose. */
export type Mistake = {
  readonly message: string
  readonly isWriteChosen: boolean
}

type ConsentContent = {
  readonly service: string
  readonly session: OpenSession
  readonly transaction: Transaction
  readonly client: Client
  readonly businesses: readonly BusinessChoice[]
  /** The grant that the same client already has from this user, if any. */
  readonly before: GrantView | undefined
  readonly registry: BusinessRegistry
  readonly settings: OauthSettings
  readonly mistake?: Mistake
}

/** The page on which a user connects a client to exactly one business (contract 5, rule 1). */
export async function renderConsentPage(given: ConsentContent): Promise<Response> {
  const { service, client, transaction, businesses, mistake } = given
  const shown = describeClient(client, transaction.redirectUri)
  return await renderPage({
    title: `Connect ${shown.name}`,
    service,
    status: mistake === undefined ? 200 : 400,
    isMistaken: mistake !== undefined,
    formTarget: formTargetOf(transaction.redirectUri),
    body: html`${mistake && renderSummary(mistake)}
<p class="lead"><bdi>${shown.name}</bdi> wants to access your records at ${service}.</p>
${renderFacts(shown, given)}
${shown.warnings.map(renderWarning)}
<form method="post" action="${OAUTH_PATHS.consent}">
${renderHiddenFields(transaction)}
${businesses.length === 0 ? renderNoBusiness() : renderChoices(given)}
${renderToolLists(given.registry, transaction.scopes, mistake?.isWriteChosen ?? true)}
${renderLifetime(given)}
<p class="buttons">
${businesses.length > 0 && ALLOW}
<button name="decision" value="deny" formnovalidate>Deny</button>
</p>
</form>`,
  })
}

const ALLOW = html`<button class="first" name="decision" value="allow">Allow</button>`

function renderWarning(text: string): Markup {
  return html`<p class="warning" role="note"><strong>Caution:</strong> ${text}</p>`
}

function renderSummary({ message }: Mistake): Markup {
  return html`<div class="summary" role="alert">
<h2>Nothing was connected</h2>
<p><a href="#business-0">${message}</a></p>
</div>`
}

function renderFacts(shown: ClientDescription, { session, transaction }: ConsentContent): Markup {
  return html`<dl class="facts">
<div><dt>Client name</dt>
<dd><bdi>${shown.name}</bdi> <span class="tag">not verified</span></dd></div>
<div><dt>${shown.knownBy}</dt><dd class="code">${shown.id}</dd></div>
<div><dt>Redirects to</dt><dd class="code">${shown.redirectsTo}</dd></div>
<div><dt>Signed in as</dt><dd><bdi>${formatName(session.user.display)}</bdi>
<form method="post" action="${OAUTH_PATHS.consent}">
${renderHiddenFields(transaction)}
<button class="plain" name="decision" value="switch">Not you? Use another account</button>
</form></dd></div>
</dl>`
}

/** The form names only the transaction; everything else is looked up again. */
function renderHiddenFields({ id, csrf }: Transaction): Markup {
  return html`<input type="hidden" name="request" value="${id}">
<input type="hidden" name="csrf" value="${csrf}">`
}

/** A single business is preselected; of several, none is. */
function renderChoices(given: ConsentContent): Markup {
  const { businesses, before, mistake } = given
  const connected = businesses.find(({ businessId }) => businessId === before?.businessId)
  const chosen = connected ?? (businesses.length === 1 ? businesses[0] : undefined)
  const descriptions = connected === undefined ? 'hint' : 'hint moved'
  const wrong = mistake && html` aria-invalid="true"`
  return html`<fieldset aria-describedby="${descriptions}"${wrong}>
<legend>Business</legend>
<p id="hint">${hintOf(given, connected)}</p>
${businesses.map((choice, at) => renderChoice(choice, at, choice === chosen, choice === connected))}
${connected && renderMoveWarning(connected)}
</fieldset>`
}

function hintOf(
  { businesses, before }: ConsentContent,
  connected: BusinessChoice | undefined,
): string {
  if (connected !== undefined) {
    return `This client is connected to ${connected.businessName} and can access only one business.`
  }
  if (before !== undefined)
    return 'The business that this client was connected to is no longer available.'
  if (businesses.length === 1) return 'This client will be able to access only this business.'
  return 'This client will be able to access only the business you choose.'
}

function renderChoice(
  { businessId, businessName, workspaceName }: BusinessChoice,
  at: number,
  isChosen: boolean,
  isConnected: boolean,
): Markup {
  const checked = isChosen && html` checked`
  const kept = isConnected && html` class="kept"`
  const id = `business-${at}`
  return html`<p class="choice">
<input type="radio" id="${id}" name="business" value="${businessId}" required${checked}${kept}>
<label for="${id}"><bdi>${businessName}</bdi>
<span class="say">Workspace <bdi>${workspaceName}</bdi></span></label></p>`
}

/** The style shows it when another business is chosen; screen readers always have it. */
function renderMoveWarning({ businessName }: BusinessChoice): Markup {
  return html`<p id="moved" class="warning moved"><strong>Caution:</strong> if you choose another
business, the connection to ${businessName} ends.</p>`
}

function renderNoBusiness(): Markup {
  return html`<p class="warning" role="note">You do not have a business to connect. Ask the
administrator of your workspace.</p>`
}

function renderLifetime({ client, settings }: ConsentContent): Markup {
  const { grant, refreshIdle, accessToken } = settings.lifetimes
  const end = formatDuration(client.refreshes ? grant : accessToken)
  const idle = client.refreshes && `, or after ${formatDuration(refreshIdle)} without use`
  return html`<h2>How long access lasts</h2>
<p>Access ends after ${end}${idle}. You can revoke it at any time at ${OAUTH_PATHS.account}.</p>`
}

/** What the consent page says about a client: its own claims and what was checked. */
type ClientDescription = {
  readonly name: string
  readonly knownBy: string
  readonly id: string
  readonly redirectsTo: string
  readonly warnings: readonly string[]
}

/** A client can choose everything shown except the host of its document's address. */
function describeClient(client: Client, redirectUri: string): ClientDescription {
  const known = describeOrigin(client)
  return {
    name: formatName(client.name),
    ...known,
    redirectsTo: redirectHostOf(redirectUri),
    warnings: warningsOf(client, redirectUri),
  }
}

function describeOrigin(client: Client): Pick<ClientDescription, 'knownBy' | 'id'> {
  switch (client.kind) {
    case 'document':
      return { knownBy: 'Published at', id: new URL(client.id).host }
    case 'dynamic':
      return { knownBy: 'Self-registered as', id: client.id }
    case 'registered':
      return { knownBy: 'Registered here as', id: client.id }
  }
}

const LOCAL =
  'this client runs on your computer, where any program can use any name. ' +
  'Continue only if you have just started it yourself.'
const CHANGED =
  'the details of this client have changed since it was last connected. Check them again.'

function warningsOf(client: Client, redirectUri: string): readonly string[] {
  const isLocal = withoutLoopbackPort(redirectUri) !== undefined
  return [...(isLocal ? [LOCAL] : []), ...(client.changed ? [CHANGED] : [])]
}

/**
 * What `form-action` must allow besides us: browsers check it at each redirect, so without the
 * client's address the button Allow would do nothing (CSP level 3, 6.4.1). Absent for a host with a
 * character that has a meaning in a policy.
 */
export function formTargetOf(redirectUri: string): string | undefined {
  const { protocol, host, origin } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return /^[a-z][a-z0-9+.-]*:$/.test(protocol) ? protocol : undefined
  }
  // A policy cannot name an IPv6 address; http is allowed only to loopback hosts.
  if (host.startsWith('[')) return protocol
  return /^[a-z0-9.-]+(?::[0-9]+)?$/.test(host) ? origin : undefined
}
