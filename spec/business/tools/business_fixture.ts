import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { parse } from 'yaml'
import { createGrants, type Grants } from '../../../app/business/grants/mod.ts'
import { createEmbedded, seedExample } from '../../../app/business/tools/adapters/embedded.ts'
import {
  type Business,
  type BusinessAnswer,
  type BusinessPorts,
  createBusiness,
  type DomainServices,
} from '../../../app/business/tools/mod.ts'
import type { Grant, SignedIn, Standing } from '../../../app/contract/authority.ts'
import {
  type BusinessRegistry,
  BusinessRegistrySchema,
  type BusinessTool,
} from '../../../app/contract/business.ts'
import {
  EXAMPLE_ISSUER,
  type ExampleWorkspace,
  ExampleWorkspaceSchema,
} from '../../../app/contract/example.ts'
import { type BusinessScope, type OauthConfig, oauthSettings } from '../../../app/contract/oauth.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import type { Audit, Sql, SqlValue, Store } from '../../../app/foundation/store/port.ts'
import { CORPUS } from '../../support/repository.ts'

export const READ = 'mcp:business:read'
export const WRITE = 'mcp:business:write'
export const START_MS = Date.UTC(2026, 10, 21)
export const DAY_MS = 24 * 3600 * 1000
export const REDIRECT = 'https://host.example/callback'
const RESOURCE = 'http://localhost:8080/mcp'
const VERIFIER = 'a-verifier-that-is-just-long-enough-for-S256'

/** Clients that the operator registered; the same user may use both. */
export const CLIENTS = ['desk', 'phone'] as const
export type ClientId = (typeof CLIENTS)[number]

/** The private tools that we ship; tests may change a copy. */
export const REGISTRY: BusinessRegistry = Value.Decode(
  BusinessRegistrySchema,
  parse(readFileSync(join(CORPUS, 'business.yaml'), 'utf8'), { merge: true }),
)
export const EXAMPLE: ExampleWorkspace = Value.Decode(
  ExampleWorkspaceSchema,
  parse(readFileSync(join(CORPUS, 'example_workspace.yaml'), 'utf8')),
)

export type FixtureOptions = {
  readonly registry?: BusinessRegistry
  readonly config?: OauthConfig
  /** Replaces or wraps the embedded domain. */
  readonly domain?: (embedded: DomainServices, store: Store) => DomainServices
  readonly audit?: (audit: Audit) => Audit
  readonly events?: BusinessPorts['events']
}

/** Grants and private tools over the example workspace, with a settable clock. */
export type BusinessFixture = {
  readonly store: Store
  readonly business: Business
  readonly grants: Grants
  readonly domain: DomainServices
  readonly registry: BusinessRegistry
  readonly time: { now: number }
  /** A user of the example, or a new user of a provider. */
  signIn(subject: string, email?: string): Promise<{ user: SignedIn; secret: string }>
  /** An access token as the whole flow makes it: consent, code, redemption. */
  token(subject: string, businessId: string, scopes: Scopes, client?: ClientId): Promise<string>
  reader(subject: string, businessId: string): Promise<Grant<'mcp:business:read'>>
  writer(
    subject: string,
    businessId: string,
    client?: ClientId,
  ): Promise<Grant<'mcp:business:write'>>
  read(grant: Grant<'mcp:business:read'>, tool: string, args?: unknown): Promise<BusinessAnswer>
  write(
    grant: Grant<'mcp:business:write'>,
    tool: string,
    args: unknown,
    key?: unknown,
  ): Promise<BusinessAnswer>
  change(text: string, ...values: readonly SqlValue[]): Promise<number>
  /** Audit lines about private calls: event, outcome. */
  lines(): Promise<readonly string[]>
  brokenAt(): Promise<number | undefined>
}

type Scopes = readonly BusinessScope[]

export async function createBusinessFixture(
  store: Store,
  options: FixtureOptions = {},
): Promise<BusinessFixture> {
  const time = { now: START_MS }
  const parts = await openParts(store, options, () => time.now)
  const { grants, business, domain, audit, registry } = parts
  const token = createTokenIssuer(grants)
  return {
    store,
    business,
    grants,
    domain,
    registry,
    time,
    signIn: (subject, email) => signIn(grants, subject, email),
    token,
    reader: async (subject, businessId) =>
      await authorise(grants, await token(subject, businessId, [READ]), READ),
    writer: async (subject, businessId, client) =>
      await authorise(grants, await token(subject, businessId, [READ, WRITE], client), WRITE),
    read: (grant, tool, args = {}) =>
      business.read(grant, { tool: findTool(registry, tool), registry, args, requestId: 'req' }),
    write: (grant, name, args, idempotencyKey) => {
      const tool = findTool(registry, name)
      return business.write(grant, { tool, registry, args, requestId: 'req', idempotencyKey })
    },
    change: (text, ...values) => store.transaction((sql) => sql.run(text, ...values)),
    lines: async () => {
      await audit.flush()
      const rows = await store.sql.all(
        `SELECT event, outcome FROM audit WHERE tool IS NOT NULL OR event = 'reach_violation'
          ORDER BY seq`,
      )
      return rows.map(({ event, outcome }) => `${event} ${outcome}`)
    },
    brokenAt: () => audit.findBreak(),
  }
}

async function openParts(store: Store, options: FixtureOptions, clock: () => number) {
  const registry = options.registry ?? REGISTRY
  const audit = createAudit(store, { clock })
  const settings = oauthSettings({
    clients: CLIENTS.map((id) => ({ id, name: `Client ${id}`, redirect_uris: [REDIRECT] })),
    ...options.config,
  })
  const embedded = createEmbedded(store, { clock, registry: () => registry, randomBytes })
  const domain = options.domain?.(embedded, store) ?? embedded
  const { within } = domain
  await seedExample(store, EXAMPLE, START_MS)
  const businesses = {
    list: (userId: string) => domain.businessesOf(userId),
    standing: (who: Standing) => domain.standing(who),
    standingWithin:
      within === undefined ? undefined : (sql: Sql, who: Standing) => within(sql).standing(who),
  }
  const grants = createGrants({ store, audit, settings, clock, resource: RESOURCE, businesses })
  const watched = options.audit?.(audit) ?? audit
  const ports = { store, audit: watched, domain, settings, clock, randomBytes }
  const business = createBusiness({ ...ports, events: options.events })
  return { registry, audit, domain, grants, business }
}

function signIn(
  grants: Grants,
  subject: string,
  email?: string,
): ReturnType<BusinessFixture['signIn']> {
  const issuer = email === undefined ? EXAMPLE_ISSUER : 'https://identity.example'
  return grants.signIn({ issuer, subject, display: subject, verifiedEmail: email }, '192.0.2.1')
}

function createTokenIssuer(grants: Grants): BusinessFixture['token'] {
  return async (subject, businessId, scopes, client = 'desk') => {
    const { secret } = await signIn(grants, subject)
    return await issueToken(grants, secret, { businessId, scopes, client })
  }
}

async function authorise<Scope extends BusinessScope>(
  grants: Grants,
  token: string,
  scope: Scope,
): Promise<Grant<Scope>> {
  const answer = await grants.authorise(`Bearer ${token}`, scope)
  if (!answer.ok) throw new Error(`Cannot authorise: ${answer.error.reason}`)
  return answer.value
}

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

export function findTool(registry: BusinessRegistry, name: string): BusinessTool {
  const tool = registry.tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`Cannot find tool "${name}": the registry lacks it`)
  return tool
}

/** The registry with one of its tools changed. */
export function replaceTool(name: string, changes: Partial<BusinessTool>): BusinessRegistry {
  const tools = REGISTRY.tools.map((tool) => (tool.name === name ? { ...tool, ...changes } : tool))
  return { ...REGISTRY, tools }
}

async function issueToken(
  grants: Grants,
  sessionSecret: string,
  asked: { businessId: string; scopes: Scopes; client: string },
): Promise<string> {
  const { businessId, scopes, client: clientId } = asked
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const { id } = await grants.beginConsent({
    clientId,
    redirectUri: REDIRECT,
    scopes,
    resource: RESOURCE,
    challenge,
    state: undefined,
  })
  const request = await grants.claimConsentRequest(id, sessionSecret)
  const given = { id, sessionSecret, csrf: request?.csrf ?? '', businessId, scopes }
  const consented = await grants.consent(given)
  if (!consented.ok) throw new Error(`Cannot consent: ${consented.error}`)
  const redeemed = await grants.redeem({
    code: consented.value.code,
    clientId,
    redirectUri: REDIRECT,
    verifier: VERIFIER,
    resource: undefined,
  })
  if (!redeemed.ok) throw new Error(`Cannot redeem: ${redeemed.error}`)
  return redeemed.value.accessToken
}

/** The ids of the records in an answer. */
export function listIds(answer: BusinessAnswer): readonly string[] {
  return answer.answer === 'records' || answer.answer === 'applied'
    ? answer.records.map(({ id }) => id)
    : []
}

export function messageOf(answer: BusinessAnswer): string | undefined {
  return answer.answer === 'refused' ? answer.message : undefined
}
