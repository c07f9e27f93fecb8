import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openPublicDocs, type PublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { API } from '../build/corpus_build/api/description.ts'
import { copyGoodCorpus } from '../build/corpus_build/bad_input/files.ts'
import { verifies } from '../requirements/verifies.ts'
import { buildOrThrow, newFolder, removeFolders } from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { findFaintTexts, measureOverflow } from './_accessibility.ts'
import { findBarriers } from './_axe.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'

// Where it is set, what a person would see is written there to be looked at.
const SHOTS = process.env.BROWSER_SHOTS

const openPage = useChromium()
const log = createLog('error', () => undefined, Date.now)
let docs: PublicDocs
let server: Bun.Server<undefined>
let address = ''

/** An API on loopback, which allows the pages to read its answers while `isOpen`. */
let isOpen = true
const calls: string[] = []
const api = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url)
    const { headers, method } = request
    if (method !== 'OPTIONS') {
      const cookies = headers.get('cookie') ?? 'no cookie'
      calls.push(
        `${method} ${pathname}${search} ${headers.get('x-key')} ${cookies} ${await request.text()}`,
      )
    }
    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    }
    if (pathname === '/moved' && method !== 'OPTIONS') {
      const location = 'https://elsewhere.example/'
      return new Response(null, { status: 307, headers: { ...allowed, location } })
    }
    return Response.json({ poured: true }, { status: 201, headers: isOpen ? allowed : {} })
  },
})

beforeAll(async () => {
  const [corpusDir, distDir] = [join(await newFolder(), 'corpus'), await newFolder()]
  const corpus = await copyGoodCorpus(corpusDir)
  const folder = 'api: openapi.yaml\nkind: guide\ncapability: guides\n'
  await corpus.write('pages/reference/_folder.yaml', folder)
  const origin = `http://127.0.0.1:${api.port}`
  const described = API.replace('https://{region}.example.com', origin)
  await corpus.write('pages/reference/openapi.yaml', described)
  await corpus.swap('registry.yaml', 'service:', `pages:\n  api_origins: [${origin}]\nservice:`)
  await buildOrThrow({ corpusDir, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  docs = opened.value
  const service = createInProcess(docs, log)
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.handle })
  address = `http://127.0.0.1:${server.port}/reference/cups/pourCup/`
})
afterAll(async () => {
  await server.stop(true)
  await api.stop(true)
  docs.close()
  await removeFolders()
})

for (const [width, scheme] of [
  [360, 'light'],
  [768, 'dark'],
  [1440, 'light'],
] as const) {
  verifies(
    'api.pages',
    `an operation with fields of depth 4 fits and has no barrier at ${width} pixels`,
    async () => {
      const viewport = { width, height: 900 }
      const { page, complaints, context } = await openPage({ viewport, colorScheme: scheme })
      await page.goto(address)
      expect(await openFields(page)).toBe(3)
      expect(await page.getByText('How it is cut').isVisible()).toBe(true)
      if (SHOTS !== undefined) {
        await page.screenshot({ path: join(SHOTS, `api-${width}.png`), fullPage: true })
      }
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
      expect(await findFaintTexts(page)).toEqual([])
      expect(await findBarriers(page)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
    { needs: [CHROMIUM] },
  )
}

verifies(
  'api.samples',
  'samples stand beside the text of a wide screen, and one language is chosen everywhere',
  async () => {
    const { page, context } = await openPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(address)
    await page.getByRole('tab', { name: 'Python' }).click()
    const samples = await page.locator('.operation > .tabs').boundingBox()
    const heading = await page.locator('#heat').boundingBox()
    if (samples === null || heading === null) throw new Error('Cannot measure: not shown')
    expect(samples.x).toBeGreaterThanOrEqual(heading.x + heading.width)
    await page.goto(address.replace('pourCup', 'getCup'))
    const tab = page.getByRole('tab', { name: 'Python' })
    expect(await tab.getAttribute('aria-selected')).toBe('true')
    await context.close()
  },
  { needs: [CHROMIUM] },
)

verifies(
  'api.requests',
  'a reader sends the call of a page with a key of their own, and reads why nothing came',
  async () => {
    const { page, complaints, context } = await openPage()
    await context.addCookies([{ name: 'a', value: 'b', url: `http://127.0.0.1:${api.port}` }])
    await page.goto(address.replace('pourCup', 'addCup'))
    await page.getByText('Send a request').click()
    await page.getByLabel('Headers').fill('X-Key: mine\nContent-Type: text/plain')
    const answer = page.locator('.call').getByRole('status')
    expect(await answer.textContent()).toBe('')
    const button = page.getByRole('button', { name: 'Send POST' })
    const send = async (): Promise<string | null> => {
      await button.focus()
      // Whoever presses twice sends once.
      await page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>('.call form')
        form?.requestSubmit()
        form?.requestSubmit()
      })
      await page.locator('.call button:not([aria-disabled])').waitFor()
      expect(await button.evaluate((each) => each === document.activeElement)).toBe(true)
      return await answer.textContent()
    }
    expect(await send()).toBe(
      '201 Created\napplication/json;charset=utf-8\n\n{\n  "poured": true\n}',
    )
    if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, 'api-call.png') })
    expect(calls).toEqual(['POST /v1/cups mine no cookie name=%40a%26b%3Dc'])
    expect(complaints).toEqual([])
    await page.getByLabel('Headers').fill('no name')
    expect(await send()).toStartWith('Cannot send: the request is not valid (')
    await page.getByLabel('Headers').fill('X-Key: mine')
    await page.getByLabel('Address').fill('https://elsewhere.example/')
    const origin = `http://127.0.0.1:${api.port}`
    expect(await send()).toBe(`Cannot send: this page calls ${origin} alone`)
    await page.getByLabel('Address').fill(`${origin}/moved`)
    expect(await send()).toBe(`Not followed: ${origin} redirects the request to another address`)
    isOpen = false
    await page.getByLabel('Address').fill(`${origin}/v1/cups`)
    expect(await send()).toStartWith(`No answer: ${origin} cannot be reached`)
    await page.reload()
    await page.getByText('Send a request').click()
    expect(await page.getByLabel('Headers').inputValue()).not.toContain('mine')
    await context.close()
  },
  { needs: [CHROMIUM] },
)

/** Opens every fold, and gives the number of those that stand in each other. */
async function openFields(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const folds = [...document.querySelectorAll<HTMLDetailsElement>('.operation details')]
    for (const fold of folds) fold.open = true
    const depthOf = (fold: Element | null | undefined): number =>
      fold == null ? 0 : 1 + depthOf(fold.parentElement?.closest('.operation details'))
    return Math.max(...folds.map(depthOf))
  })
}
