import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disagreementsOf, verify } from '../../app/checks/verifier/mod.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { type ImportReport, importDocs } from '../../app/import/corpus/mod.ts'
import { type Running, startRunning } from '../support/running.ts'

/** What a reader and a program find right after the import of a foreign documentation. */
export type Arrival = {
  readonly report: ImportReport
  /** Status of `/`. */
  readonly root: number
  readonly pages: number
  /** Addresses that nobody can read: a made-up name in place of the words of the source. */
  readonly unreadable: readonly string[]
  readonly calls: number
  /** What `verify --all` finds. */
  readonly disagreements: readonly string[]
}

/** Nothing of a measurement may wait for a limit. */
const CALLS_PER_MINUTE = 1_000_000
const UNLIMITED = ['127.0.0.0/8', '::1/128'].map((range) => `${range}=${CALLS_PER_MINUTE}`).join()

/** Imports a folder as its owner would, serves it, and reads it over every interface. */
export async function measureArrival(from: string): Promise<Arrival> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-imports-'))
  try {
    const corpus = join(home, 'corpus')
    const result = await importDocs({ from: await realpath(from), to: corpus, nowMs: Date.now() })
    if (!result.ok) throw new Error(result.error.map(formatProblem).join('\n'))
    const service = await startRunning({ corpus, env: { RATE_LIMIT_OVERRIDES: UNLIMITED } })
    try {
      return { report: result.value, ...(await readService(service)) }
    } finally {
      await service.stop()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function readService({ url }: Running): Promise<Omit<Arrival, 'report'>> {
  const { status } = await fetch(`${url}/`)
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    return decodeURI(new URL(address).pathname)
  })
  const verified = await verify({
    url,
    all: true,
    seed: 1,
    callsPerMinute: CALLS_PER_MINUTE,
    time: { nowMs: () => performance.now(), sleep: (ms) => Bun.sleep(ms) },
    say: () => undefined,
  })
  if (!verified.ok) throw new Error(verified.error)
  const { calls } = verified.value
  return {
    root: status,
    pages: addresses.length,
    unreadable: addresses.filter(isUnreadable),
    calls: calls.all,
    disagreements: disagreementsOf(verified.value).map((each) => JSON.stringify(each)),
  }
}

/** A name such as `page-533e0d86` says nothing of what it names. */
function isUnreadable(address: string): boolean {
  return /%[0-9A-F]{2}/i.test(address) || /\/page-[0-9a-f]{8}\//.test(address)
}
