import { afterAll, beforeAll, expect } from 'bun:test'
import { type Product, SECRET, startProduct } from '../product/running_product.ts'
import { verifies } from '../requirements/verifies.ts'
import { type BusinessCaller, createBusinessCaller } from '../support/business_calls.ts'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { obtainToken } from '../support/login.ts'
import type { Running } from '../support/running.ts'
import { clickButton } from './callback.ts'
import { startSurface } from './surface.ts'

let product: Product
let running: Running
let caller: BusinessCaller

beforeAll(async () => {
  product = await startProduct()
  running = await startSurface({
    env: { DEV_SIGN_IN: '1', DOMAIN_URL: product.url, DOMAIN_SECRET: SECRET },
  })
  caller = createBusinessCaller(running.url)
})
afterAll(async () => {
  await running.stop()
  await product.stop()
})

const BAKERY = { workspace_id: 'ws_quillfeather', business_id: 'biz_bakery' }

/** What the product itself has, not what the service says. */
function readStored(type: string, id: string): Readonly<Record<string, unknown>> | undefined {
  return product.workspace.find(BAKERY, type, id)?.fields
}

async function signIn(user: string): Promise<HeadlessBrowser> {
  const person = new HeadlessBrowser(running.url)
  await clickButton(
    person,
    await person.open('/oauth/sign-in?return=/account'),
    `Sign in as ${user}`,
  )
  return person
}

verifies(
  ['authority.business_read', 'authority.business_write', 'rule.writes_through_services'],
  'over a product of its own: sign in, consent, read and write, and the product has it',
  async () => {
    const { access } = await obtainToken(running.url, { user: 'Ada', business: 'biz_bakery' })
    const profile = await caller.call('get_business_profile', {}, access)
    const [record] = profile.result?.structuredContent?.records ?? []
    expect(record?.fields?.name).toBe('Quillfeather Bakery')
    const note = { topic: 'routine', text: 'The lamps are changed in November.' }
    const meta = { 'lectern/idempotencyKey': 'lamps-1' }
    const written = await caller.call('add_memory_note', note, access, meta)
    expect(written.result?.structuredContent?.status).toBe('applied')
    const again = await caller.call('add_memory_note', note, access, meta)
    expect(again.result).toEqual(written.result)
    const notes = product.workspace.list(BAKERY, 'memory_note')
    expect(notes.filter(({ fields }) => fields.text === note.text)).toHaveLength(1)
  },
)

verifies(
  ['business.held', 'auth.refused_without_scope', 'auth.user_session'],
  'threat 39: over a product of its own, what is held is applied by a person on the account page',
  async () => {
    const { access } = await obtainToken(running.url, { user: 'Ada', business: 'biz_bakery' })
    const jobs = await caller.call('list_jobs', { status: 'confirmed' }, access)
    const id = jobs.result?.structuredContent?.records?.[0]?.id ?? ''
    const args = { id, cancel_reason: 'The hall is flooded.' }
    const held = await caller.call('cancel_job', args, access)
    expect(held.result?.structuredContent?.status).toBe('held')
    expect(readStored('job', id)?.status).toBe('confirmed')
    // A member is not an approver, so their page offers no decision.
    const cleo = await signIn('Cleo')
    await expect(clickButton(cleo, await cleo.open('/account'), 'Approve')).rejects.toThrow(
      'Cannot',
    )
    const ada = await signIn('Ada')
    const page = await ada.open('/account')
    expect(page.html).toContain('The hall is flooded.')
    const decided = await clickButton(ada, page, 'Approve')
    expect(decided.html).toContain('Approved and completed.')
    expect(readStored('job', id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: args.cancel_reason,
    })
    await expect(clickButton(ada, await ada.open('/account'), 'Approve')).rejects.toThrow('Cannot')
  },
)

verifies(
  ['auth.checked_at_call', 'business.held'],
  'threat 35: archived in the product, a business is closed to tokens, approvals and new grants',
  async () => {
    const { access, refresh, clientId } = await obtainToken(running.url, { business: 'biz_bakery' })
    const jobs = await caller.call('list_jobs', { status: 'requested' }, access)
    const id = jobs.result?.structuredContent?.records?.[0]?.id ?? ''
    const args = { id, cancel_reason: 'Nobody is there any more.' }
    expect((await caller.call('cancel_job', args, access)).result?.structuredContent?.status).toBe(
      'held',
    )
    const ada = await signIn('Ada')
    const page = await ada.open('/account')
    product.workspace.archive('biz_bakery')
    try {
      const read = await caller.call('get_business_profile', {}, access)
      expect([read.status, read.result?.isError]).toEqual([200, true])
      expect(JSON.stringify(read.result)).not.toContain('Quillfeather')
      const note = await caller.call('add_memory_note', { topic: 'other', text: 'x' }, access)
      expect([note.status, note.result?.isError]).toEqual([200, true])
      await clickButton(ada, page, 'Approve')
      product.workspace.open('biz_bakery')
      expect(readStored('job', id)?.status).toBe('requested')
      product.workspace.archive('biz_bakery')
      const renewed = await fetch(`${running.url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: refresh,
          client_id: clientId,
        }),
      })
      expect([renewed.status, await renewed.json()]).toMatchObject([
        400,
        { error: 'invalid_grant' },
      ])
      await expect(obtainToken(running.url, { business: 'biz_bakery' })).rejects.toThrow()
    } finally {
      product.workspace.open('biz_bakery')
    }
    const reopened = await caller.call('get_business_profile', {}, access)
    expect(reopened.result?.isError).not.toBe(true)
  },
)

verifies(
  ['rule.writes_through_services', 'rule.public_stays_public'],
  'a product that does not answer closes the private tools and no public one',
  async () => {
    const { access } = await obtainToken(running.url, { business: 'biz_bakery' })
    await product.stop()
    const read = await caller.call('get_business_profile', {}, access)
    expect([read.status, read.result?.isError]).toEqual([200, true])
    const note = await caller.call('add_memory_note', { topic: 'other', text: 'x' }, access)
    expect(note.result?.isError).toBe(true)
    const found = await caller.call('search_public_docs', { query: 'install' }, access)
    expect([found.status, found.result?.isError]).toEqual([200, undefined])
  },
)
