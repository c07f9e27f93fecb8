import { expect, test } from 'bun:test'
import { frontMatter, yamlDocument } from './_yaml.ts'

function textOf(document: Record<string, unknown>): string {
  return new TextDecoder().decode(yamlDocument(document))
}

test('yamlDocument() keeps every text as it is, whatever it looks like', () => {
  const values = ['yes', 'on', '12:30', '2026-11-01', '1.10', '1e3', '~', '', ' x ', '- a', '&a']
  const lines = ['a\nb', 'a\n\n  b\n', '---\n', '...\n', 'tab\there', 'a: b # c', '😀', '"\\u0000"']
  const breaks = ['a\u0085b', 'a\u2028b\n', '\u2029', '\ufeffa', 'x\n\u2028\n  y\n']
  const document = { values: [...values, ...lines, ...breaks], 'a\u2028b': { deep: breaks } }
  expect(Bun.YAML.parse(textOf(document))).toEqual(document)
})

test('yamlDocument() quotes what an older reader takes for something else', () => {
  const text = textOf({ date: '2026-11-01', yes: 'yes', time: '12:30', break: 'a\u2028b' })
  expect(text).toContain('date: "2026-11-01"\n')
  expect(text).toContain('"yes": "yes"\n')
  expect(text).toContain('time: "12:30"\n')
  expect(text).toContain('break: "a\\u2028b"\n')
})

test('yamlDocument() writes no anchors, folds no lines and keeps the order of keys', () => {
  const shared = { long: 'word '.repeat(60).trim() }
  const text = textOf({ b: shared, a: shared })
  expect(text).not.toMatch(/[&*]a?\d/)
  expect(text.split('\n')).toHaveLength(6)
  expect(text.indexOf('b:')).toBeLessThan(text.indexOf('a:'))
})

test('frontMatter() stands between two lines of dashes', () => {
  expect(frontMatter({ title: 'A', updated: '2026-11-01' })).toBe(
    '---\ntitle: A\nupdated: "2026-11-01"\n---\n',
  )
})
