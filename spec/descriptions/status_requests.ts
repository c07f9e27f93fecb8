import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { createService } from '../../app/service/service.ts'
import { type Running, startRunning } from '../support/running.ts'

const API = '/api/public/docs'

/** Requests that get 200, by described path. */
export const VALID_REQUESTS: Readonly<Record<string, string>> = {
  [`${API}/search`]: '/search?q=corpus',
  [`${API}/status`]: '/status',
  [`${API}/pages`]: '/pages?limit=3',
  [`${API}/pages/{id}`]: '/pages/p1',
  [`${API}/capabilities`]: '/capabilities',
}

/** Requests that get 400, by described path. */
const MALFORMED_REQUESTS: Readonly<Record<string, string>> = {
  [`${API}/search`]: '/search?q=a&limit=0',
  [`${API}/pages`]: '/pages?after=p999999',
  [`${API}/pages/{id}`]: '/pages/%zz',
}

/** One service in normal operation, one over its rate limit, one that fails internally. */
export type StatusServices = {
  readonly normal: Running
  /** Allows one call a minute, already used, and has settings of its own. */
  readonly exhausted: Running
  readonly failingUrl: string
  readonly close: () => Promise<void>
}

export async function startStatusServices(): Promise<StatusServices> {
  const normal = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
  const exhausted = await startRunning({
    env: { PUBLIC_CALLS_PER_MINUTE: '1', SEARCH_LIMIT_MAX: '7' },
  })
  await fetch(`${exhausted.url}${API}/status`)
  const failing = await startFailing(normal.distDir)
  const close = async () => {
    await failing.close()
    await Promise.all([normal.stop(), exhausted.stop()])
  }
  return { normal, exhausted, failingUrl: failing.url, close }
}

/** The service with a limiter that throws, for responses with 500. */
async function startFailing(distDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir, log })
  if (!docs.ok) throw new Error(docs.error)
  const failToAdmit = () => {
    throw new Error('Cannot count this call: the limiter is broken')
  }
  const app = createService({
    docs: docs.value,
    allowedOrigins: new Set(),
    limits: {},
    admitPublic: failToAdmit,
    admitMcp: failToAdmit,
    clock: Date.now,
    stopwatch: Date.now,
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
export async function requestStatus(
  { normal, exhausted, failingUrl }: StatusServices,
  path: string,
  status: number,
): Promise<Response | undefined> {
  const good = VALID_REQUESTS[path]
  if (good === undefined) return undefined
  const call = async (base: string, words: string, init: RequestInit = {}) =>
    await fetch(`${base}${API}${words}`, init)
  switch (status) {
    case 200:
      return await call(normal.url, good)
    case 304: {
      const etag = (await call(normal.url, good)).headers.get('etag') ?? ''
      return await call(normal.url, good, { headers: { 'if-none-match': etag } })
    }
    case 400: {
      const malformed = MALFORMED_REQUESTS[path]
      return malformed === undefined ? undefined : await call(normal.url, malformed)
    }
    case 404:
      return path.endsWith('{id}') ? await call(normal.url, '/pages/p999999') : undefined
    case 405:
      return await call(normal.url, good, { method: 'POST', body: '{}' })
    case 429:
      return await call(exhausted.url, good)
    case 500:
      return await call(failingUrl, good)
    case 503:
      return path.endsWith('{id}') ? await requestWithoutText(normal) : undefined
    default:
      return undefined
  }
}

/** Removes the text of a page while the service runs, then requests it. */
async function requestWithoutText({ url, distDir }: Running): Promise<Response> {
  const manifest = await fetch(`${url}/docs-manifest.json`)
  type Listed = { readonly build: string; readonly pages: readonly Record<string, string>[] }
  const { build, pages } = (await manifest.json()) as Listed
  const page = pages.at(-1)
  const twin = new URL(page?.markdown_url ?? '').pathname
  await rm(join(distDir, 'builds', build, twin))
  return await fetch(`${url}${API}/pages/${page?.id}`)
}
