import { type BrowserContext, chromium } from 'playwright-core'
import { openDocsSite } from '../browser/_docs_site.ts'
import { type Bench, compare, findMedian, type Round } from './_rows.ts'

const LINKS = 20
const LATENCY_MS = 150
/** A hand rests on a link before it presses: the browsers wait 200 ms of it. */
const HOVER_MS = 400
/** The median of a walk, in milliseconds. */
const MEDIAN_MS = 200
const ROUNDS = 3

/** From the press on a link to the first paint of its page, with and without the rules. */
export const benchWalk: Bench = async () => {
  const program = Bun.which('chromium') ?? Bun.which('chromium-browser')
  if (program === null) throw new Error('Cannot walk a site: install chromium')
  const site = await openDocsSite()
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const rounds: Round[] = []
  const measure = async (hasRules: boolean): Promise<number> => {
    const far = openFar(site.url, hasRules)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const times = await walk(context, far.url)
    await context.close()
    await far.stop()
    return findMedian(times)
  }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await measure(true), peer: await measure(false) })
    }
  } finally {
    await browser.close()
    await site.stop()
  }
  return [
    compare({
      figure: `press to first paint, ${LATENCY_MS} ms away, median of ${LINKS}`,
      unit: 'ms',
      peerName: 'no rules',
      better: 'less',
      rounds,
    }),
    compare({
      // A busy machine makes every round longer, and none shorter.
      figure: `the best of ${ROUNDS} medians, beside its limit`,
      unit: 'ms',
      peerName: 'limit',
      better: 'less',
      wanted: 1,
      rounds: [{ ours: Math.min(...rounds.map(({ ours }) => ours)), peer: MEDIAN_MS }],
    }),
  ]
}

/** The site behind a wait, with or without the header that names the rules. */
function openFar(url: string, hasRules: boolean): { url: string; stop: () => Promise<void> } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      await Bun.sleep(LATENCY_MS)
      const { pathname, search } = new URL(request.url)
      const accept = request.headers.get('accept') ?? '*/*'
      const answer = await fetch(url + pathname + search, { headers: { accept } })
      const headers = new Headers(answer.headers)
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      if (!hasRules) headers.delete('speculation-rules')
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

/** Milliseconds of each step. */
async function walk(context: BrowserContext, url: string): Promise<readonly number[]> {
  const page = await context.newPage()
  await page.goto(`${url}/run/limits/`)
  const times: number[] = []
  for (let step = 0; step < LINKS; step += 1) {
    const links = page.locator('nav.pages a:visible:not([href="/"])')
    const link = links.nth((step * 7) % (await links.count()))
    await link.scrollIntoViewIfNeeded()
    await link.hover()
    await page.waitForTimeout(HOVER_MS)
    const pressed = await page.evaluate(() => performance.timeOrigin + performance.now())
    // A click of the library waits until nothing moves, and the hand is there already.
    const arrived = page.waitForEvent('domcontentloaded')
    await page.mouse.down()
    await page.mouse.up()
    await arrived
    const painted = await page.evaluate(async () => {
      const { startTime } = await new Promise<PerformanceEntry>((resolve) => {
        const resolvePaint = (list: PerformanceObserverEntryList) => {
          const [first] = list.getEntriesByName('first-contentful-paint')
          if (first !== undefined) resolve(first)
        }
        new PerformanceObserver(resolvePaint).observe({ type: 'paint', buffered: true })
      })
      return performance.timeOrigin + startTime
    })
    times.push(painted - pressed)
  }
  return times
}
