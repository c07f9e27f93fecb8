import { expect, test } from 'bun:test'
import { circleFaults, deadExportFaults, deadFileFaults } from './graph.ts'
import { sourceOf } from './source.ts'

const main = sourceOf('app/main.ts', "import { a } from './a.ts'\na()\n")

test('circleFaults() names the files of a circle, also through types', () => {
  const a = sourceOf('app/a.ts', "import { b } from './b.ts'\nexport const a = b\n")
  const b = sourceOf('app/b.ts', "import type { C } from './c.ts'\nexport const b: C = 1\n")
  const c = (text: string) => sourceOf('app/c.ts', `${text}export type C = number\n`)
  expect(circleFaults([main, a, b, c('')])).toEqual([])
  expect(circleFaults([main, a, b, c("import { a } from './a.ts'\n")])).toEqual([
    'circle: app/a.ts → app/b.ts → app/c.ts → app/a.ts',
  ])
})

test('deadFileFaults() names a file that no program reaches, though a test does', () => {
  const a = sourceOf('app/a.ts', 'export const a = () => 1\n')
  const b = sourceOf('app/b.ts', 'export const b = 1\n')
  const unit = sourceOf('app/b_test.ts', "import { b } from './b.ts'\n")
  expect(deadFileFaults([main, a, b, unit])).toEqual(['app/b.ts: dead file'])
})

test('deadExportFaults() names an export that nothing imports', () => {
  const a = sourceOf('app/a.ts', 'export const a = 1\nexport type B = 2\nexport class C {}\n')
  const star = sourceOf('spec/a_spec.ts', "import * as all from '../app/a.ts'\n")
  expect(deadExportFaults([main, a])).toEqual([
    'app/a.ts: "B" is exported and not imported',
    'app/a.ts: "C" is exported and not imported',
  ])
  expect(deadExportFaults([main, a, star])).toEqual([])
})
