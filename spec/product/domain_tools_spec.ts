import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { BusinessRegistry } from '../../app/contract/business.ts'
import { ROOT } from '../support/repository.ts'
import { callOf, connect, type Product, startProduct, WRITER } from './running_product.ts'

/** Arguments with which each tool of the example registry does something in the bakery. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_business_profile: {},
  list_readiness: { state: 'ready' },
  list_follow_ups: { status: 'open', limit: 5 },
  list_memory: {},
  list_customers: { limit: 50 },
  list_jobs: { customer_id: 'cust_ivy' },
  get_job: { id: 'job_wedding_cake' },
  list_job_messages: { job_id: 'job_wedding_cake' },
  search_records: { query: 'ivy', types: ['customer', 'internal_note'] },
  set_opening_hours: { id: 'profile_bakery', opening_hours: { monday: '07:00-15:30' } },
  create_follow_up: { customer_id: 'cust_ivy', title: 'Call', due: '2026-12-01' },
  complete_follow_up: { id: 'follow_ivy_tasting' },
  add_memory_note: { topic: 'other', text: 'The bell is broken' },
  set_job_status: { id: 'job_wedding_cake', status: 'confirmed' },
  cancel_job: { id: 'job_wedding_cake', cancel_reason: 'No wedding' },
}

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

test('the reference product serves every tool of the example registry', async () => {
  const text = await Bun.file(join(ROOT, 'corpus/business.yaml')).text()
  const { tools } = Bun.YAML.parse(text) as BusinessRegistry
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(ARGUMENTS).sort())
  const { domain } = connect(product.url)
  const { operations } = await domain.describe()
  for (const { name, kind, operation, records, hold, with: given } of tools) {
    expect(operations).toContain(operation)
    const args = { ...ARGUMENTS[name], ...given }
    const approval = hold === 'always' ? { approvalId: 'appr_1' } : {}
    const outcome = await domain.call(WRITER, callOf(operation, args, { records, ...approval }))
    const expected = kind === 'read' ? 'records' : 'applied'
    expect([name, outcome.outcome]).toEqual([name, expected])
    if (outcome.outcome !== 'records' && outcome.outcome !== 'applied') continue
    expect([name, outcome.records.length > 0]).toEqual([name, true])
  }
})
