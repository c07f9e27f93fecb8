import { expect, test } from 'bun:test'
import { writeTableRows } from './table_rows.ts'

const write = (text: string): string =>
  writeTableRows(text.split('\n').map((line, at) => ({ text: line, file: 'a.md', line: at + 1 })))
    .map((line) => line.text)
    .join('\n')

const CASES: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['a stroke in code', 'a | b\n- | -\nc | `d|e`', 'a | b\n- | -\nc | `d\\|e`'],
  ['a stroke in code outside of tables', 'c | `d|e`\n\n`f|g`', 'c | `d|e`\n\n`f|g`'],
  [
    'no table in indented code',
    'A\n\n    | a |\n    |---|\n    | `b|c` | d |',
    'A\n\n    | a |\n    |---|\n    | `b|c` | d |',
  ],
  ['more cells than the head has', '| a |\n|---|\n| b | c |', '| a |  |\n|---| --- |\n| b | c |'],
  ['a stroke at the end of a row', '| a |\n|---|\n| b | |', '| a |\n|---|\n| b | |'],
  [
    'a head whose last cell is empty',
    '| a | |\n|---|---|\n| b | c |',
    '| a | |\n|---|---|\n| b | c |',
  ],
]

for (const [name, source, expected] of CASES) {
  test(`writeTableRows() reads ${name}`, () => {
    expect(write(source)).toBe(expected)
  })
}
