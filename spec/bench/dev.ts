import { readFile, writeFile } from 'node:fs/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import {
  importPages,
  openOurs,
  openStarlight,
  openVitepress,
  type PreviewSite,
} from './_preview_sites.ts'
import { type Bench, compare, type Round, type Row } from './_rows.ts'

const ROUNDS = 10
const SAVES_A_ROUND = 20

/** Starlight takes seconds for each save. */
const SLOW_SAVES = 6

/** As a writer saves: not before the last one is there. */
const PAUSE_MS = 400

const MISS_MS = 30_000

/** The limits of a save, in milliseconds. */
const P50_MS = 80
const P95_MS = 120

/** From the write of a page to its new text in the document of a real browser, of 1,396 pages. */
export const benchDev: Bench = async () => {
  const program = Bun.which('chromium') ?? Bun.which('chromium-browser')
  if (program === null) throw new Error('Cannot measure a preview: install chromium')
  const corpus = await importPages()
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const context = await browser.newContext()
  await context.addInitScript(WATCH)
  const ours = await openOurs(corpus)
  try {
    const vitepress = await openPeer('VitePress', openVitepress, corpus)
    const fast = await measureFast(context, ours, vitepress)
    await vitepress?.stop()
    const starlight = await openPeer('Starlight', openStarlight, corpus)
    const slow = starlight === undefined ? [] : await measureSlow(context, ours, starlight)
    await starlight?.stop()
    return [...fast, ...slow]
  } finally {
    await ours.stop()
    await browser.close()
  }
}

/** Notes when a text with a marker is first in the document. */
const WATCH = `
globalThis.seenMs = {}
const look = () => {
  for (const [marker] of document.body?.textContent.matchAll(/marker-\\d+-end/g) ?? []) {
    globalThis.seenMs[marker] ??= performance.timeOrigin + performance.now()
  }
}
const observed = { subtree: true, childList: true, characterData: true }
new MutationObserver(look).observe(document, observed)
addEventListener('DOMContentLoaded', look)
`

async function openPeer(
  name: string,
  open: (corpus: string) => Promise<PreviewSite>,
  corpus: string,
): Promise<PreviewSite | undefined> {
  const site = await open(corpus).catch((error: unknown) => {
    console.error(String(error))
    return undefined
  })
  if (site === undefined) console.error(`${name} is not measured`)
  return site
}

type Saver = () => Promise<number>

async function measureFast(
  context: BrowserContext,
  ours: PreviewSite,
  peer: PreviewSite | undefined,
): Promise<readonly Row[]> {
  const own = await openSaver(context, ours)
  const other = peer === undefined ? undefined : await openSaver(context, peer)
  const rounds: { readonly own: number[]; readonly other: number[] }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const saves = { own: [] as number[], other: [] as number[] }
    for (let save = 0; save < SAVES_A_ROUND; save += 1) {
      saves.own.push(await own())
      if (other !== undefined) saves.other.push(await other())
    }
    rounds.push(saves)
  }
  report(
    ours.name,
    rounds.flatMap((each) => each.own),
  )
  if (peer !== undefined)
    report(
      peer.name,
      rounds.flatMap((each) => each.other),
    )
  const row = (share: number, limitMs: number): readonly Row[] => {
    const name = `save to page p${share * 100}`
    const at = (of: (round: (typeof rounds)[number]) => Round) => rounds.map(of)
    const common = { unit: 'ms', better: 'less', wanted: 1 } as const
    const limit = compare({
      ...common,
      figure: name,
      peerName: 'limit',
      rounds: at((each) => ({ ours: findShare(each.own, share), peer: limitMs })),
    })
    if (peer === undefined) return [limit]
    const rival = compare({
      ...common,
      figure: name,
      peerName: peer.name,
      rounds: at((each) => ({
        ours: findShare(each.own, share),
        peer: findShare(each.other, share),
      })),
    })
    return [limit, rival]
  }
  return [...row(0.5, P50_MS), ...row(0.95, P95_MS)]
}

async function measureSlow(
  context: BrowserContext,
  ours: PreviewSite,
  peer: PreviewSite,
): Promise<readonly Row[]> {
  const [own, other] = [await openSaver(context, ours), await openSaver(context, peer)]
  const rounds: Round[] = []
  for (let save = 0; save < SLOW_SAVES; save += 1) {
    rounds.push({ ours: await own(), peer: await other() })
  }
  report(
    peer.name,
    rounds.map((round) => round.peer),
  )
  const figure = 'save to page'
  return [compare({ figure, unit: 'ms', peerName: peer.name, better: 'less', rounds, wanted: 1 })]
}

/** Saves the page with a new marker, and gives the time until the browser has it. */
async function openSaver(context: BrowserContext, site: PreviewSite): Promise<Saver> {
  const page = await context.newPage()
  await page.goto(site.address, { waitUntil: 'load', timeout: 120_000 })
  const text = await readFile(site.file, 'utf8')
  let count = 0
  const save = async (): Promise<number> => {
    count += 1
    const marker = `marker-${count}-end`
    const startMs = performance.timeOrigin + performance.now()
    await writeFile(site.file, `${text}\n\nA new sentence, ${marker}.\n`)
    const seenMs = await waitForMarker(page, marker)
    await Bun.sleep(PAUSE_MS)
    return seenMs - startMs
  }
  // The first saves load code that later ones have.
  for (let warm = 0; warm < 3; warm += 1) await save()
  return save
}

async function waitForMarker(page: Page, marker: string): Promise<number> {
  const endMs = performance.now() + MISS_MS
  while (performance.now() < endMs) {
    // A page that loads again is away for a moment.
    const seen = await page
      .evaluate(`globalThis.seenMs[${JSON.stringify(marker)}] ?? 0`)
      .catch(() => 0)
    if (typeof seen === 'number' && seen > 0) return seen
    await Bun.sleep(15)
  }
  throw new Error(`Cannot measure: the save with ${marker} never came`)
}

function report(name: string, saves: readonly number[]): void {
  const [p50, p95] = [findShare(saves, 0.5), findShare(saves, 0.95)].map(Math.round)
  console.error(`${name}: ${saves.length} saves, p50 ${p50} ms, p95 ${p95} ms`)
}

function findShare(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
