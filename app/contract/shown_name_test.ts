import { expect, test } from 'bun:test'
import { formatName } from './shown_name.ts'

test('formatName() is never empty', () => {
  expect(formatName('\u200b\u202e ')).toBe('Unnamed')
})
