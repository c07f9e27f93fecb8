import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import font from '@fontsource/inter/files/inter-latin-400-normal.woff2' with { type: 'file' }
import type { Page } from 'playwright-core'
import { openPublicDocs, type PublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { SVG } from '../build/corpus_build/bad_input/content_rows.ts'
import { copyGoodCorpus, pageText } from '../build/corpus_build/bad_input/files.ts'
import {
  HAS_LONG_TESTS,
  testLong,
  testWith,
  verifies,
  verifiesLong,
} from '../requirements/verifies.ts'
import { buildOrThrow, newFolder, removeFolders } from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { findFaintTexts, measureOverflow } from './_accessibility.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { BODY } from './_content_page.ts'

// Where it is set, what a person would see is written there to be looked at.
const SHOTS = process.env.BROWSER_SHOTS

const IN_BROWSER = { needs: [CHROMIUM] }

/** Wider than a narrow screen in every place where a page shows it. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

const openPage = useChromium()
const log = createLog('error', () => undefined, Date.now)
let docs: PublicDocs
let server: Bun.Server<undefined>
let address = ''

beforeAll(async () => {
  const [corpusDir, distDir] = [join(await newFolder(), 'corpus'), await newFolder()]
  const corpus = await copyGoodCorpus(corpusDir)
  const fields = { title: LONG_WORD, description: `About ${LONG_WORD}.` }
  await corpus.write('pages/new.md', pageText(fields, `${BODY}\n## ${LONG_WORD}\n`))
  await corpus.write('pages/box.svg', SVG)
  await corpus.write('pages/wide.svg', SVG.replace('0 0 20 10', '0 0 2000 80'))
  await corpus.write('pages/film.mp4', 'no film')
  await corpus.write('brand/text.woff2', new Uint8Array(await readFile(font)))
  const registry = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  const theme = 'theme:\n  fonts: { body: brand/text.woff2 }\n'
  await corpus.write('registry.yaml', registry + theme)
  await buildOrThrow({ corpusDir, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
  const service = createInProcess(docs, log)
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.handle })
  address = `http://127.0.0.1:${server.port}/new/`
})
afterAll(async () => {
  await server.stop(true)
  docs.close()
  await removeFolders()
})

verifies(
  'site.fonts',
  'a font of the corpus is asked for once, and sets the text',
  async () => {
    const { page, complaints, context } = await openPage()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto(address)
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].flatMap(({ family, status }) =>
        status === 'loaded' ? [family] : [],
      )
    })
    expect(loaded).toContain('corpus-text')
    expect(asked.filter((url) => url.endsWith('.woff2')).length).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'page.content',
  'tabs follow keys, and a choice holds for all of them',
  async () => {
    const { page, complaints, context } = await openPage()
    await page.goto(address)
    const tab = (name: string) => page.getByRole('tab', { name })
    const panel = page.getByRole('tabpanel').first()
    expect(await panel.textContent()).toContain('Text for npm.')
    await tab('npm').first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab('bun').first().getAttribute('aria-selected')).toBe('true')
    expect(await tab('bun').nth(1).getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('.tab:not([hidden])').first().textContent()).toContain('Only bun')
    await page.keyboard.press('ArrowRight')
    expect(await tab('npm').nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    await page.reload()
    expect(await tab('bun').first().getAttribute('aria-selected')).toBe('true')
    expect(await tab('npm').first().getAttribute('tabindex')).toBe('-1')
    await tab('npm').first().click()
    await page.goto(`${address}#only-bun`)
    await page.reload()
    expect(await page.getByText('Text for bun.').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'page.content',
  'copied code has no marks, prompts, output or lines that are gone',
  async () => {
    const { page, complaints, context } = await openPage({
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(address)
    const copy = async (at: number) => {
      const button = page.locator('.copy-code').nth(at)
      await button.focus()
      await page.keyboard.press('Enter')
      await page.locator('.copy-code[data-state=done]').nth(0).waitFor()
      return await page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copy(0)).toBe("const host: string = 'a' // no port\nconst port = 8080")
    await page.reload()
    expect(await copy(1)).toBe('bun --version\nbun i \\\n  orama')
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifiesLong(
  'page.blocks',
  'a picture wider than the text opens in a dialog, and folded lines open',
  async () => {
    const { page, complaints, context } = await openPage({ colorScheme: 'light' })
    await page.goto(address)
    expect(await page.locator('.zoom').count()).toBe(1)
    await page.getByRole('button', { name: 'Enlarge the picture: A wide box' }).click()
    const dialog = page.getByRole('dialog', { name: 'A wide box' })
    expect(await dialog.locator('img').evaluate((each) => each.clientWidth)).toBe(2000)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('zoom')
    const folded = page.locator('.fold')
    expect(await folded.getAttribute('hidden')).toBe('until-found')
    await page.getByRole('button', { name: 'Show 2 lines' }).click()
    expect(await folded.getAttribute('hidden')).toBe(null)
    expect(await page.getByAltText('A box by day').isVisible()).toBe(true)
    expect(await page.getByAltText('A box by night').isVisible()).toBe(false)
    expect(complaints.filter((text) => !text.includes('film'))).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'page.content',
  'without a script every panel is there with its name',
  async () => {
    const { page, complaints, context } = await openPage({ javaScriptEnabled: false })
    await page.goto(address)
    const text = await page.locator('.tabs').first().textContent()
    const parts = (text ?? '').split('\n').map((part) => part.trim())
    expect(parts.filter((part) => part !== '')).toEqual([
      'npm',
      'Text for npm.',
      'bun',
      'Only bun',
      'Text for bun.',
    ])
    expect(await page.locator('.copy-code').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
  IN_BROWSER,
)

testLong('forced colours leave marks, keys and folds apart from the text', async () => {
  const { page, context } = await openPage({ forcedColors: 'active' })
  await page.goto(address)
  const styleOf = (selector: string) => {
    return page
      .locator(selector)
      .first()
      .evaluate((each) => {
        const { backgroundColor, borderTopStyle, borderTopColor } = getComputedStyle(each)
        return { backgroundColor, border: `${borderTopStyle} ${borderTopColor}` }
      })
  }
  const ground = await groundOf(page)
  expect((await styleOf('.prose p > mark')).backgroundColor).not.toBe(ground)
  for (const selector of ['.prose kbd', '.prose details']) {
    const { border } = await styleOf(selector)
    expect([selector, border]).toEqual([selector, expect.stringMatching(/^solid /)])
    expect([selector, border]).not.toEqual([selector, `solid ${ground}`])
  }
  await context.close()
}, [CHROMIUM])

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

for (const colorScheme of HAS_LONG_TESTS ? (['light', 'dark'] as const) : (['light'] as const)) {
  testWith([CHROMIUM], `every part of the content can be read: ${colorScheme}`, async () => {
    const { page, context } = await openPage({ colorScheme, viewport: { width: 320, height: 640 } })
    await page.goto(address)
    expect(await measureOverflow(page)).toBe(0)
    await page.evaluate(() => document.querySelector('article > header')?.remove())
    const folded = page.locator('.prose details:not([open]) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
    expect(await findFaintTexts(page)).toEqual([])
    await page.setViewportSize({ width: 1200, height: 900 })
    if (SHOTS !== undefined) {
      await page.screenshot({ path: `${SHOTS}/content-${colorScheme}.png`, fullPage: true })
    }
    await context.close()
  })
}
