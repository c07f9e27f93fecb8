import { describe, expect, test } from 'bun:test'
import { functionsOf, nameFaults, sizeFaults } from './sizes.ts'
import { sourceOf } from './source.ts'

describe('sizeFaults()', () => {
  const body = (lines: number) => '  call()\n'.repeat(lines)

  test('names a line that is too wide', () => {
    expect(sizeFaults(sourceOf('a.ts', `${'x'.repeat(100)}\n${'x'.repeat(101)}\n`))).toEqual([
      'a.ts:2: over 100 columns',
    ])
  })
  test('names a file that is too long', () => {
    expect(sizeFaults(sourceOf('a.ts', 'a()\n'.repeat(400)))).toEqual([])
    expect(sizeFaults(sourceOf('a.ts', 'a()\n'.repeat(401)))).toEqual([
      'a.ts: 401 lines, at most 400',
    ])
  })
  test('names a function that is too long', () => {
    expect(sizeFaults(sourceOf('a.ts', `function a(): void {\n${body(58)}}\n`))).toEqual([])
    expect(sizeFaults(sourceOf('a.ts', `function a(): void {\n${body(59)}}\n`))).toEqual([
      'a.ts:1: a function of 61 lines, at most 60',
    ])
  })
})

test('functionsOf() measures functions, methods and arrows, and nothing else', () => {
  const text = `
export async function a(
  b: string,
): Promise<void> {
  if (b) {
    c()
  }
}
const d = (e: string): string => {
  return e
}
const f = {
  g(h: string): void {
    i(h)
  },
}
describe('j', () => {
  test('k', async () => {
    l()
  })
})
type M = {
  readonly n: string
}
`
  expect(functionsOf(sourceOf('a.ts', text))).toEqual([
    { line: 2, length: 7 },
    { line: 9, length: 3 },
    { line: 13, length: 3 },
    { line: 18, length: 3 },
  ])
})

test('nameFaults() names what says nothing and what is not snake_case', () => {
  expect(nameFaults('app/docs/public_docs/_snapshot.ts')).toEqual([])
  expect(nameFaults('app/interfaces/mcp/index.ts')).toHaveLength(1)
  expect(nameFaults('app/utils/text.ts')).toHaveLength(1)
  expect(nameFaults('app/interfaces/mcp/toolCards.ts')).toHaveLength(1)
  expect(nameFaults('app/interfaces/mcp/tool-cards.ts')).toHaveLength(1)
})
