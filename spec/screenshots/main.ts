import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type DocsSite, openDocsSite } from '../browser/_docs_site.ts'
import { ROOT } from '../support/repository.ts'

const FOLDER = join(ROOT, '.cache/screenshots')
const WIDTHS = [360, 768, 1440] as const
const THEMES = ['light', 'dark'] as const

/** A page, and what a person does before the picture is taken. */
type Scene = { readonly path: string; readonly act?: (page: Page) => Promise<void> }

const SCENES: Readonly<Record<string, Scene>> = {
  landing: { path: '/' },
  home: { path: '/' },
  page: { path: '/run/limits/' },
  code: { path: '/write/markdown/' },
  blocks: { path: '/write/blocks/#tabs' },
  changelog: { path: '/changelog/' },
  results: { path: '/search/?q=rate+limit' },
  missing: { path: '/no/such/page/' },
  search: { path: '/run/limits/', act: search },
  nothing: { path: '/run/limits/', act: searchInVain },
  menu: { path: '/run/limits/', act: openMenu },
  middle: { path: '/run/settings/', act: scroll },
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rate limit')
  await page.locator('.hit').first().waitFor()
}

async function searchInVain(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('xyzzyplugh')
  await page.locator('.message').first().waitFor()
}

/** The tree of pages on a narrow screen, the menu of a page on a wide one. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('button.menu')
  if (await menu.isVisible()) await menu.click()
  else await page.locator('.open-in summary').click()
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 1400, behavior: 'instant' }))
  await page.waitForTimeout(100)
}

/** The two that the README shows: small enough to be kept. */
async function takeForReadme(browser: Browser, site: DocsSite): Promise<void> {
  const viewport = { width: 1280, height: 700 }
  for (const [name, colorScheme] of [
    ['page', 'light'],
    ['search', 'dark'],
  ] as const) {
    const context = await browser.newContext({ viewport, colorScheme })
    const page = await context.newPage()
    await page.goto(`${site.url}/run/limits/`)
    if (name === 'search') await search(page)
    await page.screenshot({ path: join(FOLDER, `readme-${name}.png`) })
    await context.close()
  }
}

async function takeAll(browser: Browser, site: DocsSite): Promise<number> {
  let taken = 0
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const viewport = { width, height: width < 500 ? 780 : 900 }
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      for (const [name, { path, act }] of Object.entries(SCENES)) {
        await page.goto(site.url + path)
        await act?.(page)
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`) })
        taken += 1
      }
      await context.close()
    }
  }
  return taken
}

/** `bun run screenshots`: the site as people see it, for eyes. */
const program = Bun.which('chromium') ?? Bun.which('chromium-browser')
if (program === null) {
  console.error('Cannot take screenshots: chromium is not installed: apt-get install chromium')
  process.exit(2)
}
await mkdir(FOLDER, { recursive: true })
const site = await openDocsSite()
const browser = await chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const taken = await takeAll(browser, site)
await takeForReadme(browser, site)
await browser.close()
await site.stop()
console.log(`Wrote ${taken} pictures below ${FOLDER}`)
