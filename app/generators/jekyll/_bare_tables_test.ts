import { expect, test } from 'bun:test'
import { joinLines, splitLines } from '../../foreign_markup/source_line.ts'
import { addOuterBars } from './_bare_tables.ts'

function write(text: string): string {
  return joinLines(addOuterBars(splitLines('page.md', text)))
}

// What kramdown 2.4 makes a table, and what it does not.
const TABLES: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['cells that begin with marks', '**a** | b\n#1 | -1 |', '| **a** | b |\n| #1 | -1 |'],
  ['a paragraph of an item', '- x\n\n  a | b\n  c | d', '- x\n\n  | a | b |\n  | c | d |'],
  ['a callout', ':::note\na | b\nc | d\n:::', ':::note\n| a | b |\n| c | d |\n:::'],
]

for (const [name, source, expected] of TABLES) {
  test(`addOuterBars() adds bars to ${name}`, () => {
    expect(write(source)).toBe(expected)
  })
}

const TEXTS: readonly (readonly [name: string, source: string])[] = [
  ['<pre>', '<pre>\nx\n\na | b\nc | d\n\n</pre>'],
  ['code over two lines', 'a | `b\nc` | d'],
  ['a paragraph that a fence ends', 'a | b\nc | d\n```\nx\n```'],
  ['a paragraph that a fence begins', '```\nx\n```\na | b\nc | d'],
  ['definitions of notes', '[^1]: a | b\n[^2]: c | d'],
  ['a list', '- a | b\n- c | d'],
  ['escaped bars and code', 'a \\| b\n`c | d`'],
]

for (const [name, source] of TEXTS) {
  test(`addOuterBars() leaves ${name} as written`, () => {
    expect(write(source)).toBe(source)
  })
}
