import { findForm, newBrowser, obtainCode, redeem, refresh, register } from '../races/client.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { obtainToken } from '../support/login.ts'
import type { Caller } from './_public_callers.ts'
import type { Tally } from './_tally.ts'

const REFRESHES = 3

/** A new client: registers, signs in, consents, redeems, refreshes, and goes. */
export const signIn: Caller = async (url, tally) => {
  const id = await register(url, `Soak ${crypto.randomUUID()}`)
  const code = await obtainCode(newBrowser(url), url, id)
  let tokens = await redeem(url, id, code)
  tally.note('oauth redemption', tokens.status)
  for (let time = 0; time < REFRESHES; time += 1) {
    tokens = await refresh(url, id, tokens.refresh)
    tally.note('oauth refresh', tokens.status)
  }
  const body = new URLSearchParams({ client_id: id, token: tokens.refresh })
  const revoked = await fetch(`${url}/oauth/revoke`, { method: 'POST', body })
  await revoked.text()
  tally.note('oauth revocation', revoked.status)
  const again = await refresh(url, id, tokens.refresh)
  tally.note('oauth refresh after it', again.status, [400])
}

const READS = ['get_business_profile', 'list_jobs', 'list_customers', 'list_memory'] as const

/** Connects once; from then on reads, writes, and has a held call rejected or approved. */
export async function createBusinessClient(url: string): Promise<Caller> {
  const { access } = await obtainToken(url)
  const { call, tools } = createBusinessCaller(url)
  // Signed in as the person who decides.
  const browser = newBrowser(url)
  await obtainCode(browser, url, await register(url, `Soak ${crypto.randomUUID()}`))
  let passes = 0
  return async (_, tally) => {
    await tools(access)
    for (const name of READS) {
      const { status, result } = await call(name, {}, access)
      tally.note(`business ${name}`, status)
      if (result?.isError !== undefined && result.isError) tally.fail(name, 'it is an error')
    }
    const text = `Note ${passes} of a long day.`
    const written = await call('add_memory_note', { topic: 'other', text }, access)
    tally.note('business add_memory_note', written.status)
    const stranger = await call('get_business_profile', {}, 'no-such-token')
    tally.note('business with a wrong token', stranger.status, [401])
    await decideHeldCall({ call, access, browser, tally, reason: `Asked for, ${passes}.` })
    passes += 1
  }
}

type Holding = {
  readonly call: ReturnType<typeof createBusinessCaller>['call']
  readonly access: string
  readonly browser: ReturnType<typeof newBrowser>
  readonly tally: Tally
  readonly reason: string
}

/** Rejects the call that waits, so that it can be held again. */
async function decideHeldCall({ call, access, browser, tally, reason }: Holding): Promise<void> {
  const held = await call('cancel_job', { id: 'job_teapot_rolls', cancel_reason: reason }, access)
  const state = held.result?.structuredContent?.status ?? 'none'
  tally.note(`business cancel_job ${state}`, held.status)
  const account = await browser.open('/account')
  const form = findForm(account, 'Reject')
  const button = form.buttons.find(({ text }) => text.includes('Reject'))
  const decided = await browser.submit(form, button)
  tally.note('business rejection', decided.status)
}
