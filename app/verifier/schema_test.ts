import { expect, test } from 'bun:test'
import { schemaCheck } from './schema.ts'

const document = {
  components: {
    schemas: {
      Page: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', pattern: '^p' },
          next: { $ref: '#/components/schemas/Page' },
        },
      },
    },
  },
}
const page = { $ref: '#/components/schemas/Page' }

test('schemaCheck() follows references into the components of the document', () => {
  const check = schemaCheck(document)
  expect(check(page, { id: 'p1', next: { id: 'p2' } })).toBeUndefined()
  expect(check(page, { id: 'p1', next: { id: 'x' } })).toContain('#/next/id')
  expect(check({ type: 'array', items: page }, [{}])).toContain('id')
})

test('schemaCheck() holds formats', () => {
  const check = schemaCheck({})
  const instant = { type: 'string', format: 'date-time' }
  expect(check(instant, '2026-11-21T10:00:00Z')).toBeUndefined()
  expect(check(instant, 'yesterday')).toContain('format')
})

test('schemaCheck() says so when a schema cannot be used, and goes on', () => {
  const schemas: Record<string, unknown> = { Self: { $ref: '#/components/schemas/Self' } }
  const check = schemaCheck({ components: { schemas } })
  expect(check({ $ref: '#/components/schemas/Self' }, {})).toContain('a schema that verify cannot')
  for (const pattern of ['((', '^(([0-9.])+)+X$', '(a*)*b', '(a)\\1']) {
    expect(check({ type: 'string', pattern }, 'aaaa')).toBe(
      `a schema that verify cannot use: pattern ${pattern}`,
    )
  }
  expect(check({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' }, 'aaaa')).toBeUndefined()
})

test('schemaCheck() names a member that no schema names, at any depth', () => {
  const check = schemaCheck(document)
  expect(check(page, { id: 'p1', next: { id: 'p2', path: '/srv' } })).toStartWith('#/next/path:')
  expect(check({ type: 'array', items: page }, [{ id: 'p1', x: 1 }])).toStartWith('#/0/x:')
  expect(check({ type: 'object' }, { x: 1 })).toBeUndefined()
})
