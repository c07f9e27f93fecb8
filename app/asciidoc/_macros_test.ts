import { expect, test } from 'bun:test'
import { replaceMacros } from './_macros.ts'

test('replaceMacros() keeps the words of a macro without options, or else its target', () => {
  expect(replaceMacros('foo:bar[x=1,keep me]')).toBe('keep me')
  expect(replaceMacros('foo:bar[keep me, x=1]')).toBe('keep me')
  expect(replaceMacros('foo:bar[x="1,2", keep, me]')).toBe('keep, me')
  expect(replaceMacros('formula:x[E=mc2, a=b]')).toBe('x')
})
