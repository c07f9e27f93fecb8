import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { readFocus } from './_accessibility.ts'
import { CHROMIUM, useChromium, useDocsSite } from './_chromium.ts'
import { PAUSE_MS, startHaltingProxy } from './_halting_proxy.ts'
import { PAGE_KINDS } from './page_kinds.ts'
import { measureFirstPaint, measureWeight, PAGE_BYTES_MAX, PART_BYTES_MAX } from './page_weight.ts'

const IN_BROWSER = { needs: [CHROMIUM] }

const openPage = useChromium()
const site = useDocsSite()

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(15, 18, 22)'

verifies(
  'site.theme',
  'the chosen theme is there before anything is painted',
  async () => {
    const { page, context, complaints } = await openPage({ colorScheme: 'light' })
    // Called when a body is there and nothing of it can have been painted.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.body === null) return
        observer.disconnect()
        const seen = getComputedStyle(document.body).backgroundColor
        Object.assign(globalThis, { firstGround: seen })
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${site().url}/`)
    expect(await groundOf(page)).toBe(LIGHT)
    await page.getByLabel('Theme').selectOption('dark')
    expect(await groundOf(page)).toBe(DARK)
    await page.goto(`${site().url}/run/limits/`)
    expect(await page.evaluate('globalThis.firstGround')).toBe(DARK)
    expect(await page.getByLabel('Theme').inputValue()).toBe('dark')
    await page.getByLabel('Theme').selectOption('')
    expect(await groundOf(page)).toBe(LIGHT)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await groundOf(page)).toBe(DARK)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'site.theme',
  'a browser that keeps nothing shows no error',
  async () => {
    const { page, context, complaints } = await openPage({ colorScheme: 'light' })
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get: refuse })
      }
    })
    await page.goto(`${site().url}/run/limits/`)
    await page.getByLabel('Theme').selectOption('dark')
    expect(await groundOf(page)).toBe(DARK)
    await page.keyboard.press('/')
    await page.keyboard.insertText('twin')
    await page.locator('dialog').getByRole('option').first().click()
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'site.no_script',
  'without script there are pages, menus and results',
  async () => {
    const viewport = { width: 360, height: 740 }
    const { page, context, complaints } = await openPage({ javaScriptEnabled: false, viewport })
    await page.goto(`${site().url}/run/limits/`)
    expect(await page.locator('.with-script:visible').count()).toBe(0)
    for (const name of ['Pages', 'On this page']) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('button', { name: 'Close' }).click()
      expect(await page.locator('nav:popover-open').count()).toBe(0)
    }
    await page.locator('nav.parts').getByRole('link', { name: 'Write' }).click()
    await page.getByRole('button', { name: 'Pages' }).click()
    await page.locator('nav.pages').getByRole('link', { name: 'Markdown' }).first().click()
    expect(new URL(page.url()).pathname).toStartWith('/write/')
    await page.keyboard.press('End')
    const contents = page.getByRole('button', { name: 'On this page' })
    expect((await contents.boundingBox())?.y).toBeWithin(0, 60)
    await contents.click()
    await page.locator('nav.contents a').first().click()
    expect(new URL(page.url()).hash).not.toBe('')
    await page.goto(`${site().url}/`)
    await page.getByRole('searchbox').fill('rate limit')
    await page.keyboard.press('Enter')
    const limits = { name: 'Limits', exact: true }
    await page.getByRole('listitem').getByRole('link', limits).first().click()
    expect(new URL(page.url()).pathname).toBe('/run/limits/')
    await page.getByText('Open in').click()
    expect(await page.getByRole('link', { name: 'Cursor' }).isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.weight',
  'a page weighs at most 100 kB and does not move',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1280, height: 900 } })
    const kinds = ['front page', 'page of blocks', 'long page with tables', 'changelog']
    for (const kind of [...kinds, 'missing page']) {
      const path = PAGE_KINDS[kind] ?? ''
      const { bytes, parts, shift } = await measureWeight(page, site().url + path)
      for (const [part, most] of Object.entries(PART_BYTES_MAX)) {
        expect([path, part, parts[part]]).toEqual([path, part, expect.any(Number)])
        expect([path, part, Math.max(most, parts[part] ?? 0)]).toEqual([path, part, most])
      }
      expect([path, bytes > 5000 && bytes <= PAGE_BYTES_MAX, shift]).toEqual([path, true, 0])
    }
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'site.weight',
  'a page that arrives in parts does not move either',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1280, height: 900 } })
    const places = ['Copy as Markdown</button>', '<tbody>', '</td>\n</tr>', '</nav>']
    for (const after of places) {
      const proxy = startHaltingProxy(site().url, after)
      const { shift } = await measureWeight(page, `${proxy.url}/`)
      expect([after, shift]).toEqual([after, 0])
      // Half a page is not painted at all.
      expect(await measureFirstPaint(page)).toBeGreaterThan(PAUSE_MS)
      await proxy.stop()
    }
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.keyboard',
  'the keyboard reaches the text, the pages and the menus',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${site().url}/run/limits/`)
    const names: string[] = []
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press('Tab')
      const { name, seen } = await readFocus(page)
      names.push(name)
      // The theme switch shows its focus around the button.
      if (!name.startsWith('System')) expect([name, seen]).toEqual([name, true])
    }
    expect(names.slice(0, 2)).toEqual(['Skip to content', 'Skip to the list of pages'])
    await page.getByRole('link', { name: 'Skip to the list of pages' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('nav')?.className)).toBe(
      'pages',
    )
    await page.getByText('Open in').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'VS Code' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'VS Code' }).isVisible()).toBe(false)
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.copy',
  'the whole page is copied as Markdown',
  async () => {
    const { page, context } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${site().url}/run/limits/`)
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await (await fetch(`${site().url}/run/limits/index.md`)).text())
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.contents',
  '"On this page" follows the text and the reader',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1400, height: 800 } })
    await page.goto(`${site().url}/run/settings/`)
    const current = page.locator('nav.contents a[aria-current]')
    expect(await current.count()).toBe(0)
    const last = page.locator('nav.contents a').last()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForFunction(
      () => document.querySelector('nav.contents a[aria-current]') !== null,
    )
    expect(await current.textContent()).toBe(await last.textContent())
    await page.locator('nav.contents a').nth(1).click()
    expect(await current.textContent()).toBe(
      await page.locator('nav.contents a').nth(1).textContent(),
    )
    await context.close()
  },
  IN_BROWSER,
)
