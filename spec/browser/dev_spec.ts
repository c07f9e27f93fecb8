import { afterAll, beforeAll, expect } from 'bun:test'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { API } from '../build/corpus_build/api/description.ts'
import { REGISTRY, type WritableCorpus, writeTinyCorpus } from '../build/preview/_corpus.ts'
import { type RunningPreview, startPreview } from '../build/preview/_preview.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { newFolder, removeFolders } from '../support/building.ts'
import { runProgram } from '../support/program.ts'
import { findBarriers } from './_axe.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'

const openPage = useChromium()
let corpus: WritableCorpus
let preview: RunningPreview

const LONG = `# Clay pot

It keeps warm.

${Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\nText of part ${at}.\n`).join('\n')}
`

beforeAll(async () => {
  corpus = await writeTinyCorpus({ 'pages/pot/clay.md': LONG })
  preview = await startPreview(dirname(corpus.folder))
})
afterAll(async () => {
  await preview.stop()
  await removeFolders()
})

verifiesLong(
  'dev.follows',
  'every browser shows a save, and its reader stays where they are',
  async () => {
    const [one, two] = [await openPage(), await openPage()]
    for (const { page } of [one, two]) await page.goto(`${preview.url}/pot/clay/`)
    await one.page.evaluate('window.isSamePage = true')
    const heading = one.page.locator('#part-40')
    await heading.scrollIntoViewIfNeeded()
    const top = async () => (await heading.boundingBox())?.y ?? 0
    const before = await top()
    const more = 'It keeps warm.\n\nFor hours, and longer than that.\n\nReally.'
    await corpus.write('pages/pot/clay.md', LONG.replace('It keeps warm.', more))
    for (const { page } of [one, two]) await page.getByText('longer than that').last().waitFor()
    await expectSoon(one.page, async () => Math.abs((await top()) - before) < 2)
    expect(await one.page.evaluate('window.isSamePage')).toBe(true)
    expect([...one.complaints, ...two.complaints]).toEqual([])
  },
  { needs: [CHROMIUM] },
)

verifies(
  'dev.survives',
  'a problem lies over the page with its place and its fix, and goes by itself',
  async () => {
    const { page, complaints } = await openPage()
    await page.goto(`${preview.url}/`)
    const text = await Bun.file(corpus.path('pages/index.md')).text()
    await corpus.write('pages/index.md', `${text}\n[dead](nowhere.md)\n`)
    const overlay = page.getByRole('alert')
    await overlay.waitFor()
    expect(await overlay.textContent()).toMatch(/pages\/index\.md:5:8[\s\S]*Fix: /)
    await page.getByText('dead').first().waitFor()
    await corpus.write('pages/index.md', text)
    await overlay.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
  { needs: [CHROMIUM] },
)

verifiesLong(
  'dev.follows',
  'a reader goes along with a page that moves, and sees that one is gone',
  async () => {
    const { page } = await openPage()
    await corpus.write('pages/old.md', '# Kettle\n\nIt whistles.\n')
    await page.goto(`${preview.url}/old/`)
    await page.getByText('It whistles.').last().waitFor()
    await rename(corpus.path('pages/old.md'), corpus.path('pages/new.md'))
    await page.waitForURL(`${preview.url}/new/`)
    await page.getByText('It whistles.').last().waitFor()
    await corpus.remove('pages/new.md')
    await page.getByText('Page not found').first().waitFor()
  },
  { needs: [CHROMIUM] },
)

verifiesLong(
  'dev.follows',
  'the panel shows what machines get, and follows',
  async () => {
    const { page, complaints } = await openPage()
    await page.goto(`${preview.url}/`)
    await page.getByText('For machines').click()
    const panel = page.locator('.lectern-panel')
    await panel.getByText('MCP: read_page').waitFor()
    expect(await panel.textContent()).toContain('markdown_url')
    const text = await Bun.file(corpus.path('pages/index.md')).text()
    await corpus.write('pages/index.md', `${text}\nA samovar, too.\n`)
    await panel.getByText('A samovar, too.').first().waitFor()
    await page.reload()
    await panel.getByText('Twin').first().waitFor()
    expect(complaints).toEqual([])
  },
  { needs: [CHROMIUM] },
)

verifies(
  'dev.explains',
  'the panel explains searches, by keyboard alone',
  async () => {
    const { page, complaints } = await openPage()
    await page.goto(`${preview.url}/pot/clay/`)
    const panel = page.locator('.lectern-panel')
    const summary = page.getByText('For machines')
    await summary.focus()
    await page.keyboard.press('Enter')
    await panel.getByText('“Clay pot” finds this page as number 1 of 1.').waitFor()
    const reasons = panel.locator('pre')
    expect(await reasons.first().textContent()).toContain('Rule 1: its title is the query')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('warm pot')
    await page.keyboard.press('Enter')
    const status = panel.getByRole('status')
    await status.getByText('“warm pot” finds this page as number 1').waitFor()
    const shown = await reasons.first().textContent()
    expect(shown).toBe(await explainByCommand('warm pot', 'pot/clay'))
    await page.keyboard.insertText('zzz')
    await corpus.write('pages/warm.md', '# Warm pot\n\n[Dead](nowhere.md).\n')
    await page.getByRole('alert').waitFor()
    await status.getByText('“warm pot” finds this page as number 2 of 2').waitFor()
    expect(await panel.getByRole('searchbox').inputValue()).toBe('warm potzzz')
    await page.keyboard.press('Enter')
    await status.getByText('“warm potzzz” finds this page as number').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await panel.getAttribute('open')).toBeNull()
    expect(await summary.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
  },
  { needs: [CHROMIUM] },
)

verifiesLong(
  'dev.survives',
  'a page waits for a preview that was killed, and catches up',
  async () => {
    const { page } = await openPage()
    await page.goto(`${preview.url}/`)
    await page.evaluate('window.isSamePage = true')
    await preview.stop('SIGKILL')
    await corpus.write('pages/index.md', '# Tea\n\nWritten while nobody looked.\n')
    const port = Number(new URL(preview.url).port)
    preview = await startPreview(dirname(corpus.folder), { port })
    await page.getByText('while nobody looked').last().waitFor()
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  },
  { needs: [CHROMIUM] },
)

verifies(
  'dev.follows',
  'tabs, buttons and the form of a call stay, and the form follows its call',
  async () => {
    const origins = "pages: { api_origins: ['https://eu.example.com'], "
    await corpus.write('registry.yaml', REGISTRY.replace('pages: { ', origins))
    const folder = 'api: openapi.yaml\nkind: guide\ncapability: brewing\n'
    await corpus.write('pages/reference/_folder.yaml', folder)
    const text = API.replace('{region}', 'eu')
    await corpus.write('pages/reference/openapi.yaml', text)
    const { page, complaints } = await openPage()
    const address = `${preview.url}/reference/cups/getCup/`
    await expectSoon(page, async () => (await (await fetch(address)).text()).includes('data-call='))
    await page.goto(address)
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByText('Send a request').click()
    await page.getByLabel('Headers').fill('X-Key: mine')
    const change = async (changed: string, heading: string): Promise<void> => {
      await corpus.write('pages/reference/openapi.yaml', changed)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await page.locator('.call').count()).toBe(1)
      expect(await page.locator('.operation .copy-code').count()).toBeGreaterThan(1)
      expect(await page.locator('.call .copy-code').count()).toBe(0)
      const tab = page.getByRole('tab', { name: 'Python' })
      expect(await tab.getAttribute('aria-selected')).toBe('true')
    }
    await change(text.replace('Read a cup', 'Look into a cup'), 'Look into a cup')
    expect(await page.getByLabel('Headers').inputValue()).toBe('X-Key: mine')
    const moved = text
      .replace('Read a cup', 'See a cup')
      .replace('example.com/v1', 'example.com/v2')
    await change(moved, 'See a cup')
    await page.getByText('Send a request').click()
    expect(await page.getByLabel('Address').inputValue()).toStartWith('https://eu.example.com/v2/')
    await page.setViewportSize({ width: 320, height: 568 })
    const button = page.getByRole('button', { name: 'Send GET' })
    await button.evaluate((each) => each.scrollIntoView({ block: 'end', behavior: 'instant' }))
    const [shown, panel] = [await button.boundingBox(), page.locator('.lectern-panel')]
    if (shown === null) throw new Error('Cannot measure: not shown')
    expect((await panel.boundingBox())?.y).toBeGreaterThanOrEqual(shown.y + shown.height)
    expect(complaints).toEqual([])
  },
  { needs: [CHROMIUM] },
)

/** What `eval --explain` prints of the same corpus. */
async function explainByCommand(query: string, page: string): Promise<string> {
  const distDir = await newFolder()
  const settings = { CORPUS_DIR: corpus.folder, DIST_DIR: distDir, BASE_URL: preview.url }
  const { out } = await runProgram(['eval', '--explain', query, '--page', page], settings)
  return out.trimEnd()
}

async function expectSoon(page: Page, check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await page.waitForTimeout(20)
}
