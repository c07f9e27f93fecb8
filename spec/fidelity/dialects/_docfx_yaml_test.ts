import { expect, test } from 'bun:test'
import { readYamlRows } from './_docfx_yaml.ts'

function read(text: string): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'a.yml', line: at + 1 }))
  return readYamlRows(rows).flatMap((row) => (row.text === '' ? [] : [row.text]))
}

test('readYamlRows() reads texts that go on below their key', () => {
  const text = 'summary: Tea\n  is hot.\nsections:\n  - question: Is\n      it?\n    answer: Yes'
  expect(read(text)).toEqual(['Tea is hot.', 'Is it?', 'Yes'])
})

test('readYamlRows() reads a hash in quotes as text, and what follows a text as none', () => {
  expect(read('title: "C # sharp"\nsummary: Tea # hot')).toEqual(['C # sharp', 'Tea'])
})
