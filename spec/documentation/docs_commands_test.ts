import { expect, test } from 'bun:test'
import { compareOutput, readCommandBlocks } from './docs_commands.ts'

const page = (...lines: readonly string[]) => `---\ntitle: x\n---\n${lines.join('\n')}\n`

test('readCommandBlocks() joins commands with the output below them', () => {
  const source = page('```sh', 'a', '```', '', '```text output', 'b', '```', '```text', 'c', '```')
  expect(readCommandBlocks(source)).toEqual([
    { line: 5, commands: 'a', output: { form: 'text', content: 'b' } },
  ])
})

test('readCommandBlocks() refuses an output without commands', () => {
  expect(() => readCommandBlocks(page('```json output', '{}', '```'))).toThrow(
    'there are no commands',
  )
})

test('compareOutput() finds shown lines in order, with other lines between', () => {
  const shown = { form: 'text', content: 'one\nth…e' } as const
  expect(compareOutput(shown, 'zero\none\ntwo\nthree\n')).toBeUndefined()
  expect(compareOutput(shown, 'three\none\n')).toContain('th…e')
})

test('compareOutput() requires each shown member and ignores others', () => {
  const shown = { form: 'json', content: '[{ "id": "p1", "tags": [], "pages": 3 }]' } as const
  expect(compareOutput(shown, '[{"id":"p77","tags":[],"pages":9,"more":1}]')).toBeUndefined()
  expect(compareOutput(shown, '[{"id":"q","tags":[],"pages":9}]')).toContain('$ has no')
  expect(compareOutput(shown, '[{"id":"p1","tags":[1],"pages":9}]')).toContain('$ has no')
  expect(compareOutput(shown, '[]')).toContain('$ has no')
})

test('compareOutput() reads JSON from the last line and refuses anything else', () => {
  const shown = { form: 'json', content: '{ "at": "2026-11-21T10:00:00Z" }' } as const
  expect(compareOutput(shown, 'Built\n{"at":"2030-01-01T00:00:00Z"}\n')).toBeUndefined()
  expect(compareOutput(shown, '{"at":"today"}')).toContain('$.at')
  expect(compareOutput(shown, 'Built')).toContain('not JSON')
})
