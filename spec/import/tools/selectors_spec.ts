import { describe, expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { importInto } from './imported_tools.ts'
import { body, parameter, refusalOf, write } from './one_call.ts'

/** Names that public APIs use for a customer of theirs. */
const SELECTING = [
  ...['organization_id_or_slug', 'workspace_gid', 'filter[account_id]', 'where.tenant_id'],
  ...['mandant_id', 'locataire', 'テナント', '租户', 't\u0435nant', 'ten\u03b1nt_id'],
  ...['account_identifier', 'on_behalf_of', 'businessUnitId', 'sub_account_id', 'AccountSid'],
]

/** Schemas of a member of a body that is some business. */
const KINDS = [
  "{ $ref: '#/components/schemas/TenantId' }",
  "{ type: array, items: { $ref: '#/components/schemas/TenantId' } }",
  "{ $ref: '#/components/schemas/Organization' }",
  "{ type: array, items: { $ref: '#/components/schemas/Organization' } }",
  "{ oneOf: [{ $ref: '#/components/schemas/TenantId' }, { type: 'null' }] }",
  "{ anyOf: [{ type: string }, { $ref: '#/components/schemas/TenantId' }] }",
  "{ allOf: [{ $ref: '#/components/schemas/TenantId' }, { description: x }] }",
  "{ type: array, items: { oneOf: [{ $ref: '#/components/schemas/TenantId' }] } }",
  '{ type: string, contentSchema: { properties: { a: { properties: { org_id: {} } } } } }',
  "{ type: string, contentSchema: { $ref: '#/components/schemas/TenantId' } }",
  '{ type: string, contentSchema: { required: [tenant] } }',
  '{ type: object, properties: {}, dependentSchemas: { a: { properties: { tenant: {} } } } }',
  '{ type: object, properties: {}, dependentSchemas: { tenant: {} } }',
  '{ type: object, properties: {}, patternProperties: { "^tenant$": { type: string } } }',
  '{ type: object, properties: {}, propertyNames: { enum: [tenant] } }',
  '{ type: object, properties: {}, propertyNames: { pattern: "^org$" } }',
  "{ type: string, if: {}, then: { $ref: '#/components/schemas/TenantId' } }",
  '{ type: string, if: {}, else: { properties: { tenant: {} } } }',
  '{ type: string, if: { title: Tenant } }',
  '{ type: object, properties: {}, unevaluatedProperties: { title: Tenant } }',
  "{ type: array, items: {}, prefixItems: [{ $ref: '#/components/schemas/TenantId' }] }",
  '{ type: string, $dynamicRef: "#t", $defs: { TenantId: { $dynamicAnchor: t } } }',
  '{ type: string, $dynamicRef: "#/components/schemas/TenantId" }',
]

type Refusal = readonly [what: string, text: string, message: RegExp]

const REFUSED: readonly Refusal[] = [
  ...SELECTING.map(
    (name): Refusal => [
      `the name ${name}`,
      write(parameter(`'${name}'`, 'query')),
      /query input ".*" selects/,
    ],
  ),
  ...KINDS.map(
    (schema): Refusal => [
      `a member that is ${schema}`,
      write(body(`t: ${schema}`), '/jobs', 'put'),
      /body input "t" selects/,
    ],
  ),
  [
    'a member with a name, deep inside',
    write(
      body('dest: { type: object, properties: { workspace_gid: { type: string } } }'),
      '/jobs',
      'put',
    ),
    /body input "workspace_gid" selects/,
  ],
  [
    'a parameter that is a component',
    write("      parameters: [{ $ref: '#/components/parameters/WorkspaceId' }]"),
    /query input "w" selects/,
  ],
  [
    'a path of one tenant',
    write('', '/tenants/acme/jobs'),
    /the path has "acme" after "tenants", so it may select a business/,
  ],
  [
    'a likely kind',
    write(body("t: { $ref: '#/components/schemas/Team' }"), '/jobs', 'put'),
    /input "t" may select/,
  ],
]

describe('an input of an OpenAPI document that selects a business', () => {
  for (const [what, text, message] of REFUSED) {
    verifies(['tools.import', 'auth.no_selectors'], `${what} is refused`, async () => {
      expect(await refusalOf(text)).toMatch(message)
    })
  }
})

verifies('tools.import', 'a part of a path that a person explains is imported', async () => {
  const text = write('', '/accounts/search')
  expect(await refusalOf(text)).toMatch(/"search" after "accounts"/)
  const choices = { reach: 'answer', not_tenant: { search: 'finds those of the caller' } } as const
  expect((await importInto({ text }, ['theCall'], choices)).result.ok).toBe(true)
})
