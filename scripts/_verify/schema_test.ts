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
