import { expect, test } from 'bun:test'
import { findLeftovers } from './_leftovers.ts'

function find(text: string): readonly string[] {
  return findLeftovers([{ kind: 'text', text }]).map(({ what }) => what)
}

test('findLeftovers() finds macros without an end behind the last bracket', () => {
  expect(find('xref:a[b] link:c[d')).toEqual(['the macro "link:c" has no end; it stays as written'])
  expect(find('xref:a.adoc b, xref:c[d]')).toEqual([])
})

test('findLeftovers() reads at most 2,001 characters of the target of a macro', () => {
  expect(find(`link:${'a'.repeat(2001)}[b`)).toHaveLength(1)
  expect(find(`link:${'a'.repeat(2002)}[b`)).toEqual([])
})

test('findLeftovers() says whether words or target of a macro are kept', () => {
  expect(find('foo:bar[x=1,keep me] formula:x[E=mc2, a=b]')).toEqual([
    'the macro "foo:bar[x=1,keep me]" is one of an extension; its words are kept',
    'the macro "formula:x[E=mc2, a=b]" is one of an extension; its target is kept',
  ])
})
