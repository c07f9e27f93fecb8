import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs } from '../../app/public_docs/mod.ts'
import { service } from '../../app/service.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { type Running, startRunning } from '../support/running.ts'

const API = '/api/public/docs'

/** Addresses that are answered with 200, by path as it is described. */
export const GOOD: Readonly<Record<string, string>> = {
  [`${API}/search`]: '/search?q=corpus',
  [`${API}/status`]: '/status',
  [`${API}/pages`]: '/pages?limit=3',
  [`${API}/pages/{id}`]: '/pages/p1',
  [`${API}/capabilities`]: '/capabilities',
}

/** Addresses that are refused for what they ask. */
const MALFORMED: Readonly<Record<string, string>> = {
  [`${API}/search`]: '/search?q=a&limit=0',
  [`${API}/pages`]: '/pages?after=p999999',
  [`${API}/pages/{id}`]: '/pages/%zz',
}

/** One service in its senses, one out of patience, one that fails inside. */
export type Provoked = {
  readonly calm: Running
  /** Has one call a minute, which is spent, and settings of its own. */
  readonly weary: Running
  readonly failingUrl: string
  readonly close: () => Promise<void>
}

export async function startProvoked(): Promise<Provoked> {
  const calm = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
  const weary = await startRunning({
    env: { PUBLIC_CALLS_PER_MINUTE: '1', SEARCH_LIMIT_MAX: '7' },
  })
  await fetch(`${weary.url}${API}/status`)
  const failing = await startFailing(calm.distDir)
  const close = async () => {
    await failing.close()
    await Promise.all([calm.stop(), weary.stop()])
  }
  return { calm, weary, failingUrl: failing.url, close }
}

/** The service over a build, with a limiter that breaks: what is outside of it may fail. */
async function startFailing(distDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir, log })
  if (!docs.ok) throw new Error(docs.error)
  const broken = () => {
    throw new Error('Cannot count this call: the limiter is broken')
  }
  const app = service({
    docs: docs.value,
    allowedOrigins: new Set(),
    limits: {},
    admitPublic: broken,
    admitMcp: broken,
    clock: Date.now,
    log,
  })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => app.fetch(request),
  })
  const close = async () => {
    await server.stop(true)
    docs.value.close()
  }
  return { url: `http://127.0.0.1:${server.port}`, close }
}

/** Makes the service give an answer of this status for a described path; absent when it cannot. */
export async function provoke(
  { calm, weary, failingUrl }: Provoked,
  path: string,
  status: number,
): Promise<Response | undefined> {
  const good = GOOD[path]
  if (good === undefined) return undefined
  const call = async (base: string, words: string, init: RequestInit = {}) =>
    await fetch(`${base}${API}${words}`, init)
  switch (status) {
    case 200:
      return await call(calm.url, good)
    case 304: {
      const etag = (await call(calm.url, good)).headers.get('etag') ?? ''
      return await call(calm.url, good, { headers: { 'if-none-match': etag } })
    }
    case 400: {
      const malformed = MALFORMED[path]
      return malformed === undefined ? undefined : await call(calm.url, malformed)
    }
    case 404:
      return path.endsWith('{id}') ? await call(calm.url, '/pages/p999999') : undefined
    case 405:
      return await call(calm.url, good, { method: 'POST', body: '{}' })
    case 429:
      return await call(weary.url, good)
    case 500:
      return await call(failingUrl, good)
    case 503:
      return path.endsWith('{id}') ? await withoutItsText(calm) : undefined
    default:
      return undefined
  }
}

/** Takes the text of a page away under a running service. */
async function withoutItsText({ url, distDir }: Running): Promise<Response> {
  const manifest = await fetch(`${url}/docs-manifest.json`)
  type Listed = { readonly build: string; readonly pages: readonly Record<string, string>[] }
  const { build, pages } = (await manifest.json()) as Listed
  const page = pages.at(-1)
  const twin = new URL(page?.markdown_url ?? '').pathname
  await rm(join(distDir, 'builds', build, twin))
  return await fetch(`${url}${API}/pages/${page?.id}`)
}
