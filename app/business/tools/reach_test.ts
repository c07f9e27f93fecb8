import { describe, expect, test } from 'bun:test'
import type { BusinessRegistry } from '../../contract/business.ts'
import { allReach, filterReaching, reachOf } from './reach.ts'

type Reach = BusinessRegistry['records'][number]['reach']

const REACHES: Readonly<Record<string, Reach>> = {
  customer: { rule: 'column', field: 'owner' },
  job: { rule: 'via', through: 'customer', field: 'customer_id' },
  message: { rule: 'via', through: 'job', field: 'job_id' },
  note: { rule: 'none' },
  of_note: { rule: 'via', through: 'note', field: 'note_id' },
  of_nothing: { rule: 'via', through: 'absent', field: 'id' },
  hen: { rule: 'via', through: 'egg', field: 'egg_id' },
  egg: { rule: 'via', through: 'hen', field: 'hen_id' },
}

const REGISTRY: BusinessRegistry = {
  version: 1,
  records: Object.entries(REACHES).map(([type, reach]) => ({
    type,
    title: type,
    description: type,
    reach,
  })),
  tools: [],
}

describe('reachOf()', () => {
  test('follows links to a column', () => {
    expect(reachOf(REGISTRY, 'customer')).toEqual({ links: [], column: 'owner' })
    expect(reachOf(REGISTRY, 'message')).toEqual({
      links: [
        { field: 'job_id', type: 'job' },
        { field: 'customer_id', type: 'customer' },
      ],
      column: 'owner',
    })
  })
  test('finds no path without a rule, over a type without one, or in a circle', () => {
    const types = ['note', 'of_note', 'of_nothing', 'hen', 'egg', 'unlisted']
    expect(filterReaching(REGISTRY, types)).toEqual([])
  })
})

describe('allReach()', () => {
  const expected = { registry: REGISTRY, types: ['customer', 'job', 'note'], businessId: 'one' }
  const record = (type: string, businessId: string, fields = {}) => ({
    type,
    id: 'x',
    businessId,
    fields,
  })
  test('accepts records of the business', () => {
    expect(allReach([record('customer', 'one'), record('job', 'one')], expected)).toBe(true)
    expect(allReach([record('customer', 'one', { owner: 'one' })], expected)).toBe(true)
  })
  test('drops all for one foreign, unlisted, ruleless or contradictory record', () => {
    const good = record('customer', 'one')
    const bad = [
      record('customer', 'two'),
      record('message', 'one'),
      record('note', 'one'),
      record('customer', 'one', { owner: 'two' }),
      record('customer', 'one', { owner: ['one', 'two'] }),
      record('customer', 'one', { owner: null }),
    ]
    for (const each of bad) expect(allReach([good, each], expected)).toBe(false)
  })
})
