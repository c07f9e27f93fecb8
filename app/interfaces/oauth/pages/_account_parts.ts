import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import type { OpenSession } from '../sign_in/session.ts'
import { html, type Markup } from './_markup.ts'
import { formatInstant } from './_text.ts'

export type FormField = readonly [name: string, value: string | number]

/** A form of the account page; its token shows that one of our pages sent it. */
export function renderForm(
  { csrf }: OpenSession,
  fields: readonly FormField[],
  buttons: Markup,
): Markup {
  const all: readonly FormField[] = [['csrf', csrf], ...fields]
  return html`<form method="post" action="${OAUTH_PATHS.account}">
${all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="buttons">${buttons}</p>
</form>`
}

export function renderFact(name: string, value: Markup | string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

export function renderInstant(instantMs: number): Markup {
  const exact = new Date(instantMs).toISOString()
  return html`<time datetime="${exact}">${formatInstant(instantMs)}</time>`
}
