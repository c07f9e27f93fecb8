import { expect, test } from 'bun:test'
import { withoutProse } from './compare_tools.ts'

test('withoutProse() leaves out what is told to people, and keeps properties of such names', () => {
  const schema = {
    type: 'object',
    description: 'A page.',
    properties: {
      title: { type: 'string', description: 'Its title.' },
      list: { type: 'array', items: { type: 'string', title: 'Item' } },
    },
    required: ['title'],
  }
  expect(withoutProse(schema)).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
    },
    required: ['title'],
  })
})
