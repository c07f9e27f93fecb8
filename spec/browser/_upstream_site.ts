import { createOpenIdProvider } from '../../app/interfaces/oauth/plugin.ts'
import { HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'
import { startUpstream, type UpstreamProvider } from '../support/identity_provider.ts'
import { openSite, type Site } from './_site.ts'

/** Changes responses of the provider on their way to us. */
type AnswerFilter = (url: string, answer: Response) => Response | Promise<Response>
export const passThrough: AnswerFilter = (_url, answer) => answer

export type UpstreamSite = {
  readonly site: Site
  readonly upstream: UpstreamProvider
  /** Sets how responses of the provider are changed. */
  meddle(how: AnswerFilter): void
  stop(): Promise<void>
}

/** A service whose users sign in at a provider of their own. */
export async function openUpstreamSite(): Promise<UpstreamSite> {
  const started: UpstreamProvider[] = []
  let how = passThrough
  const site = await openSite({
    config: {
      clients: [{ id: 'desk', name: 'Desk', redirect_uris: ['http://127.0.0.1/callback'] }],
    },
    signIn: async ({ url, clock }) => {
      const redirectUri = `${url}/oauth/callback`
      const provider = await startUpstream([redirectUri])
      started.push(provider)
      const fetchMeddled = async (address: string, init: RequestInit) =>
        await how(address, await fetch(address, init))
      return {
        way: 'provider',
        provider: createOpenIdProvider({ ...provider, redirectUri, clock, fetch: fetchMeddled }),
      }
    },
  })
  const [upstream] = started
  if (upstream === undefined) throw new Error('Cannot start the provider')
  return {
    site,
    upstream,
    meddle: (given) => {
      how = given
    },
    stop: async () => {
      upstream.stop()
      await site.stop()
    },
  }
}

/** Clicks the button of the sign-in page; ends at the provider or on our error page. */
export async function clickContinue(
  { site }: UpstreamSite,
  person: HeadlessBrowser,
  query = '',
): Promise<VisitedPage> {
  const page = await person.open(`${site.url}/oauth/sign-in?return=/account${query}`)
  const [form] = page.forms
  if (form === undefined) throw new Error(`Cannot sign in: ${page.html}`)
  return await person.submit(form, form.buttons[0])
}

export type PendingCallback = { readonly person: HeadlessBrowser; readonly callback: URL }

/** Signs in at the provider; stops before the callback. */
export async function signInToCallback(
  given: UpstreamSite,
  login = 'ada',
): Promise<PendingCallback> {
  const person = new HeadlessBrowser(given.site.url)
  const away = await clickContinue(given, person)
  return { person, callback: await given.upstream.signIn(away.url, login) }
}
