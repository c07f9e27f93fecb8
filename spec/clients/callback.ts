import type { HeadlessBrowser, VisitedPage } from '../support/headless_browser.ts'
import { REDIRECT_URI } from './surface.ts'

/** A client registered by the operator that builds its requests without a library. */
export type PlainClient = {
  /** The address that it sends a user to. */
  authorizationUrl(scope: string): string
  /** Redeems the code in the callback. */
  redeem(back: URL): Promise<{ readonly access_token: string; readonly scope: string }>
}

export async function createPlainClient(base: string, clientId: string): Promise<PlainClient> {
  const verifier = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return {
    authorizationUrl: (scope) =>
      `${base}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT_URI,
        code_challenge: Buffer.from(digest).toString('base64url'),
        code_challenge_method: 'S256',
        scope,
      })}`,
    redeem: async (back) => {
      const answer = await fetch(`${base}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          code_verifier: verifier,
          client_id: clientId,
        }),
      })
      if (answer.status !== 200) throw new Error(`Cannot redeem: ${await answer.text()}`)
      return (await answer.json()) as { access_token: string; scope: string }
    },
  }
}

/** Clicks the first button whose text starts with `words`; throws if there is none. */
export async function clickButton(
  person: HeadlessBrowser,
  page: VisitedPage,
  words: string,
): Promise<VisitedPage> {
  for (const form of page.forms) {
    const button = form.buttons.find(({ text }) => text.trim().startsWith(words))
    if (button !== undefined) return await person.submit(form, button)
  }
  throw new Error(`Cannot click "${words}": ${page.status} ${page.html}`)
}
