import type { Page } from 'playwright-core'

/** What a page may cost over the wire with everything that it loads. */
export const PAGE_BYTES_MAX = 100_000

/** The same for the page itself, its script and its sheet, with gzip. */
export const PART_BYTES_MAX = { document: 30_000, script: 16_000, stylesheet: 12_000 } as const

export type PageWeight = {
  /** Over the wire: the page and all that it loads, with headers, compressed. */
  readonly bytes: number
  /** Of this, what each kind of file takes. */
  readonly parts: Readonly<Record<string, number>>
  /** The layout shift until the network is quiet; 0 is none. */
  readonly shift: number
}

/** Opens an address without a cache, as on a first visit. */
export async function measureWeight(page: Page, url: string): Promise<PageWeight> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  let bytes = 0
  const kinds = new Map<string, string>()
  const parts: Record<string, number> = {}
  client.on('Network.responseReceived', ({ requestId, type }) => {
    kinds.set(requestId, type.toLowerCase())
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'other'
    bytes += encodedDataLength
    parts[kind] = (parts[kind] ?? 0) + encodedDataLength
  })
  await client.send('Network.clearBrowserCache')
  await page.goto(url, { waitUntil: 'networkidle' })
  const shift = await measureShift(page)
  await client.detach()
  return { bytes, parts, shift }
}

async function measureShift(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Object(entry).value)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 50))
      }),
  )
}

/** Milliseconds from the start of the navigation; 0 where nothing was painted. */
export async function measureFirstPaint(page: Page): Promise<number> {
  return await page.evaluate(() => {
    return performance.getEntriesByName('first-paint')[0]?.startTime ?? 0
  })
}
