import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../_verifies.ts'

const OPENSSL = Bun.which('openssl')

/** Makes the certificate of a client's page. */
export const CERTIFICATES: Need = needs('openssl', OPENSSL !== null, 'apt-get install openssl')

/** A page of somebody else: a client's callback, or a page that means harm. */
export type ForeignPage = {
  readonly port: number
  /** Addresses that were asked for, path and query. */
  readonly asked: readonly string[]
  show(html: string): void
  stop(): Promise<void>
}

const ARRIVED = '<!doctype html><html lang="en"><title>Arrived</title><h1>Arrived</h1></html>'

/** A page on http, as a program on the same computer opens it. */
export function openLocalPage(): ForeignPage {
  return served({})
}

/** A page on https with a certificate of its own. */
export async function openHttpsPage(host: string): Promise<ForeignPage> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-client-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const made = Bun.spawnSync(
    [
      OPENSSL ?? 'openssl',
      ...words,
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      `/CN=${host}`,
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  )
  if (made.exitCode !== 0) throw new Error(`Cannot make a certificate: ${made.stderr.toString()}`)
  const tls = { key: await Bun.file(key).text(), cert: await Bun.file(cert).text() }
  await rm(folder, { recursive: true, force: true })
  return served({ tls })
}

function served(options: {
  readonly tls?: { readonly key: string; readonly cert: string }
}): ForeignPage {
  const asked: string[] = []
  let shown = ARRIVED
  const server = Bun.serve({
    hostname: '::',
    port: 0,
    ...options,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
      asked.push(`${pathname}${search}`)
      return new Response(shown, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  return {
    port: server.port ?? 0,
    asked,
    show: (html) => {
      shown = html
    },
    stop: async () => await server.stop(true),
  }
}
