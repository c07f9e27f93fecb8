import type { CallsOfClient, RejectableCalls, SeenCall } from '../../../business/tools/mod.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import { countOf } from '../../../contract/problem.ts'
import { formatName } from '../../../contract/shown_name.ts'
import type { OpenSession } from '../sign_in/session.ts'
import { renderFact, renderForm, renderInstant } from './_account_parts.ts'
import { html } from './_markup.ts'
import { renderPage } from './page.ts'

type RejectionContent = {
  readonly service: string
  readonly session: OpenSession
  readonly calls: CallsOfClient
  readonly found: RejectableCalls
}

/** Asks before many requests are rejected. The form names each, so that none comes along later. */
export async function renderRejection(given: RejectionContent): Promise<Response> {
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
export function parseSeenCalls(text: string): readonly SeenCall[] | undefined {
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
