import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OauthConfig, oauthSettings } from '../../app/contract/oauth.ts'
import { createGrants, type Grants } from '../../app/grants/mod.ts'
import { oauthWindow } from '../../app/oauth/plugin.ts'
import type { SignInWay } from '../../app/oauth/ports.ts'
import { createAudit } from '../../app/store/audit.ts'
import { openStore } from '../../app/store/open.ts'
import type { Store } from '../../app/store/port.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { freePort } from '../_running.ts'
import { exampleOf, type Example } from './_example.ts'

export type Site = Example & {
  readonly url: string
  readonly grants: Grants
  readonly store: Store
  /** Lines of the log so far. */
  readonly log: readonly string[]
  /** Moves the clock of the service on. */
  wait(ms: number): void
  stop(): Promise<void>
}

export type SiteOptions = {
  readonly config?: OauthConfig
  readonly signIn?: (url: string, clock: () => number) => SignInWay | Promise<SignInWay>
  /** Calls of the OAuth endpoints that are let through; none is refused by default. */
  readonly callsMax?: number
  readonly https?: boolean
}

/** The real window over the real vault, back office and store, on a port of its own. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-browser-'))
  const opened = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!opened.ok) throw new Error(opened.error)
  const store = opened.value
  const port = await freePort()
  const url = `http://localhost:${port}`
  let [aheadMs, calls] = [0, 0]
  const clock = () => Date.now() + aheadMs
  const settings = oauthSettings(options.config ?? {})
  const audit = createAudit(store, { clock })
  const example = await exampleOf({ store, audit, settings, clock })
  const grants = createGrants({
    store,
    audit,
    businesses: example.businesses,
    settings,
    clock,
    resource: `${url}/mcp`,
  })
  const signIn = (await options.signIn?.(url, clock)) ?? { way: 'example', users: example.users }
  const log: string[] = []
  const window = oauthWindow({
    grants,
    approvals: example.business,
    registry: () => example.registry,
    title: () => 'Quillfeather Docs',
    baseUrl: url,
    settings,
    signIn,
    fetchDocument: async () => ({ ok: false, error: 'no network in this test' }),
    admit: () => ++calls <= (options.callsMax ?? Number.POSITIVE_INFINITY),
    peerOf: () => '127.0.0.1',
    clock,
    log: createLog('debug', (line) => log.push(line), clock),
  })
  const server = Bun.serve({ port, hostname: '::', fetch: (request) => window.handle(request) })
  return {
    ...example,
    url,
    grants,
    store,
    log,
    wait: (ms) => {
      aheadMs += ms
    },
    stop: async () => {
      await server.stop(true)
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
