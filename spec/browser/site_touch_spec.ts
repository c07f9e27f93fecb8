import { expect } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { CHROMIUM, useChromium, useDocsSite } from './_chromium.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

const openPage = useChromium()
const site = useDocsSite()

verifies(
  'site.touch',
  'a finger alone searches, finds pages, chooses a theme and a tab, and copies',
  async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, context, complaints } = await openPage({ ...PHONE, permissions })
    await page.goto(`${site().url}/`)
    await page
      .getByRole('link', { name: 'Search' })
      .or(page.getByRole('button', { name: 'Search' }))
      .first()
      .tap()
    await page.getByRole('combobox', { name: 'Search' }).fill('rate limit')
    await page
      .getByRole('option', { name: /^Limits/ })
      .first()
      .tap()
    await page.waitForURL(/\/run\/limits\//)
    await page.locator('nav.parts').getByRole('link', { name: 'Write' }).tap()
    await page.getByRole('button', { name: 'Pages' }).tap()
    const target = page.locator('nav.pages').getByRole('link', { name: 'Callouts, tabs' })
    await target.tap()
    await page.waitForURL(/\/write\/blocks\//)
    await page.getByRole('tab', { name: 'Windows' }).tap()
    expect(await page.getByText('Press Ctrl-K.').last().isVisible()).toBe(true)
    await page.getByRole('button', { name: 'On this page' }).tap()
    await page.locator('nav.contents a').last().tap()
    expect(new URL(page.url()).hash).not.toBe('')
    await page.getByRole('button', { name: 'Copy as Markdown' }).tap()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByLabel('Theme').selectOption('dark')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(complaints).toEqual([])
    await context.close()
  },
  { needs: [CHROMIUM] },
)
