import { expect } from 'bun:test'
import { verifiesLong } from '../requirements/verifies.ts'
import { CHROMIUM, useChromium, useDocsSite } from './_chromium.ts'

const IN_BROWSER = { needs: [CHROMIUM] }

const openPage = useChromium()
const site = useDocsSite()

verifiesLong(
  ['site.search_dialog', 'site.results_page'],
  'the dialog and the page of results say what a word was taken for, and mark it',
  async () => {
    const { page, context } = await openPage()
    const note = /^Showing results for “webhook/
    const readMarks = async (hits: string) => {
      const words = await page.locator(`${hits} mark`).allTextContents()
      return new Set(words.map((word) => word.toLowerCase()))
    }
    await page.goto(`${site().url}/run/limits/`)
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('webhok')
    await page.locator('dialog').getByText(note).first().waitFor()
    expect(await readMarks('dialog')).toContain('webhook')
    await page.goto(`${site().url}/search/?q=webhok`)
    await page.locator('main').getByText(note).waitFor()
    expect(await readMarks('main')).toContain('webhook')
    await page.goto(`${site().url}/search/?q=webhook`)
    expect(await page.locator('main').getByText(note).count()).toBe(0)
    expect(await readMarks('main')).toContain('webhook')
    await context.close()
  },
  IN_BROWSER,
)
