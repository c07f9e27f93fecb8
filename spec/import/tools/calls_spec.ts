import { describe, expect, test } from 'bun:test'
import { createHttpDomain } from '../../../app/business/tools/adapters/http.ts'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import type { DomainOutcome } from '../../../app/contract/domain.ts'
import { WRITER } from '../../product/running_product.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type ApiProduct, answerRecord, createApiProduct, SECRET } from './api_product.ts'
import { importPublic, PUBLIC_DOCUMENTS } from './imported_tools.ts'

async function open(at: number): Promise<{
  readonly product: ApiProduct
  readonly registry: BusinessRegistry
  readonly call: (name: string, args: object, key?: string) => Promise<DomainOutcome>
}> {
  const document = PUBLIC_DOCUMENTS[at]
  if (document === undefined) throw new Error(`Cannot open "${at}": there is no such document`)
  const registry = await importPublic(document)
  const product = createApiProduct(registry)
  const domain = product.domain(Date.now)
  const call = async (name: string, args: object, key?: string): Promise<DomainOutcome> => {
    const tool = registry.tools.find((each) => each.name === name)
    if (tool?.http === undefined) throw new Error(`Cannot call "${name}": no such tool`)
    return await domain.call(WRITER, {
      operation: tool.operation,
      kind: tool.kind === 'read' ? 'read' : 'write',
      http: tool.http,
      args: { ...args },
      records: tool.records,
      deadline: Date.now() + 10_000,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    })
  }
  return { product, registry, call }
}

const ISSUE = { repo: 'bread', issue_number: 7 }

describe('a call of the API of the product', () => {
  verifies(
    ['domain.http_api', 'auth.derived_from_grant'],
    'path and context name the business of the grant, whatever the arguments say',
    async () => {
      const { product, call } = await open(1)
      const outcome = await call('issues_get', { ...ISSUE, owner: 'biz_other', business: 'x' })
      expect(outcome).toMatchObject({ outcome: 'records', records: [{ businessId: 'biz_bakery' }] })
      const [made] = product.calls
      expect(made?.target).toBe('/repos/biz_bakery/bread/issues/7')
      expect(made?.context).toMatchObject({
        business_id: 'biz_bakery',
        workspace_id: 'ws_quillfeather',
        user: { issuer: 'urn:product', subject: 'ada' },
        operation: 'api.issues_get',
        kind: 'read',
      })
      expect(made?.headers.get('authorization')).toBeNull()
    },
  )

  test('arguments go into path, query and body, and the key into its header', async () => {
    const { product, call } = await open(1)
    await call('issues_list_for_repo', { repo: 'bread', state: 'open', per_page: 5 })
    await call('issues_create', { repo: 'bread', title: 'Oven & <b>' }, 'key-1')
    const [listed, made] = product.calls
    expect(listed?.target).toBe('/repos/biz_bakery/bread/issues?state=open&per_page=5')
    expect(made?.body).toEqual({ title: 'Oven & <b>' })
    expect(made?.headers.get('idempotency-key')).toBe('key-1')
  })

  verifies(
    ['domain.http_api', 'auth.derived_from_grant'],
    'the key, the deadline and each header of the grant are signed within the context',
    async () => {
      const { product, registry, call } = await open(1)
      const tool = registry.tools.find(({ name }) => name === 'issues_create')
      const inputs = [
        { grant: 'business', in: 'header', name: 'X-Org-Id' },
        { grant: 'workspace', in: 'header', name: 'X-Workspace' },
      ]
      Object.assign(tool?.http ?? {}, { inputs: [...(tool?.http?.inputs ?? []), ...inputs] })
      const made = await call('issues_create', { repo: 'bread', title: 'x' }, 'key-1')
      expect(made).toMatchObject({ outcome: 'applied' })
      const [written] = product.calls
      expect(written?.headers.get('x-org-id')).toBe('biz_bakery')
      expect(written?.context).toMatchObject({
        idempotency_key: 'key-1',
        headers: { 'X-Org-Id': 'biz_bakery', 'X-Workspace': 'ws_quillfeather' },
      })
      expect(Number(written?.context.deadline)).toBeGreaterThan(Date.now())
      await call('issues_get', ISSUE)
      expect(product.calls[1]?.context).not.toContainKey('idempotency_key')
    },
  )

  verifies('domain.http_api', 'no argument leaves its place in the path', async () => {
    const { product, call } = await open(1)
    for (const repo of [
      '',
      '.',
      '..',
      '../../biz_other',
      'a/b',
      'a\\b',
      '%2e%2e',
      'a?b',
      'a#b',
      'a;b',
    ]) {
      const outcome = await call('issues_get', { ...ISSUE, repo })
      expect([repo, outcome]).toEqual([repo, { outcome: 'invalid', field: 'repo', message: '' }])
    }
    expect(product.calls).toEqual([])
    await call('issues_get', { ...ISSUE, repo: 'brød og smør' })
    expect(product.calls[0]?.target).toBe('/repos/biz_bakery/br%C3%B8d%20og%20sm%C3%B8r/issues/7')
  })

  verifies('domain.http_api', 'an answer for no business or another one is dropped', async () => {
    const { product, call } = await open(1)
    for (const headers of [{}, { 'lectern-business': 'biz_other' }]) {
      product.answer = () => Response.json({ id: 1 }, { headers })
      expect(await call('issues_get', ISSUE)).toEqual({
        outcome: 'unavailable',
        foreignRecord: true,
      })
      const written = await call('issues_create', { repo: 'bread', title: 'x' }, 'key')
      expect(written).toEqual({ outcome: 'unknown', foreignRecord: true })
    }
  })

  verifies(
    'domain.http_api',
    'a record that names another business spoils the answer',
    async () => {
      const { product, registry, call } = await open(2)
      const tool = registry.tools.find(({ name }) => name === 'get_changelogs')
      Object.assign(tool?.http?.answer ?? {}, { business: 'project' })
      product.answer = (made) => answerRecord(registry, made, { project: 'biz_bakery' })
      expect(await call('get_changelogs', {})).toMatchObject({ outcome: 'records' })
      for (const more of [{ project: 'biz_other' }, {}]) {
        product.answer = (made) => answerRecord(registry, made, more)
        expect(await call('get_changelogs', {})).toMatchObject({ foreignRecord: true })
      }
    },
  )

  test('only members that the document lists are shown', async () => {
    const { call } = await open(0)
    const outcome = await call('get_comments', { file_key: 'f' })
    expect(outcome).toMatchObject({
      records: [{ type: 'comment', id: 'r1', fields: { id: 'r1' } }],
    })
    expect(JSON.stringify(outcome)).not.toContain('secret_member')
  })

  test('a read of a business that is out of reach shows nothing', async () => {
    const { product, call } = await open(0)
    product.closed.add('biz_bakery')
    expect(await call('get_comments', { file_key: 'f' })).toEqual({ outcome: 'inactive' })
  })

  test('statuses become values, and a write that may have happened is unknown', async () => {
    const { product, call } = await open(1)
    const rows = [
      [400, 'invalid', 'invalid'],
      [401, 'unavailable', 'unavailable'],
      [403, 'denied', 'denied'],
      [404, 'not_found', 'not_found'],
      [409, 'conflict', 'unknown'],
      [429, 'unavailable', 'unavailable'],
      [202, 'unavailable', 'unknown'],
      [302, 'unavailable', 'unknown'],
      [500, 'unavailable', 'unknown'],
    ] as const
    for (const [status, read, written] of rows) {
      product.answer = () => new Response(null, { status, headers: { location: '/elsewhere' } })
      const outcomes = [
        await call('issues_get', ISSUE),
        await call('issues_create', { repo: 'bread', title: 'x' }, 'key'),
      ].map(({ outcome }) => outcome)
      expect([status, ...outcomes]).toEqual([status, read, written])
    }
  })

  test('409 and 412 say nothing about a write, whatever its method and key', async () => {
    const { product, registry, call } = await open(1)
    const tool = registry.tools.find(({ name }) => name === 'issues_create')
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      Object.assign(tool?.http ?? {}, { method })
      for (const status of [409, 412]) {
        product.answer = () => new Response(null, { status })
        for (const key of ['key', undefined]) {
          const made = await call('issues_create', { repo: 'bread', title: 'x' }, key)
          expect([method, status, key, made]).toEqual([method, status, key, { outcome: 'unknown' }])
        }
        expect(await call('issues_get', ISSUE)).toEqual({ outcome: 'conflict', message: '' })
      }
    }
  })

  test('an answer that is too long, too deep or no JSON is not used', async () => {
    const { product, call } = await open(1)
    const headers = { 'lectern-business': 'biz_bakery' }
    const json = { ...headers, 'content-type': 'application/json' }
    for (const answer of [
      () => new Response('x'.repeat(1024 * 1024 + 1), { headers: json }),
      () => new Response(`${'['.repeat(40)}${']'.repeat(40)}`, { headers: json }),
      () => new Response('{}', { headers: { ...headers, 'content-type': 'text/html' } }),
      () => Response.json({ title: 'without an id' }, { headers }),
    ]) {
      product.answer = answer
      expect(await call('issues_get', ISSUE)).toEqual({ outcome: 'unavailable' })
    }
  })

  test('without an address of the API nothing is sent', async () => {
    const reasons: unknown[] = []
    const domain = createHttpDomain({
      url: 'https://product.example.com',
      secret: SECRET,
      identityOf: async (userId) => ({ issuer: 'urn:product', subject: userId }),
      clock: Date.now,
      fetch: async () => Response.json({ standing: 'active', may_decide: true }),
      randomId: () => crypto.randomUUID(),
      log: { warn: (_event, fields) => reasons.push(fields?.reason) },
    })
    const { registry } = await open(0)
    const http = registry.tools.find(({ kind }) => kind === 'read')?.http
    if (http === undefined) throw new Error('Cannot call: no tool reads')
    const outcome = await domain.call(WRITER, {
      operation: 'api.x',
      kind: 'read',
      http,
      args: {},
      records: ['comment'],
      deadline: Date.now() + 10_000,
    })
    expect(outcome).toEqual({ outcome: 'unavailable' })
    expect(reasons).toEqual(['no_api_address'])
  })
})
