import { describe, expect, test } from 'bun:test'
import type { BusinessRegistry } from '../../app/contract/business.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { checkBusinessText } from '../../app/corpus_build/business_text.ts'
import type { Choices } from '../../app/tool_import/mod.ts'
import { verifies } from '../requirements/verifies.ts'
import { importInto } from './imported_tools.ts'

const JOB = "schema: { $ref: '#/components/schemas/Job' }"
const ANSWER = `{ '200': { content: { application/json: { ${JOB} } } } }`
const STRING = '{ type: string }'
const ITEM = `{ type: object, properties: { accountRef: ${STRING} } }`

/** A document with one operation that has the given members. */
function write(members: string, path = '/jobs', method = 'get', top = ''): string {
  return `openapi: 3.1.0
${top}paths:
  ${path}:
    ${method}:
      operationId: theCall
${members}
      responses: ${ANSWER}
components:
  schemas:
    Job: { type: object, properties: { id: { type: string }, company: { type: string } } }
    TenantId: { $ref: '#/components/schemas/Text' }
    Text: { type: string }
    Organization: { type: object, properties: { id: { type: string } } }
    Team: { type: object, properties: { id: { type: string } } }
    Loop:
      type: object
      properties: { inner: { $ref: '#/components/schemas/Loop' } }
      required: [inner]
  parameters:
    WorkspaceId: { name: w, in: query, schema: { type: string } }
`
}

function parameter(name: string, where: string, more = 'schema: { type: string }'): string {
  return `      parameters: [{ name: ${name}, in: ${where}, required: true, ${more} }]`
}

function body(properties: string, required = '[]'): string {
  const schema = `{ type: object, required: ${required}, properties: { ${properties} } }`
  return `      requestBody: { content: { application/json: { schema: ${schema} } } }`
}

/** Names that public APIs use for a customer of theirs. */
const SELECTING = [
  ...['organization_id_or_slug', 'workspace_gid', 'filter[account_id]', 'where.tenant_id'],
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
]

type Refusal = readonly [what: string, text: string, message: RegExp]

const REFUSED: readonly Refusal[] = [
  ['a path', write(parameter('tenant', 'path'), '/t/{tenant}/jobs'), /path input "tenant" selects/],
  ['a query', write(parameter('workspaceId', 'query')), /query input "workspaceId" selects/],
  ['a header', write(parameter('X-Org-Id', 'header')), /header input "X-Org-Id" selects/],
  ['a vendor header', write(parameter('Stripe-Account', 'header')), /"Stripe-Account" selects/],
  ['a cookie', write(parameter('sid', 'cookie')), /takes the cookie "sid"/],
  [
    'a schema',
    write(parameter('t', 'query', "schema: { $ref: '#/components/schemas/TenantId' }")),
    /query input "t" selects/,
  ],
  [
    'a title',
    write(parameter('t', 'query', 'schema: { type: string, title: Workspace }')),
    /"t" sel/,
  ],
  ['other letters', write(parameter('ｔenant', 'query')), /input "ｔenant" selects/],
  ['a body', write(body('org: { type: string }'), '/jobs', 'put'), /body input "org" selects/],
  [
    'a nested member',
    write(
      body(`job: { type: object, properties: { to: { type: array, items: ${ITEM} } } }`),
      '/jobs',
      'put',
    ),
    /body input "accountRef" selects/,
  ],
  [
    'a part of allOf',
    write(
      body('job: { allOf: [{ type: object, properties: { business: { type: string } } }] }'),
      '/jobs',
      'put',
    ),
    /body input "business" selects/,
  ],
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
    'a likely kind',
    write(body("t: { $ref: '#/components/schemas/Team' }"), '/jobs', 'put'),
    /input "t" may select/,
  ],
  [
    'a word among others',
    write(parameter('account_number', 'query')),
    /"account_number" may select/,
  ],
  ['a likely name', write(parameter('team_id', 'query')), /input "team_id" may select a business/],
  [
    'an address',
    write(body('callbackUrl: { type: string }'), '/jobs', 'put'),
    /"callbackUrl" is an address/,
  ],
  [
    'a server variable',
    write(
      '',
      '/jobs',
      'get',
      "servers: [{ url: 'https://{shop}.example.com', variables: { shop: {} } }]\n",
    ),
    /server input "shop" may select/,
  ],
  [
    'a remote reference',
    write(parameter('q', 'query', "schema: { $ref: 'https://example.com/q.json' }")),
    /leads out of the document/,
  ],
  [
    'a circle',
    write(body("loop: { $ref: '#/components/schemas/Loop' }", '[loop]'), '/jobs', 'put'),
    /"loop" has a member "inner" that refers to itself/,
  ],
  ['a POST without a key', write(body('a: { type: string }'), '/jobs', 'post'), /POST twice/],
]

async function refusalOf(text: string, choices: Choices = { reach: 'answer' }): Promise<string> {
  const { result, text: written } = await importInto({ text }, ['theCall'], choices)
  expect(written).toBeUndefined()
  return result.ok ? '' : result.error.map(formatProblem).join('\n')
}

describe('an OpenAPI document', () => {
  for (const [what, text, message] of REFUSED) {
    verifies(
      ['tools.import', 'auth.no_selectors'],
      `${what} is refused, with its line`,
      async () => {
        const refusal = await refusalOf(text)
        expect(refusal).toMatch(message)
        for (const line of refusal.split('\n'))
          expect(line).toMatch(/openapi\.yaml:[1-9][0-9]*:1: /)
      },
    )
  }

  verifies('tools.import', 'every problem of every operation is listed at once', async () => {
    const text = write(
      `      parameters:
        - { name: tenant, in: query }
        - { name: site, in: query }
        - { name: c, in: cookie }`,
    )
    const lines = (await refusalOf(text, {})).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toContain('nothing says how a "job" reaches its business')
  })

  verifies(
    ['tools.import', 'auth.derived_from_grant'],
    'the grant fills what selects',
    async () => {
      const text = write(parameter('tenant', 'path'), '/t/{tenant}/jobs')
      const choices: Choices = { reach: 'company', from_grant: { tenant: 'business' } }
      const { text: written } = await importInto({ text }, ['theCall'], choices)
      const { tools, records } = Bun.YAML.parse(written ?? '') as BusinessRegistry
      expect(tools[0]?.input_schema.properties).toEqual({})
      expect(tools[0]?.http?.inputs).toEqual([{ grant: 'business', in: 'path', name: 'tenant' }])
      expect(tools[0]?.http?.answer?.business).toBe('company')
      expect(records[0]?.reach).toEqual({ rule: 'column', field: 'company' })
    },
  )

  test('a mark that meets no input is refused', async () => {
    const choices: Choices = { reach: 'answer', not_tenant: { tema_id: 'it is a subject' } }
    expect(await refusalOf(write(''), choices)).toContain(
      'no chosen operation has an input "tema_id"',
    )
  })

  test('a name that must not select stays refused whatever its reason is', async () => {
    const choices: Choices = { reach: 'answer', not_tenant: { tenant: 'because' } }
    expect(await refusalOf(write(parameter('tenant', 'query')), choices)).toContain('selects')
  })

  test('x-lectern makes the same choices', async () => {
    const own =
      "      x-lectern: { name: find_jobs, reach: answer, not_tenant: { site: 'a building' } }"
    const text = write(`${own}\n${parameter('site', 'query')}`)
    const { text: written } = await importInto({ text }, ['theCall'], {})
    const { tools } = Bun.YAML.parse(written ?? '') as BusinessRegistry
    expect(tools[0]?.name).toBe('find_jobs')
    expect(tools[0]?.http?.inputs).toEqual([
      { argument: 'site', in: 'query', because: 'a building' },
    ])
  })
})

describe('a registry that is there', () => {
  const first = async (): Promise<string> => {
    const { text } = await importInto({ text: write('') }, ['theCall'], { reach: 'answer' })
    return (text ?? '').replace('tools:', '# Those of the product.\ntools:')
  }

  test('keeps what its author wrote, and gets the new tool at its end', async () => {
    const before = await first()
    const choices: Choices = { name: 'other_call' }
    const { text } = await importInto({ text: write('') }, ['theCall'], choices, before)
    expect(text?.startsWith(before)).toBe(true)
    const { tools, records } = Bun.YAML.parse(text ?? '') as BusinessRegistry
    expect(tools.map(({ name }) => name)).toEqual(['the_call', 'other_call'])
    expect(records).toHaveLength(1)
  })

  test('keeps a tool of the same name, and the import is refused', async () => {
    const before = await first()
    const { result, text } = await importInto({ text: write('') }, ['theCall'], {}, before)
    expect(text).toBe(before)
    expect(result.ok ? '' : result.error[0]?.what).toBe(
      'the registry has a tool "the_call" already',
    )
  })
})

describe('a registry that a person edits', () => {
  const EDITS: readonly (readonly [from: string, to: string, message: RegExp])[] = [
    ['name: tenant', 'name: tenant\n          because: I say so', /"because" is unknown|is a map/],
    ['grant: business', 'argument: q', /input "tenant" selects a workspace or a business/],
    ['path: /t/{tenant}/jobs', 'path: /t/{other}/jobs', /nothing fills "\{other\}"/],
    [
      'path: /t/{tenant}/jobs',
      'path: /t/../{tenant}',
      /cannot be sent as it is|can be sent as it is/,
    ],
    ['method: GET', 'method: POST', /the method is POST, but the tool reads/],
    ['type: job\n', 'type: invoice\n', /the answer holds "invoice"|"records" lists/],
    ['in: path', 'in: header', /the path has|nothing fills/],
  ]

  verifies(
    'auth.no_selectors',
    'a binding of it is checked like one that is imported',
    async () => {
      const choices: Choices = { reach: 'answer', from_grant: { tenant: 'business' } }
      const document = write(
        `      parameters:
        - { name: tenant, in: path, required: true, schema: ${STRING} }
        - { name: q, in: query, schema: ${STRING} }`,
        '/t/{tenant}/jobs',
      )
      const { text = '' } = await importInto({ text: document }, ['theCall'], choices)
      expect(checkBusinessText('business.yaml', text)).toEqual([])
      for (const [from, to, message] of EDITS) {
        const at = text.lastIndexOf(from)
        const edited = text.slice(0, at) + to + text.slice(at + from.length)
        const problems = checkBusinessText('business.yaml', edited).map(formatProblem).join('\n')
        expect([to, problems]).toEqual([to, expect.stringMatching(message)])
      }
    },
  )
})
