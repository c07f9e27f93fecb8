import { chromium } from 'playwright-core'
import { PAGE_KINDS } from '../browser/page_kinds.ts'
import { measureWeight, PAGE_BYTES_MAX } from '../browser/page_weight.ts'
import { CHROMIUM } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

/** Chromium over each kind of page: what a first visit loads, and whether anything moves. */
export async function judgeByWeight(url: string): Promise<readonly Verdict[]> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? 'chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const verdicts: Verdict[] = []
    for (const [kind, path] of Object.entries(PAGE_KINDS)) {
      const { bytes, shift } = await measureWeight(page, url + path)
      verdicts.push({
        judge: 'weight',
        figure: `${kind}, ${path}`,
        found: `${(bytes / 1000).toFixed(1)} kB, shift ${shift}`,
        wanted: `${PAGE_BYTES_MAX / 1000} kB, shift 0`,
        isKept: bytes <= PAGE_BYTES_MAX && shift === 0,
        complaints: [],
      })
    }
    return verdicts
  } finally {
    await browser.close()
  }
}
