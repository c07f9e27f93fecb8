import { expect, test } from 'bun:test'
import { createCodeFollower, createIndentFollower } from './code_lines.ts'

test('createCodeFollower() follows <pre> that begins a line, and no word about it', () => {
  const text = 'Use `<pre>`.\n- <pre>\n\na\n</pre>\nb\n<pre>c</pre>\nd\n```\n<pre>\n```\ne'
  const isCode = createCodeFollower()
  expect(text.split('\n').filter((line) => !isCode(line))).toEqual(['Use `<pre>`.', 'b', 'd', 'e'])
})

test('createIndentFollower() follows code four columns further in than the text around it', () => {
  const text =
    '    a\n\n    b\nC\n    D\n- E\n\n    F\n\n      g\n\n' +
    '[^1]: H\n\n    I\n\nJ\n\n\tk\n\n1. L\n\n   M'
  const isIndented = createIndentFollower()
  expect(text.split('\n').filter((line) => isIndented(line))).toEqual([
    ...['    a', '    b', '      g', '\tk'],
  ])
})
