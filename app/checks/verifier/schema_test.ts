import { expect, test } from 'bun:test'
import { createSchemaValidator } from './schema.ts'

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

test('createSchemaValidator() follows references into the components of the document', () => {
  const validate = createSchemaValidator(document)
  expect(validate(page, { id: 'p1', next: { id: 'p2' } })).toBeUndefined()
  expect(validate(page, { id: 'p1', next: { id: 'x' } })).toContain('#/next/id')
  expect(validate({ type: 'array', items: page }, [{}])).toContain('id')
})

test('createSchemaValidator() checks formats', () => {
  const validate = createSchemaValidator({})
  const instant = { type: 'string', format: 'date-time' }
  expect(validate(instant, '2026-11-21T10:00:00Z')).toBeUndefined()
  expect(validate(instant, 'yesterday')).toContain('format')
})

test('createSchemaValidator() reports a schema that cannot be used and continues', () => {
  const schemas: Record<string, unknown> = { Self: { $ref: '#/components/schemas/Self' } }
  const validate = createSchemaValidator({ components: { schemas } })
  expect(validate({ $ref: '#/components/schemas/Self' }, {})).toContain(
    'a schema that verify cannot',
  )
  for (const pattern of ['((', '^(([0-9.])+)+X$', '(a*)*b', '(a)\\1']) {
    expect(validate({ type: 'string', pattern }, 'aaaa')).toBe(
      `a schema that verify cannot use: pattern ${pattern}`,
    )
  }
  expect(validate({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' }, 'aaaa')).toBeUndefined()
})

test('createSchemaValidator() reports an undeclared member at any depth', () => {
  const validate = createSchemaValidator(document)
  expect(validate(page, { id: 'p1', next: { id: 'p2', path: '/srv' } })).toStartWith('#/next/path:')
  expect(validate({ type: 'array', items: page }, [{ id: 'p1', x: 1 }])).toStartWith('#/0/x:')
  expect(validate({ type: 'object' }, { x: 1 })).toBeUndefined()
})
