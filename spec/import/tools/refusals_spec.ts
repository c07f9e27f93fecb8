import { describe, expect, test } from 'bun:test'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import type { Choices } from '../../../app/import/tools/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { importInto } from './imported_tools.ts'
import { body, parameter, refusalOf, write } from './one_call.ts'

const ITEM = '{ type: object, properties: { accountRef: { type: string } } }'

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
  ['a POST without a key', write(body('a: { type: string }'), '/jobs', 'post'), /repeated POST/],
]

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
    expect(lines.at(-1)).toContain('nothing says which business a "job" belongs to')
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
      '      x-lectern: { name: find_jobs, reach: answer, from_grant: { site: business } }'
    const text = write(`${own}\n${parameter('site', 'query')}`)
    const { text: written } = await importInto({ text }, ['theCall'], {})
    const { tools } = Bun.YAML.parse(written ?? '') as BusinessRegistry
    expect(tools[0]?.name).toBe('find_jobs')
    expect(tools[0]?.http?.inputs).toEqual([{ grant: 'business', in: 'query', name: 'site' }])
  })

  verifies(
    ['tools.import', 'auth.no_selectors'],
    'x-lectern neither releases a call nor vouches for an input',
    async () => {
      const own = "x-lectern: { hold: domain, reach: answer, not_tenant: { site: 'trust me' } }\n"
      const vouched = write(parameter('site', 'query'), '/jobs', 'delete', own)
      expect(await refusalOf(vouched, {})).toContain('"site" may select a business')
      const text = write('', '/jobs', 'delete', own)
      const { result, text: written } = await importInto({ text }, ['theCall'], {})
      const { tools } = Bun.YAML.parse(written ?? '') as BusinessRegistry
      expect(tools[0]?.hold).toBe('always')
      expect(result.ok ? result.value.notes.map(({ what }) => what) : []).toEqual([
        'theCall: "x-lectern" sets "hold: domain", which no document may set',
        'theCall: "x-lectern" sets "not_tenant: site", which no document may set',
      ])
      const chosen = await importInto({ text }, ['theCall'], { hold: 'domain' })
      const [tool] = (Bun.YAML.parse(chosen.text ?? '') as BusinessRegistry).tools
      expect(tool?.hold).toBe('domain')
    },
  )
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
      'the registry already has a tool "the_call"',
    )
  })
})
