import { expect, test } from 'bun:test'
import { writeBadFormulasAsCode } from './_formulas.ts'

test('writeBadFormulasAsCode() leaves what can be drawn, and makes code of the rest', () => {
  const lost: string[] = []
  const body = '$$x^2$$\n\n$$\na & b \\\\ c\n$$\n\nIn $x$ and $`\\no`$ text.\n'
  const written = writeBadFormulasAsCode(body, (what) => lost.push(what.replace(/: .*/, '')))
  expect(written.body).toBe('$$x^2$$\n\n```tex\na & b \\\\ c\n```\n\nIn $x$ and `\\no` text.\n')
  expect(lost).toEqual([
    'the formula "a & b \\\\ c" cannot be drawn and is now code',
    'the formula "\\no" cannot be drawn and is now code',
  ])
})
