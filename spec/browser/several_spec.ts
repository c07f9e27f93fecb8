import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs, type PublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { copyGoodCorpus, pageText } from '../build/corpus_build/bad_input/files.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { buildOrThrow, newFolder, removeFolders } from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { measureOverflow } from './_accessibility.ts'
import { findBarriers } from './_axe.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'

// Where it is set, what a person would see is written there to be looked at.
const SHOTS = process.env.BROWSER_SHOTS

const IN_BROWSER = { needs: [CHROMIUM] }

const EXTRA = `theme:
  brand: { light: '#e80a0a' }
  banner: { text: Version 3 is here, url: 'https://docs.example.com/', until: 2099-12-31 }
sisters:
  - { label: '3.0', address: 'https://docs.example.com', version: '3.0', latest: true }
  - { label: '2.1', address: 'https://v2.docs.example.com', version: '1.4', language: en }
  - { label: '2.1 Deutsch', address: 'https://de.docs.example.com', version: '1.4', language: de }
`

const openPage = useChromium()
const log = createLog('error', () => undefined, Date.now)
let docs: PublicDocs
let server: Bun.Server<undefined>
let address = ''

beforeAll(async () => {
  const [corpusDir, distDir] = [join(await newFolder(), 'corpus'), await newFolder()]
  const corpus = await copyGoodCorpus(corpusDir)
  for (const name of ['run', 'recipes', 'reference', 'integrations']) {
    await corpus.write(`pages/${name}/one.md`, pageText({ title: `One of ${name}` }))
    await corpus.write(`pages/${name}/two.md`, pageText({ title: `Two of ${name}` }))
  }
  for (const name of ['deep', 'other']) {
    await corpus.write(`pages/run/${name}/one.md`, pageText({ title: `One of ${name}` }))
  }
  const tabs = '[guides, run, recipes, reference, integrations]'
  await corpus.write('pages/_folder.yaml', `tabs: ${tabs}\n`)
  const registry = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  await corpus.write('registry.yaml', registry + EXTRA)
  await buildOrThrow({ corpusDir, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
  const service = createInProcess(docs, log)
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.handle })
  address = `http://127.0.0.1:${server.port}/recipes/two/`
})
afterAll(async () => {
  await server.stop(true)
  docs.close()
  await removeFolders()
})

verifiesLong(
  ['navigation.tabs', 'sisters.same_page', 'site.announcement', 'site.accessible'],
  'tabs, switches and the banner have no barrier and fit every width, in both themes',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [320, 768, 1440]) {
        const viewport = { width, height: 800 }
        const { page, complaints, context } = await openPage({ viewport, colorScheme })
        await page.goto(address)
        if (width > 1000) await page.locator('details.sisters.versions summary').click()
        expect([colorScheme, width, await findBarriers(page)]).toEqual([colorScheme, width, []])
        expect([width, await measureOverflow(page)]).toEqual([width, 0])
        // What sticks below the header begins where it ends.
        const gap = await page.evaluate(() => {
          const { height } = document.querySelector('header.site')?.getBoundingClientRect() ?? {}
          const header = getComputedStyle(document.documentElement).getPropertyValue('--header')
          return Math.round((height ?? 0) - Number.parseFloat(header) * 16)
        })
        expect([width, gap]).toEqual([width, 0])
        if (SHOTS !== undefined) {
          await page.screenshot({ path: join(SHOTS, `several-${width}-${colorScheme}.png`) })
        }
        expect(complaints).toEqual([])
        await context.close()
      }
    }
  },
  IN_BROWSER,
)

verifies(
  ['navigation.tabs', 'sisters.same_page', 'site.no_script'],
  'without script, tabs lead to their parts and the switch opens',
  async () => {
    const { page, context } = await openPage({
      hasScript: false,
      viewport: { width: 1280, height: 800 },
    })
    await page.goto(address)
    expect(await page.locator('nav.pages > ul:last-child a').allTextContents()).toEqual([
      'One of recipes',
      'Two of recipes',
    ])
    await page.locator('nav.parts a', { hasText: 'Reference' }).click()
    expect(new URL(page.url()).pathname).toBe('/reference/one/')
    expect(await page.locator('nav.parts [aria-current]').allTextContents()).toEqual(['Reference'])
    const german = page.locator('details.sisters.languages a')
    expect(await german.isVisible()).toBe(false)
    await page.locator('details.sisters.languages summary').press('Enter')
    expect(await german.isVisible()).toBe(true)
    expect(await german.getAttribute('hreflang')).toBe('de')
    await context.close()
  },
  IN_BROWSER,
)

verifies(
  'site.tree',
  'folders that a reader opened stay open on the next page, and no others',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1280, height: 900 } })
    const open = async (path: string): Promise<void> => {
      await page.goto(new URL(path, address).href)
    }
    const listOpened = () =>
      page
        .locator('nav.pages details[open] > summary')
        .evaluateAll((all) => all.map((each) => each.textContent?.trim() ?? ''))
    await open('/run/deep/one/')
    expect(await listOpened()).toEqual(['Deep'])
    await page.locator('nav.pages').getByText('Other', { exact: true }).click()
    await open('/run/two/')
    expect(await listOpened()).toEqual(['Other'])
    await page.locator('nav.pages').getByText('Other', { exact: true }).click()
    await open('/run/deep/one/')
    expect(await listOpened()).toEqual(['Deep'])
    await context.close()
  },
  IN_BROWSER,
)
