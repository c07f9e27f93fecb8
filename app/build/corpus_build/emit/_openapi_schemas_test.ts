import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { PAGE_ID_PATTERN } from '../../../contract/page.ts'
import { publishInput, publishSchema } from './_openapi_schemas.ts'

test('publishSchema() writes literals as one list and refuses any other choice', () => {
  const literals = Type.Union([Type.Literal('a'), Type.Literal('b')])
  expect(publishSchema(literals)).toEqual({ type: 'string', enum: ['a', 'b'] })
  expect(() => publishSchema(Type.Union([Type.String(), Type.Null()]))).toThrow('is not a literal')
})

test('publishSchema() drops the id pattern that publishInput() keeps', () => {
  const ids = Type.Object({ ids: Type.Array(Type.String({ pattern: PAGE_ID_PATTERN })) })
  expect(JSON.stringify(publishInput(ids))).toContain(PAGE_ID_PATTERN)
  expect(publishSchema(ids)).toMatchObject({
    properties: { ids: { items: { type: 'string', minLength: 1 } } },
  })
  expect(JSON.stringify(publishSchema(ids))).not.toContain('pattern')
})
