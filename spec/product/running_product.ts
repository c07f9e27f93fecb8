import { createHttpDomain, type HttpDomainPorts } from '../../app/business/tools/adapters/http.ts'
import type { DomainServices } from '../../app/business/tools/port.ts'
import type { DomainCall, DomainContext } from '../../app/contract/domain.ts'
import { ROOT } from '../support/repository.ts'
import { createProduct } from './product.ts'
import { type Data, Workspace } from './workspace.ts'

export const SECRET = 'a-secret-of-the-service-and-its-product'
export const NEXT_SECRET = 'the-secret-that-comes-after-that-secret'
export const ISSUER = 'urn:lectern:example'

export type Product = {
  readonly url: string
  readonly workspace: Workspace
  stop(): Promise<void>
}

export async function readExampleWorkspace(): Promise<Workspace> {
  const text = await Bun.file(`${ROOT}/corpus/example_workspace.yaml`).text()
  return new Workspace(Bun.YAML.parse(text) as Data, ISSUER)
}

/** The reference product on its own port. */
export async function startProduct(
  options: { readonly secrets?: readonly string[]; readonly clock?: () => number } = {},
): Promise<Product> {
  const { secrets = [SECRET], clock = Date.now } = options
  const workspace = await readExampleWorkspace()
  const product = createProduct({ basePath: '/lectern', secrets, workspace, clock })
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: product })
  return { url: `${server.url.origin}/lectern`, workspace, stop: () => server.stop(true) }
}

export type ConnectedDomain = {
  readonly domain: DomainServices
  /** Why answers were rejected, as in the log. */
  readonly reasons: readonly string[]
}

/** The service's side, connected to a product; a user's id is also the subject. */
export function connect(url: string, given: Partial<HttpDomainPorts> = {}): ConnectedDomain {
  const reasons: string[] = []
  const domain = createHttpDomain({
    url,
    secret: SECRET,
    identityOf: async (userId) =>
      userId === 'nobody' ? undefined : { issuer: ISSUER, subject: userId },
    clock: Date.now,
    fetch,
    randomId: () => crypto.randomUUID(),
    log: { warn: (_event, fields = {}) => reasons.push(String(fields.reason)) },
    ...given,
  })
  return { domain, reasons }
}

export const READER: DomainContext = {
  requestId: 'req_1',
  grantId: 'grant_1',
  clientId: 'client_1',
  userId: 'ada',
  workspaceId: 'ws_quillfeather',
  businessId: 'biz_bakery',
  scopes: ['mcp:business:read'],
}
export const WRITER: DomainContext = {
  ...READER,
  scopes: ['mcp:business:read', 'mcp:business:write'],
}

/** A call that may take ten seconds and returns records of its type. */
export function callOf(operation: string, args: DomainCall['args'], more = {}): DomainCall {
  const records = typeof args.type === 'string' ? [args.type] : ['job', 'customer', 'follow_up']
  const kind = /create|update/.test(operation) ? 'write' : 'read'
  return { operation, kind, args, records, deadline: Date.now() + 10_000, ...more }
}
