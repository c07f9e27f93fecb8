import { expect, test } from 'bun:test'
import { joinLines, splitLines } from '../../markdown/source_line.ts'
import { writeContainers } from './containers.ts'

function write(...lines: readonly string[]): string {
  const source = splitLines('a.md', lines.join('\n'))
  return joinLines(writeContainers(source, ['indented', 'slashes', 'colons']))
}

test('writeContainers() writes what is indented below !!! and ???', () => {
  expect(write('!!! note', '    A.', '', '    B.', 'C.')).toBe(':::note\nA.\n\nB.\n:::\nC.')
  expect(write('!!! bug "Own *title*"', '    A.')).toBe(':::note Own *title*\nA.\n:::')
  expect(write('??? tip "A <small class=x>few</small> of <T>"', '    A.')).toBe(
    ':::details A few of <T>\nA.\n:::',
  )
  expect(write('!!! constructor', '    A.')).toBe(':::note Constructor\nA.\n:::')
  expect(write('!!! danger ""', '    A.')).toBe(':::caution\nA.\n:::')
  expect(write('!!! example end', '    A.')).toBe(':::note Example\nA.\n:::')
  expect(write('??? tip', '    A.')).toBe(':::details Tip\nA.\n:::')
  expect(write('- x', '    !!! tip', '        A.')).toBe('- x\n    :::tip\n    A.\n    :::')
})

test('writeContainers() joins tabs, with code and blocks in them', () => {
  const source = ['=== "A"', '', '    ```sh', '    === "no"', '    ```', '', '=== "B"', '']
  const nested = ['    !!! note', '        In.', 'End.']
  expect(write(...source, ...nested)).toBe(
    ':::tabs\n:::tab A\n\n```sh\n=== "no"\n```\n:::\n' +
      ':::tab B\n\n:::note\nIn.\n:::\n:::\n:::\nEnd.',
  )
})

test('writeContainers() nests slashes of equal length, and reads their options', () => {
  expect(write('/// note | T', 'A', '/// tip', 'B', '///', '///')).toBe(
    ':::note T\nA\n:::tip\nB\n:::\n:::',
  )
  expect(write('/// details | T', '    type: warning', '    open: true', '', 'A', '///')).toBe(
    ':::details T\n\nA\n:::',
  )
  expect(write('/// tab | A', 'a', '///', '', '//// tab | B', 'b', '////')).toBe(
    ':::tabs\n:::tab A\na\n:::\n:::tab B\nb\n:::\n:::',
  )
  expect(write('/// html | div', 'A', '///')).toBe('A')
})

test('writeContainers() leaves unknown names, code and unclosed blocks alone', () => {
  const kept = ['/// nothing', 'A', '```', '!!! note', '    A', '```', '::: open', 'B']
  expect(write(...kept)).toBe(kept.join('\n'))
  expect(write('/// note', 'A')).toBe(':::note\nA\n:::')
})

test('writeContainers() writes colons of four dialects in one form', () => {
  expect(write('::: tip My title', 'A', ':::')).toBe(':::tip My title\nA\n:::')
  expect(write(':::note[My title]{icon}', 'A', ':::')).toBe(':::note My title\nA\n:::')
  expect(write('::::warning', ':::note', 'A', ':::', '::::')).toBe(
    ':::warning\n:::note\nA\n:::\n:::',
  )
})

test('writeContainers() cuts attributes off a title, and no expression of a template', () => {
  expect(write('::: tip A {.b} of {{ c }}', 'D', ':::')).toBe(':::tip A  of {{ c }}\nD\n:::')
})
