import { expect, test } from 'bun:test'
import { fileNamingFaults, namingFaults } from './names.ts'
import { sourceOf } from './source.ts'

const faults = (text: string) => namingFaults(sourceOf('app/interfaces/mcp/x.ts', text)).length

test('namingFaults() takes verbs for functions and nouns for types', () => {
  expect(faults('function formatProblem() {}\ntype Outcome = 1\nconst found = 1\n')).toBe(0)
  expect(faults('const seed = (at: number) => at\nfunction readFeed() {}\n')).toBe(0)
  expect(faults('const written = await write(a)\n')).toBe(0)
})

test.each([
  'function told() {}',
  'async function refused() {}',
  'const shown = (a: string) => a',
  'const written = async (a: string): Promise<void> => {}',
  'type Told = string',
  'class Foreknown {}',
  'export interface Judged {}',
])('namingFaults() names the bare participle of %p', (text) => {
  expect(faults(text)).toBe(1)
})

test.each([
  'const shelf = 1',
  'function pressCorpus() {}',
  'type ToolShelf = 1',
  'let LEDGER_ROWS = 1',
])('namingFaults() names the metaphor of %p', (text) => {
  expect(faults(text)).toBe(1)
})

test('fileNamingFaults() names the metaphor of a path', () => {
  expect(fileNamingFaults('app/interfaces/mcp/_tool_cards.ts')).toEqual([])
  expect(fileNamingFaults('app/interfaces/mcp/_shelf.ts')).toHaveLength(1)
  expect(fileNamingFaults('spec/office/a_spec.ts')).toHaveLength(1)
})
