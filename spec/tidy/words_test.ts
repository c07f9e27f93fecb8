import { describe, expect, test } from 'bun:test'
import { sourceOf } from './source.ts'
import { castFaults, returnTypeFaults, wordFaults } from './words.ts'

describe('wordFaults()', () => {
  const faults = (text: string) => wordFaults(sourceOf('app/a.ts', text)).length

  test('takes ordinary code', () => {
    expect(faults("if (!a && b !== c) d({ any: 'any' }) // any text!\nconst e = f.any(g)")).toBe(0)
  })
  test.each([
    'function a(b: any): void {}',
    'const a: Map<string, any> = b',
    'const a = b as any',
    'const a = b!.c',
    'call(a!)',
    'export default a',
    'enum Colour { Red }',
    "const a = require('b')",
    "test.only('a', () => {})",
    '// @ts-ignore\n',
    '// TODO later\n',
    '// FIXME\n',
    '// ---------- parts\n',
    '// As issue 12 wants it.\n',
  ])('names %p', (text) => {
    expect(faults(text)).toBe(1)
  })
  test('takes a TODO that carries its number', () => {
    expect(faults('// TODO(#12): fold the two.\n')).toBe(0)
  })
})

test('returnTypeFaults() names an export that leaves its type to be guessed', () => {
  const text = 'export function a(b: (c: string) => void) {}\nexport function d(): void {}\n'
  const arrow = 'export const e = (f: string) => f\nexport const g: G = (f) => f\n'
  expect(returnTypeFaults(sourceOf('app/a.ts', text + arrow))).toEqual([
    'app/a.ts:1: "a" without a return type',
    'app/a.ts:3: "e" without a return type',
  ])
})

test('castFaults() names a cast without a comment above it', () => {
  const bare = 'const a = b as C\n'
  const proved = '// Checked by the schema above.\nreturn d(\n  b as C,\n)\n'
  const free =
    "import {\n  a as b,\n} from './c.ts'\nexport * as e from './e.ts'\nconst f = g as const\n"
  expect(castFaults(sourceOf('app/a.ts', free + proved + bare))).toEqual([
    'app/a.ts:10: a cast without its proof',
  ])
})
