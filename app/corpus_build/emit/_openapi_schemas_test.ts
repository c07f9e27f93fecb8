import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { PAGE_ID_PATTERN } from '../../contract/page.ts'
import { publishedInput, publishedSchema } from './_openapi_schemas.ts'

test('publishedSchema() writes literals as one list and refuses any other choice', () => {
  const literals = Type.Union([Type.Literal('a'), Type.Literal('b')])
  expect(publishedSchema(literals)).toEqual({ type: 'string', enum: ['a', 'b'] })
  expect(() => publishedSchema(Type.Union([Type.String(), Type.Null()]))).toThrow('is no literal')
})

test('publishedSchema() opens the shape of ids that publishedInput() keeps', () => {
  const ids = Type.Object({ ids: Type.Array(Type.String({ pattern: PAGE_ID_PATTERN })) })
  expect(JSON.stringify(publishedInput(ids))).toContain(PAGE_ID_PATTERN)
  expect(publishedSchema(ids)).toMatchObject({
    properties: { ids: { items: { type: 'string', minLength: 1 } } },
  })
  expect(JSON.stringify(publishedSchema(ids))).not.toContain('pattern')
})
