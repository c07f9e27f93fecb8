import { expect, test } from 'bun:test'
import { convert } from './conversion.ts'

function markdown(body: string): string {
  return convert(
    { file: 'page.mdx', body, bodyLine: 1 },
    {
      reportLoss: () => undefined,
      resolve: (href) => href,
      resolvePicture: (_, { alt }) => ({ kind: 'text', words: alt }),
      findDocument: () => undefined,
      otherVariants: new Set(),
      ownVariant: undefined,
    },
  )
}

const CASES: readonly (readonly [name: string, source: string, expected: string])[] = [
  [
    'lowered letters, digits and words',
    'a<sub>n</sub> H<sub>2</sub>O `b`<sub>i</sub> (c)<sub>k</sub> x<sub>i, j</sub> y<sub>m</sub>z',
    'a_n H₂O `b`\\_i (c)\\_k x\\_(i, j) y\\_(m)z',
  ],
  [
    'raised and lowered texts in code',
    '<code>2<sup>8</sup></code> <code>a<sub>n</sub></code> <code>b<sub>i, j</sub></code>',
    '`2^8` `a_n` `b_(i, j)`',
  ],
  [
    'only an index',
    '<sub>Made with tea</sub> NaCl<sub>(aq)</sub> Rule <sub>suffix</sub> a<sub>&dagger;</sub>.' +
      '<sub>A small caption</sub>',
    'Made with tea NaCl(aq) Rule suffix a&dagger;.A small caption',
  ],
]

for (const [name, source, expected] of CASES) {
  test(`splitRaised() keeps ${name} apart`, () => {
    expect(markdown(source)).toBe(expected)
  })
}

test('convert() puts a space between a word and a badge', () => {
  const source = '## Pages<span class="version-badge">4.1.1</span>\n\nA<span class="b">b</span>c'
  expect(markdown(source)).toBe('## Pages 4.1.1\n\nAbc')
  const between = 'New<span class="label">2</span>words <span class="badge">3</span>.'
  expect(markdown(between)).toBe('New 2 words 3.')
})

test('convert() keeps the space that a link begins or ends with', () => {
  const source = 'They get<a href="/x"> cut</a>, <a href="/y">now </a>and <a href="/z"> then </a>'
  expect(markdown(source)).toBe('They get [cut](/x), [now](/y) and  [then](/z)')
})

test('convert() keeps code of two elements beside each other apart', () => {
  const source = 'Call <span>`a`</span><span>`b`</span> or <code>c</code><code>d</code><b>e</b>`f`.'
  expect(markdown(source)).toBe('Call `a` `b` or `c` `d`**e**`f`.')
})

test('convert() writes references of braces as braces', () => {
  const source = 'A &#123;b&#125; &#x7B;c&#x7d; &lbrace;d&rcub; `&#123;`\n\n## E &#123;#f&#125;'
  expect(markdown(source)).toBe('A {b} {c} {d} `&#123;`\n\n## E \\{#f}')
})

test('convert() keeps a backslash before a bar in the code of a cell', () => {
  const row = '| a | b |\n| - | - |\n| <code>c\\&#124;d</code> | <code>e\\|f</code> |'
  expect(markdown(row)).toBe('| a | b |\n| - | - |\n| `c\\\\|d` | `e\\|f` |')
  const table = '<table><tr><td><code>c\\&#124;d</code> e|f</td></tr></table>'
  expect(markdown(table)).toBe('| `c\\\\|d` e\\|f |\n| --- |')
})

test('convert() keeps a picture in a frame of a key', () => {
  expect(markdown('A <kbd><img src="/p.png" alt="pot" /></kbd> b')).toBe('A pot b')
  expect(markdown('<kbd></kbd> b')).toBe('b')
})

test('convert() leaves no backslash of a break in the words of a link', () => {
  expect(markdown('<p>By <a href="/x">`a`<br /><b>Jane</b></a></p>')).toBe('By [`a` **Jane**](/x)')
})

test('convert() keeps the inner link of two, and the outer one around a picture', () => {
  expect(markdown('<a href="/z">\n  [pot.png](/p/pot.png)\n</a>')).toBe('[pot.png](/z)')
  expect(markdown('<a href="#a">All [pots](/p).</a>')).toBe('All [pots](/p).')
  expect(markdown('<a href="/z">All [pots](/p).</a>')).toBe('All [pots](/p).')
})
