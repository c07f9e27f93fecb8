import { expect, test } from 'bun:test'
import { parse } from 'yaml'
import { writeFrontMatter, writeYaml, writeYamlDocument } from './yaml_text.ts'

function textOf(document: Record<string, unknown>): string {
  return new TextDecoder().decode(writeYamlDocument(document))
}

test('writeYamlDocument() keeps every text as it is', () => {
  const values = ['yes', 'on', '12:30', '2026-11-01', '1.10', '1e3', '~', '', ' x ', '- a', '&a']
  const lines = ['a\nb', 'a\n\n  b\n', '---\n', '...\n', 'tab\there', 'a: b # c', '😀', '"\\u0000"']
  const breaks = ['a\u0085b', 'a\u2028b\n', '\u2029', '\ufeffa', 'x\n\u2028\n  y\n']
  const document = { values: [...values, ...lines, ...breaks], 'a\u2028b': { deep: breaks } }
  expect(Bun.YAML.parse(textOf(document))).toEqual(document)
})

test('writeYamlDocument() quotes what an older reader misreads', () => {
  const text = textOf({ date: '2026-11-01', yes: 'yes', time: '12:30', break: 'a\u2028b' })
  expect(text).toContain('date: "2026-11-01"\n')
  expect(text).toContain('"yes": "yes"\n')
  expect(text).toContain('time: "12:30"\n')
  expect(text).toContain('break: "a\\u2028b"\n')
})

test('writeYamlDocument() writes nothing raw that a reader may refuse', () => {
  const codes = [0x7f, 0x80, 0x84, 0x86, 0x9f, 0xfffe, 0xffff, 0x0, 0x8, 0xb, 0x1f]
  const values = codes.map((code) => `a${String.fromCharCode(code)}b`)
  const document = { values, ...Object.fromEntries(values.map((key) => [key, [key]])) }
  const text = textOf(document)
  // c-printable of YAML 1.2.2, without line breaks and byte order marks that readers interpret.
  expect(
    text.match(/[^\n\x20-\x7e\u00a0-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029\ufeff]/u),
  ).toBeNull()
  expect(Bun.YAML.parse(text)).toEqual(document)
  expect(parse(text)).toEqual(document)
})

test('writeYamlDocument() writes no anchors, folds no lines and keeps the order of keys', () => {
  const shared = { long: 'word '.repeat(60).trim() }
  const text = textOf({ b: shared, a: shared })
  expect(text).not.toMatch(/[&*]a?\d/)
  expect(text.split('\n')).toHaveLength(6)
  expect(text.indexOf('b:')).toBeLessThan(text.indexOf('a:'))
})

test('writeFrontMatter() writes each text as the library does', () => {
  const texts = ['A', 'Yes', 'a: b', 'a:b', 'a:', "it's", 'a "b"', 'a #b', 'https://a.b/c/', 'ü']
  const more = ['2026-11-01', '2026-1-1', '1.0', 'null', 'a ', 'a\nb', '-', 'a, b (c)', 'y', '']
  for (const text of [...texts, ...more]) {
    expect(writeFrontMatter({ title: text })).toBe(`---\n${writeYaml({ title: text })}---\n`)
  }
})

test('writeFrontMatter() puts the record between two lines of dashes', () => {
  expect(writeFrontMatter({ title: 'A', updated: '2026-11-01' })).toBe(
    '---\ntitle: A\nupdated: "2026-11-01"\n---\n',
  )
})
