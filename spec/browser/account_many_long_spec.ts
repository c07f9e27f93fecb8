import { afterAll, beforeAll, expect } from 'bun:test'
import { testLong } from '../requirements/verifies.ts'
import { findFaintTexts, findStructureFaults, measureOverflow } from './_accessibility.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { connectClient, holdCall, signIn } from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

const REDIRECT = 'https://client.test/callback'

const openPage = useChromium()
let site: Site

beforeAll(async () => {
  site = await openSite({
    config: { clients: [{ id: 'desk', name: 'Desk Assistant', redirect_uris: [REDIRECT] }] },
  })
  const ada = await signIn(site, 'Ada')
  const options = { redirectUri: REDIRECT, business: 'biz_bakery' }
  const token = await connectClient(site, ada, options)
  for (const id of ['job_wedding_cake', 'job_school_rolls']) {
    await holdCall(site, token, { id, cancel_reason: 'No' })
  }
  for (let at = 0; at < 60; at += 1) await copyHeld(at)
  const cleo = await signIn(site, 'Cleo')
  const hers = await connectClient(site, cleo, options)
  await holdCall(site, hers, { id: 'job_marek_rye', cancel_reason: 'Mine' })
})
afterAll(async () => await site.stop())

async function copyHeld(at: number): Promise<void> {
  await site.store.transaction((sql) =>
    sql.run(
      `INSERT INTO held_approval (id, workspace_id, business_id, tool, operation, args, args_hash,
        requested_by, grant_id, client_id, scopes, state, version, policy, created, ends)
        SELECT ?, workspace_id, business_id, tool, operation, args, ?, requested_by, grant_id,
        client_id, scopes, 'held', 1, policy, created + 1, ends FROM held_approval
        WHERE args LIKE '%wedding%' LIMIT 1`,
      `appr_${at}`,
      new TextEncoder().encode(String(at)),
    ),
  )
}

testLong('a requester withdraws a call that another person must decide', async () => {
  const { page, complaints, context } = await openPage()
  await page.goto(`${site.url}/account`)
  await page.getByRole('button', { name: 'Sign in as Cleo Example' }).click()
  await page.getByText('Another person must decide this request.').waitFor()
  expect(await findStructureFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Withdraw Cancel a job/ }).click()
  await page.getByText('This request was cancelled. Nothing changed.').waitFor()
  await page.getByText('There is nothing to approve.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, [CHROMIUM])

testLong('an approver pages through requests and rejects all of a client', async () => {
  const { page, complaints, context } = await openPage({ javaScriptEnabled: false })
  await page.goto(`${site.url}/account`)
  await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
  // A page is read piece by piece: what comes last says that the rest is there.
  const approve = page.getByRole('button', { name: /^Approve/ })
  await page.getByRole('link', { name: 'Show newer requests' }).waitFor()
  expect(await approve.count()).toBe(50)
  await page.getByRole('link', { name: 'Show newer requests' }).click()
  await page.getByRole('link', { name: 'Show the oldest requests' }).waitFor()
  expect(await approve.count()).toBeGreaterThan(10)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await measureOverflow(page)).toBe(0)
  await page.getByRole('link', { name: 'Show the oldest requests' }).click()
  await page
    .getByRole('button', { name: 'Reject all from Desk Assistant for Quillfeather Bakery' })
    .click()
  await page.getByRole('heading', { name: 'Reject 62 requests?' }).waitFor()
  expect(await findStructureFaults(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await page.getByRole('link', { name: 'Show newer requests' }).waitFor()
  expect(await approve.count()).toBe(50)
  await page.getByRole('button', { name: /^Reject all from/ }).click()
  await page.getByRole('button', { name: 'Reject 62 requests' }).click()
  await page.getByText('Rejected all requests that were listed. Nothing changed.').waitFor()
  await page.getByText('There is nothing to approve.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, [CHROMIUM])

testLong('a page with many requests can be read and used by everybody', async () => {
  const token = await connectClient(site, await signIn(site, 'Ada'), {
    redirectUri: REDIRECT,
    business: 'biz_bakery',
  })
  for (const id of ['job_wedding_cake', 'job_school_rolls']) {
    await holdCall(site, token, { id, cancel_reason: 'Again' })
  }
  const { page, context } = await openPage()
  await page.goto(`${site.url}/account`)
  await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
  await page.getByRole('button', { name: /^Reject all from/ }).waitFor()
  expect(await findStructureFaults(page)).toEqual([])
  expect(await findFaintTexts(page)).toEqual([])
  await context.close()
}, [CHROMIUM])
