import { expect } from 'bun:test'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { measureOverflow } from './_accessibility.ts'
import { findBarriers } from './_axe.ts'
import { CHROMIUM, useChromium, useDocsSite } from './_chromium.ts'
import { PAGE_KINDS } from './page_kinds.ts'

const IN_BROWSER = { needs: [CHROMIUM] }

const openPage = useChromium()
const site = useDocsSite()

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }

/** The kinds with the most parts; the long tests look at each. */
const QUICK_KINDS = ['front page', 'long page with tables', 'results']

for (const kind of QUICK_KINDS) {
  verifies(
    'site.accessible',
    `no barrier and no complaint: ${kind}`,
    () => examine(kind),
    IN_BROWSER,
  )
}

for (const kind of Object.keys(PAGE_KINDS).filter((each) => !QUICK_KINDS.includes(each))) {
  verifiesLong(
    'site.accessible',
    `no barrier and no complaint: ${kind}`,
    () => examine(kind),
    IN_BROWSER,
  )
}

verifiesLong(
  'page.blocks',
  'the page of all blocks has no barrier in either theme, at three widths',
  async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints, context } = await openPage({ colorScheme })
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(site().url + PAGE_KINDS['page of blocks'])
        expect([width, colorScheme, await findBarriers(page)]).toEqual([width, colorScheme, []])
        expect(await measureOverflow(page)).toBe(0)
      }
      expect(complaints).toEqual([])
      await context.close()
    }
  },
  IN_BROWSER,
)

async function examine(kind: string): Promise<void> {
  const { page, complaints, context } = await openPage({ colorScheme: 'light', viewport: WIDE })
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${site().url}/`) && !url.startsWith('data:')) foreign.push(url)
  })
  await page.goto(site().url + PAGE_KINDS[kind])
  expect(await findBarriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findBarriers(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
  await page.setViewportSize(NARROW)
  expect(await findBarriers(page, ['target-size', 'scrollable-region-focusable'])).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
  expect(foreign).toEqual([])
  // The browser itself complains about a page with status 404.
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
  await context.close()
}
