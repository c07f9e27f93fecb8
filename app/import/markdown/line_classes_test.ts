import { expect, test } from 'bun:test'
import { classify, isMarkedCode, readHeadingLine } from './line_classes.ts'

/** Lines of a text that are of a kind. */
function linesOf(text: string, isWanted: (line: ReturnType<typeof classify>[number]) => boolean) {
  const lines = text.split('\n')
  const classes = classify(lines)
  return lines.filter((_, at) => isWanted(classes[at] ?? { kind: 'text' }))
}

test('classify() knows <pre> that begins a line, and no word about it', () => {
  const text = 'Use `<pre>`.\n- <pre>\n\na\n</pre>\nb\n<pre>c</pre>\nd\n```\n<pre>\n```\ne'
  const prose = linesOf(text, (line) => !isMarkedCode(line))
  expect(prose).toEqual(['Use `<pre>`.', 'b', 'd', 'e'])
})

test('classify() knows code four columns further in than the text around it', () => {
  const text =
    '    a\n\n    b\nC\n    D\n- E\n\n    F\n\n      g\n\n' +
    '[^1]: H\n\n    I\n\nJ\n\n\tk\n\n1. L\n\n   M'
  const indented = linesOf(text, ({ kind }) => kind === 'indented')
  expect(indented).toEqual(['    a', '    b', '      g', '\tk'])
})

test('classify() gives each line of a fenced block its marks, up to the end of its quote', () => {
  const text = '- ~~~~ js x\n  ~~~\n      ~~~~\n  ~~~~~\n> ```\n> a\nb\n```c`\n````\nd'
  const kinds = classify(text.split('\n')).map(({ kind }) => kind)
  expect(kinds.join(' ')).toBe('open inside inside close open inside text text open inside')
  const [first] = classify([text.split('\n')[0] ?? ''])
  expect(first).toEqual({
    kind: 'open',
    fence: { prefix: '- ', mark: '~~~~', info: ' js x', quotes: 0, column: 2 },
  })
})

test('classify() takes a time that grows with the text alone', () => {
  const rows = ['> - '.repeat(5_000), '`'.repeat(50_000), '- '.repeat(20_000), '#'.repeat(50_000)]
  const text = rows.flatMap((row) => [`${row}\``, row])
  expect(classify(text).length).toBe(8)
})

test('readHeadingLine() reads a heading, also in a quote', () => {
  expect(readHeadingLine('> ##  A b #')).toEqual({ mark: '> ##', level: 2, text: 'A b #' })
  expect(readHeadingLine('#hash')).toBeUndefined()
})
