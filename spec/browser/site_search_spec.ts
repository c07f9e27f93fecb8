import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { findBarriers } from './_axe.ts'
import { CHROMIUM, useChromium, useDocsSite } from './_chromium.ts'

const IN_BROWSER = { needs: [CHROMIUM] }

const openPage = useChromium()
const site = useDocsSite()

/** A page of the site, the requests of its search, and what the browser complained about. */
async function openSite(path = '/run/limits/') {
  const opened = await openPage({ viewport: { width: 1280, height: 800 } })
  const { page } = opened
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/public/docs/search') queries.push(searchParams.get('q') ?? '')
  })
  await page.goto(site().url + path)
  return { ...opened, queries }
}

const isOpen = (page: Page) =>
  page.locator('dialog.search').evaluate((each) => each.matches('[open]'))
const pathOf = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** The option that a screen reader is told about; fails if it is not there. */
async function readActive(page: Page): Promise<string | undefined> {
  return await page
    .locator('dialog')
    .getByRole('combobox')
    .evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant')
      if (id === null) return undefined
      const option = document.getElementById(id)
      if (option?.getAttribute('aria-selected') !== 'true') throw new Error(`No option "${id}"`)
      return option.querySelector('strong')?.textContent ?? ''
    })
}

verifiesLong(
  'site.search_dialog',
  'a keyboard finds and opens a section',
  async () => {
    const { page, complaints, context } = await openSite()
    for (const key of ['/', 'Control+k']) {
      await page.keyboard.press(key)
      expect(await isOpen(page)).toBe(true)
      await page.keyboard.press('Escape')
      expect(await isOpen(page)).toBe(false)
    }
    const button = page.getByRole('button', { name: /^Search/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const input = page.locator('dialog').getByRole('combobox')
    expect(await input.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.insertText('rate limit')
    await page.locator('dialog').getByRole('option').first().waitFor()
    expect(await input.getAttribute('aria-expanded')).toBe('true')
    const first = await readActive(page)
    await page.keyboard.press('ArrowDown')
    expect(await readActive(page)).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const options = await page.locator('dialog').getByRole('option').count()
    expect(await input.getAttribute('aria-activedescendant')).toBe(`search:hit-${options - 1}`)
    await page.keyboard.press('ArrowDown')
    expect(await readActive(page)).toBe(first)
    expect(await findBarriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findBarriers(page, ['color-contrast'])).toEqual([])
    await page
      .getByText(/^(The best )?\d+ results for “rate limit”$/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+k')
    const href = await page.locator('dialog').getByRole('option').first().getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.search_dialog',
  'Enter waits for the hits of its text',
  async () => {
    const { page, context } = await openSite('/')
    const release = site().holdSearch('webhook')
    try {
      await page.keyboard.press('Control+k')
      await page.keyboard.insertText('webhook')
      await page.keyboard.press('Enter')
      expect(pathOf(page)).toBe('/')
    } finally {
      release()
    }
    await page.waitForURL((url) => url.pathname !== '/' && url.pathname !== '/search/')
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'site.search_dialog',
  'the last text wins, whatever comes last',
  async () => {
    const { page, queries, context } = await openSite()
    const release = site().holdSearch('oauth')
    let shown: readonly string[]
    try {
      await page.keyboard.press('Control+k')
      // At once: letters typed slowly, on a busy machine, are searched for one by one.
      await Promise.all([
        page.waitForRequest((request) => request.url().includes('q=oauth')),
        page.keyboard.insertText('oauth'),
      ])
      await page.locator('dialog').getByRole('combobox').fill('twin')
      await page.locator('dialog').getByRole('option').first().waitFor()
      shown = await page.locator('dialog').getByRole('option').allTextContents()
    } finally {
      release()
    }
    await page.waitForTimeout(1_000)
    expect(await page.locator('dialog').getByRole('option').allTextContents()).toEqual([...shown])
    expect(queries).toEqual(['oauth', 'twin'])
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.search_dialog',
  'nothing found is not the same as no answer',
  async () => {
    const { page, context } = await openSite()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('xyzzyplugh')
    await page.getByText('Nothing found for “xyzzyplugh”').first().waitFor()
    await page.getByText('No page has these words: “xyzzyplugh”').first().waitFor()
    expect(
      await page.locator('dialog').getByRole('combobox').getAttribute('aria-activedescendant'),
    ).toBeNull()
    await context.setOffline(true)
    await page.locator('dialog').getByRole('combobox').fill('twin')
    await page.getByText('Cannot search: the service does not answer').first().waitFor()
    // What a screen reader was told stays until it is told the next: half a second later.
    expect(await page.locator('dialog .message').getByText('Nothing found').count()).toBe(0)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('dialog').getByRole('option').first().waitFor()
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'site.search_dialog',
  'keys of others are left alone',
  async () => {
    const { page, queries, context } = await openSite()
    // Ctrl-Shift-K is the console of a browser; an input method composes with keyCode 229.
    await page.keyboard.press('Control+Shift+k')
    await page.keyboard.press('Alt+k')
    expect(await page.locator('dialog').count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('a/b')
    expect(await page.locator('dialog').getByRole('combobox').inputValue()).toBe('a/b')
    await page.locator('dialog').getByRole('combobox').fill('twin')
    await page.getByText(/ results? for “twin”$/).waitFor({ state: 'attached' })
    const active = await readActive(page)
    for (const key of ['Enter', 'Escape', 'ArrowDown']) {
      for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
        await page
          .locator('dialog')
          .getByRole('combobox')
          .evaluate(
            (input, [name, more]) => {
              const options = { key: name, bubbles: true, cancelable: true, ...more }
              input.dispatchEvent(new KeyboardEvent('keydown', options))
            },
            [key, init] as const,
          )
      }
    }
    expect([await isOpen(page), await readActive(page)]).toEqual([true, active])
    expect(pathOf(page)).toBe('/run/limits/')
    await page.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    expect(await isOpen(page)).toBe(false)
    expect(queries.at(-1)).toBe('twin')
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.search_dialog',
  'recent queries stay on the device',
  async () => {
    const { page, queries, context } = await openSite()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('rollback')
    await page.locator('dialog').getByRole('option').first().click()
    await page.waitForURL((url) => url.pathname !== '/run/limits/')
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: 'rollback' }).click()
    await page.locator('dialog').getByRole('option').first().waitFor()
    expect(queries).toEqual(['rollback', 'rollback'])
    await page.locator('dialog').getByRole('combobox').fill('')
    await page.getByRole('button', { name: 'Forget them' }).click()
    expect(await page.getByRole('button', { name: 'rollback' }).count()).toBe(0)
    expect(await context.cookies()).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)
