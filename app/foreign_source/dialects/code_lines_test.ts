import { expect, test } from 'bun:test'
import { createCodeFollower } from './code_lines.ts'

test('createCodeFollower() follows <pre> that begins a line, and no word about it', () => {
  const text = 'Use `<pre>`.\n- <pre>\n\na\n</pre>\nb\n<pre>c</pre>\nd\n```\n<pre>\n```\ne'
  const isCode = createCodeFollower()
  expect(text.split('\n').filter((line) => !isCode(line))).toEqual(['Use `<pre>`.', 'b', 'd', 'e'])
})
