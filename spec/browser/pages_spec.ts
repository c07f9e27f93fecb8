import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { HAS_LONG_TESTS, testWith } from '../requirements/verifies.ts'
import {
  findFaintTexts,
  findStructureFaults,
  measureOverflow,
  readFocus,
} from './_accessibility.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { type ForeignPage, openLocalPage } from './_client_pages.ts'
import { authorizationUrl } from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

// Where it is set, what a person would see is written there to be looked at.
const SHOTS = process.env.BROWSER_SHOTS

const openPage = useChromium()
let site: Site
let local: ForeignPage

beforeAll(async () => {
  local = openLocalPage()
  const client = (id: string, name: string) => ({
    id,
    name,
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  site = await openSite({
    config: {
      clients: [
        client('desk', 'Desk Assistant'),
        client('odd', `\u202e<script>alert(1)</script>\u200b${'o'.repeat(200)}`),
      ],
    },
  })
})
afterAll(async () => {
  await Promise.all([site.stop(), local.stop()])
})

function authorizationAddress(clientId = 'desk'): string {
  return authorizationUrl(site, {
    clientId,
    redirectUri: `http://127.0.0.1:${local.port}/callback`,
  })
}

async function checkPage(page: Page, name: string): Promise<void> {
  expect(await findStructureFaults(page)).toEqual([])
  expect(await findFaintTexts(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
}

const VIEWPORTS = {
  light: { colorScheme: 'light', viewport: { width: 900, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 900, height: 900 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  narrow_dark: { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
} as const

const shown = Object.entries(VIEWPORTS)

for (const [name, options] of HAS_LONG_TESTS ? shown : shown.slice(0, 1)) {
  testWith([CHROMIUM], `every page can be read: ${name}`, async () => {
    const { page, complaints, context } = await openPage(options)
    await page.goto(authorizationAddress())
    await checkPage(page, `${name}-sign-in`)
    await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
    await page.getByRole('radio').first().waitFor()
    await checkPage(page, `${name}-consent`)
    await page.locator('button[value=allow]').evaluate((button) => {
      button.setAttribute('formnovalidate', '')
    })
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').waitFor()
    await checkPage(page, `${name}-mistake`)
    await page.goto(`${site.url}/account`)
    await checkPage(page, `${name}-account`)
    // The browser itself complains about any page with status 400: nothing else may be there.
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
    await context.close()
  })
}

testWith([CHROMIUM], 'a name that means harm stays a name', async () => {
  const { page, complaints, context } = await openPage({ viewport: { width: 320, height: 640 } })
  await page.goto(authorizationAddress('odd'))
  await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
  await page.getByRole('radio').first().waitFor()
  expect(await page.title()).toStartWith('Connect <script>alert(1)</script>ooo')
  expect(await page.locator('script').count()).toBe(0)
  await checkPage(page, 'odd-consent')
  expect(complaints).toEqual([])
  await context.close()
})

testWith([CHROMIUM], 'the style of a page is let through, and no other', async () => {
  const { page, complaints, context } = await openPage({ colorScheme: 'light' })
  await page.goto(authorizationAddress())
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await ground()
  expect(before).toBe('rgb(246, 245, 241)')
  await page.evaluate(() => {
    const foreign = document.createElement('style')
    foreign.textContent = 'body { background: rgb(255, 0, 0) }'
    document.head.append(foreign)
  })
  expect(await ground()).toBe(before)
  expect(complaints.some((text) => text.includes('style-src'))).toBe(true)
  await context.close()
})

testWith([CHROMIUM], 'the measures of these tests see what is wrong', async () => {
  const { page, context } = await openPage({ viewport: { width: 320, height: 640 } })
  await page.goto(authorizationAddress())
  expect([await findFaintTexts(page), await findStructureFaults(page)]).toEqual([[], []])
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading === null) return
    heading.style.color = 'rgb(200, 200, 200)'
    heading.style.width = '400px'
    heading.insertAdjacentHTML('afterend', '<h3>Deep</h3><input name="bare">')
  })
  expect(await findFaintTexts(page)).toEqual([expect.stringMatching(/^Sign in: 1\.[0-9]/)])
  expect(await findStructureFaults(page)).toEqual([
    'heading 3 skips a level',
    '"bare" has no label',
    'script or style',
  ])
  expect(await measureOverflow(page)).toBeGreaterThan(0)
  await context.close()
})

/** Goes on with the tabulator until a name is reached; everything on the way must be visible. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press('Tab')
    const here = await readFocus(page)
    expect(here.seen).toBe(true)
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return
  }
  throw new Error(`Cannot reach "${name}" with the keyboard`)
}

testWith([CHROMIUM], 'a person with a keyboard alone connects a client and ends it', async () => {
  const { page, complaints, context } = await openPage()
  await page.goto(authorizationAddress())
  await tabTo(page, 'Sign in as Ada Example')
  await page.keyboard.press('Enter')
  await page.getByRole('radio').first().waitFor()
  // Nothing has the focus: an Enter that was meant for another page allows nothing.
  expect((await readFocus(page)).name).toBe('')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Quillfeather Bakery/)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect((await readFocus(page)).name).toStartWith('Quillfeather Cycles')
  await tabTo(page, 'Allow changes')
  await page.keyboard.press('Space')
  await tabTo(page, 'Allow')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Arrived' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

testWith([CHROMIUM], 'the consent page has a name and a role for everything', async () => {
  const { page, context } = await openPage()
  await page.goto(authorizationAddress())
  expect(await page.locator('main').ariaSnapshot()).toContain('button "Sign in as Ada Example"')
  await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
  await page.getByRole('radio').first().waitFor()
  const snapshot = await page.locator('body').ariaSnapshot()
  for (const line of [
    'heading "Connect Desk Assistant" [level=1]',
    'group "Business"',
    'radio "Quillfeather Bakery Workspace Quillfeather Holdings (example)"',
    'radio "Quillfeather Cycles Workspace Quillfeather Holdings (example)"',
    'heading "What this client can do" [level=2]',
    'heading "Read" [level=3]',
    'heading "Change" [level=3]',
    'checkbox "Allow changes" [checked]',
    'button "Not you? Use another account"',
    'button "Allow"',
    'button "Deny"',
  ]) {
    expect(snapshot).toContain(line)
  }
  expect(snapshot).not.toContain('[checked] radio')
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  const group = page.getByRole('group', { name: 'Business' })
  expect(await group.getAttribute('aria-describedby')).toBe('hint')
  await context.close()
})
