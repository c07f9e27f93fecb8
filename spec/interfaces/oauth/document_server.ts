import { afterAll } from 'bun:test'
import { type Certificate, certificateFor } from '../../support/certificate.ts'

export const NAME = 'client.example'

/** A server of client documents with a real certificate; it counts what reaches it. */
export type DocumentServer = {
  readonly port: number
  readonly certificate: Certificate
  readonly paths: string[]
  answer: (request: Request) => Response | Promise<Response>
}

/** Starts a server on one address of the loopback network. */
export async function startDocumentServer(
  hostname = '127.0.0.1',
  given: { readonly port?: number; readonly certificate?: Certificate } = {},
): Promise<DocumentServer> {
  const certificate = given.certificate ?? (await certificateFor(NAME, 'localhost'))
  const { cert, key } = certificate
  const paths: string[] = []
  const started: DocumentServer = {
    port: 0,
    certificate,
    paths,
    answer: () => new Response('', { status: 404 }),
  }
  const server = Bun.serve({
    hostname,
    port: given.port ?? 0,
    tls: { cert, key },
    idleTimeout: 20,
    fetch: async (request) => {
      paths.push(new URL(request.url).pathname)
      return await started.answer(request)
    },
  })
  afterAll(() => server.stop(true))
  return Object.assign(started, { port: server.port ?? 0 })
}

export function jsonAnswer(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, { headers: { 'content-type': 'application/json', ...headers } })
}

/** A good document of the client at an address. */
export function documentOf(url: string, changed: Readonly<Record<string, unknown>> = {}): object {
  return {
    client_id: url,
    client_name: 'A client of its own',
    redirect_uris: ['http://127.0.0.1/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...changed,
  }
}
