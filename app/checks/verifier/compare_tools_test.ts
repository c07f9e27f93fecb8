import { expect, test } from 'bun:test'
import { omitProse } from './compare_tools.ts'

test('omitProse() leaves out texts for people and keeps properties with such names', () => {
  const schema = {
    type: 'object',
    description: 'A page.',
    properties: {
      title: { type: 'string', description: 'Its title.' },
      list: { type: 'array', items: { type: 'string', title: 'Item' } },
    },
    required: ['title'],
  }
  expect(omitProse(schema)).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
    },
    required: ['title'],
  })
})
