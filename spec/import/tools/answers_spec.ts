import { describe, expect, test } from 'bun:test'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import { readFields } from '../../../app/docs/api_reference/values.ts'
import { READER } from '../../product/running_product.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createApiProduct } from './api_product.ts'
import { importInto } from './imported_tools.ts'

const DOCUMENT = `openapi: 3.1.0
paths:
  /jobs:
    get:
      operationId: listJobs
      summary: Jobs of a company
      responses:
        '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
components:
  schemas:
    Job:
      type: object
      properties:
        id: { type: string }
        company: { type: string }
        secret: { type: string, writeOnly: true }
        tags: { type: array, items: { type: string } }
        extra: { type: object, additionalProperties: true }
        owner: { $ref: '#/components/schemas/Person' }
        helpers: { type: array, items: { allOf: [ { $ref: '#/components/schemas/Person' } ] } }
    Person:
      type: object
      properties:
        name: { type: string }
        password: { type: string, writeOnly: true }
        pin: { allOf: [ { $ref: '#/components/schemas/Pin' } ] }
        business_id: { type: string }
        manager: { $ref: '#/components/schemas/Person' }
        a.b: { type: string }
    Pin: { type: string, writeOnly: true }
`

async function openJobs() {
  const { result, text } = await importInto({ text: DOCUMENT }, ['listJobs'], { reach: 'company' })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  // The import has checked the registry that it wrote.
  const registry = Bun.YAML.parse(text ?? '') as BusinessRegistry
  const [tool] = registry.tools
  const http = tool?.http
  if (http === undefined) throw new Error('Cannot call "list_jobs": it has no binding')
  const product = createApiProduct(registry)
  const read = async (record: object) => {
    product.answer = () => Response.json(record, { headers: { 'lectern-business': 'biz_bakery' } })
    return await product.domain(Date.now).call(READER, {
      operation: 'api.list_jobs',
      kind: 'read',
      http,
      args: {},
      records: ['job'],
      deadline: Date.now() + 10_000,
    })
  }
  return { http, read }
}

const RECORD = { id: 'j1', company: 'biz_bakery' }

describe('records of the API of the product', () => {
  verifies('domain.http_api', 'the import names plain members, one level deep', async () => {
    const { http } = await openJobs()
    expect(http.answer?.fields).toEqual([
      'id',
      'company',
      'tags',
      'extra',
      'owner.name',
      'helpers.name',
    ])
  })

  verifies('domain.http_api', 'no member of a member is shown unless it is named', async () => {
    const { read } = await openJobs()
    const person = {
      name: 'Ada',
      password_hash: 'hunter2',
      business_id: 'biz_other',
      manager: { name: 'Ben' },
    }
    const outcome = await read({
      ...RECORD,
      owner: person,
      helpers: [person, { name: { first: 'Cleo' } }, null],
      tags: ['new', 1, null],
      extra: { token: 'hunter2' },
      secret: 'hunter2',
    })
    expect(readFields(outcome).records).toMatchObject([
      {
        id: 'j1',
        fields: {
          ...RECORD,
          owner: { name: 'Ada' },
          helpers: [{ name: 'Ada' }, {}, null],
          tags: ['new', 1, null],
        },
      },
    ])
    for (const text of ['hunter2', 'biz_other', 'Ben', 'Cleo']) {
      expect(JSON.stringify(outcome)).not.toContain(text)
    }
  })

  test('a member of another form than the document says is not shown', async () => {
    const { read } = await openJobs()
    const secret = { token: 'hunter2' }
    const owners = ['hunter2', ['hunter2'], [[{ name: 'hunter2' }]], [secret]]
    for (const owner of owners) {
      const outcome = await read({ ...RECORD, owner, tags: ['x', secret], extra: [[secret]] })
      expect(outcome).toMatchObject({ outcome: 'records' })
      expect(JSON.stringify(outcome)).not.toContain('hunter2')
    }
  })

  test('a list is not the name of a business', async () => {
    const { read } = await openJobs()
    const outcome = await read({ ...RECORD, company: ['biz_bakery'] })
    expect(outcome).toEqual({ outcome: 'unavailable', foreignRecord: true })
  })
})
