import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OauthConfig } from '../../app/contract/oauth.ts'
import { certificateFor } from '../support/certificate.ts'
import { type Running, startRunning } from '../support/running.ts'

export const READ = 'mcp:business:read'
export const WRITE = 'mcp:business:write'

/** The redirect address of clients in these tests; nothing listens there. */
export const REDIRECT_URI = 'http://127.0.0.1:39999/callback'

/** With a rate limit, a file of tests would run out of calls. */
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000'

type SurfaceOptions = {
  readonly oauth?: OauthConfig
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Corpus to copy; default is our own documentation. */
  readonly corpus?: string
}

/** Starts the real program with its business surface, where example users sign in. */
export async function startSurface(options: SurfaceOptions = {}): Promise<Running> {
  const { oauth, env = { DEV_SIGN_IN: '1' }, port, corpus } = options
  const folder = await mkdtemp(join(tmpdir(), 'lectern-surface-'))
  const config = join(folder, 'oauth.yaml')
  // JSON is YAML too.
  await writeFile(config, JSON.stringify(oauth ?? {}))
  const running = await startRunning({
    env: { RATE_LIMIT_OVERRIDES: UNLIMITED, OAUTH_CONFIG: config, ...env },
    ...(port === undefined ? {} : { port }),
    ...(corpus === undefined ? {} : { corpus }),
  })
  const stop = async () => {
    const code = await running.stop()
    await rm(folder, { recursive: true, force: true })
    return code
  }
  return { ...running, stop }
}

/** A client that publishes a document of itself, by https, under an authority of its own. */
export type DocumentSite = {
  /** The address of the document, which is the id of the client. */
  readonly clientId: string
  /** A file with the authority that a service must trust to read the document. */
  readonly authority: string
  /** How often the document was fetched. */
  fetched(): number
  stop(): Promise<void>
}

export async function startDocumentSite(): Promise<DocumentSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-authority-'))
  const authority = join(folder, 'authority.pem')
  const { cert, key } = await certificateFor('localhost')
  await writeFile(authority, cert)
  let count = 0
  const server = Bun.serve({
    hostname: 'localhost',
    port: 0,
    tls: { cert, key },
    fetch: (request) => {
      count += 1
      return Response.json({
        client_id: request.url,
        client_name: 'A client with a document',
        redirect_uris: [REDIRECT_URI],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
    },
  })
  return {
    clientId: `https://localhost:${server.port}/client.json`,
    authority,
    fetched: () => count,
    stop: async () => {
      await server.stop(true)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
