import { expect, test } from 'bun:test'
import { slugOfGithub } from './dialects/slugs.ts'
import type { Kind } from './facts.ts'
import { readSourceMarkdown } from './source_markdown.ts'

/** What the second reader finds of one kind in a text. */
function find(text: string, kind: Kind): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.md', line: at + 1 }))
  const { units } = readSourceMarkdown('page.md', rows, slugOfGithub)
  return units
    .filter((unit) => unit.kind === kind)
    .map(({ value, target, definition }) => {
      return [value, target, definition].filter((each) => each !== undefined).join(' ')
    })
}

const CASES: readonly (readonly [string, Kind, string, readonly string[]])[] = [
  ['a name without a space before its address', 'prose', 'A [b].\n\n[b]:c.md', ['a', 'b']],
  [
    'names that punctuation tells apart',
    'link',
    '([4[4]])\n\n[4]: a.md\n[4.4]: b.md',
    ['4 a.md 3'],
  ],
  ['a title of code', 'prose', '```js title="tea.js" {1}\na\n```', ['tea', 'js']],
  ['a name that is no definition', 'link', '[A][1] [B][2]\n\n[1]: /a b c\n[2]: /b', []],
  ['a type that looks like a definition', 'link', '[A]\n\n    [A]::B', []],
  ['brackets that mean themselves', 'link', '\\[A] [A]\n\n[A]: a.md', ['a a.md 3']],
  ['a name that is code', 'link', 'r[a] b\n\n[`a`]\n\n[`a`]: a.md', ['a a.md 5']],
  ['code that looks like a note', 'link', '[`^c`][B]\n\n[B]: a.md', ['c a.md 3']],
  ['a link by name around another', 'link', '[[A] b][A]\n\n[A]: a.md', ['a a.md 3', 'a a.md 3']],
  ['a picture by name, reported with the name', 'picture', '![A][1]\n\n[1]: a.gif', ['a.gif 3']],
  ['angles that mean themselves', 'prose', 'A \\<String\\> b', ['a', 'string', 'b']],
  [
    'a star within bold words',
    'prose',
    '**Log*Event** **Log*Event**',
    Array(2).fill(['log', 'event']).flat(),
  ],
  ['stars in a word', 'prose', 'un*frigging*real', ['unfriggingreal']],
  ['a star between code', 'prose', '`a`*`b` c', ['a', 'b', 'c']],
  [
    'signs of code in anchors',
    'anchor',
    '# T\n\n## Call `&`\n\n## `**` - Any (~)',
    ['call-', '---any-'],
  ],
  ['a hash in HTML', 'anchor', '# T\n\n<p>if<br />\n# then<br />\n</p>', []],
  [
    'names, notes and entities in the header of a table',
    'table',
    '| a&nbsp;b | [c][d] [e][f] | g[^h] |\n| - | - | - |\n\n[d]: /d',
    ['a b c e f g'],
  ],
  ['a rule that has other columns than its header', 'table', 'a|b\n:-|:-|:-\n1|2', []],
  ['a bar that means itself in a header', 'table', '| a \\| b | c |\n| - | - |', ['a b c']],
  ['a table that is indented as code', 'table', 'A.\n\n    | a |\n    | - |', []],
  [
    'code of JSX, and a fence deeper than its text',
    'code',
    '<pre>\n  <code>\n    a{"\\n"}b\n  </code>\n</pre>\n\n    \t```sh\n    c\n    ```',
    ['    a\nb\n html', 'c\n sh'],
  ],
  [
    'a fence that hangs over the item that holds it',
    'code',
    '- A:\n\n  ```\n  a\n  ```\n    ```\n    {\n  -  b\n    }\n  ```\n\nC.',
    ['a\n ', '{\n-  b\n}\n '],
  ],
  [
    'a fence below an item that goes on further left',
    'code',
    '- A\nb:\n\n    ```sh\n    # c\n    ```',
    ['# c\n sh'],
  ],
  [
    'a hash in code of an item',
    'anchor',
    '# T\n\n1. A\nb:\n\n        c\n        # d\n\n        # e\n\n    # F\n\n- !!! note\n\n    # G',
    ['f', 'g'],
  ],
  ['a picture in the header of a table', 'table', '| [![a](b.c)](d "e f") g |\n| - |', ['g']],
  [
    'tabs that are listed in a value',
    'prose',
    '<Tabs\n  values={[\n    { value: "a", label: "One two" },\n  ]}\n>\n</Tabs>',
    ['one', 'two'],
  ],
  [
    'a stray mark of code in a table',
    'prose',
    'a | b\n- | -\nc | [d`](#e)\nf | `g`',
    ['a', 'b', 'c', 'd', 'f', 'g'],
  ],
  ['a mark of code that means itself', 'prose', 'A \\`&lt;b&gt;\\` c `\\`', ['a', 'b', 'c']],
  ['a tooltip', 'link', '<Tip cta="More tea" href="/b">A</Tip>', ['more tea /b']],
  ['a card with a call', 'link', '<Card title="T" cta="More" href="/b">A</Card>', ['t /b']],
  ['code of two elements', 'prose', '<span>`a`</span><span class="b">`c`</span>', ['a', 'c']],
  ['a tag with spaces around a sign', 'prose', '<Tab label = "One">\n\nTwo', ['one', 'two']],
  ['an id of any letters', 'anchor', '# T\n\n## A\n\n## B – c {#b-–-c}', ['a', 'b-–-c']],
  ['a tag that ends with a backslash', 'prose', 'A <img src="b.png" alt="c" \\>', ['a']],
  ['an ordinal', 'prose', '4<sup>th</sup> 2<sup>n</sup>', ['4th', '2', 'n']],
  ['an index', 'prose', 'a<sub>n</sub> H<sub>2</sub>O C₂', ['a', 'n', 'h2o', 'c2']],
  ['a badge', 'prose', 'Pages<span class="version-badge">4</span>', ['pages', '4']],
  ['a styled ordinal', 'prose', '1<sup class="a"> ST </sup> x', ['1st', 'x']],
  ['the head of a page', 'prose', '<head>\n<title>A</title>\n</head>\n\nB', ['b']],
  [
    'a tag with markup in a value, over several rows',
    'prose',
    '<Card\n  icon={<svg d="1"><path /></svg>}\n  title="Tea"\n>\n  Pot\n</Card>',
    ['tea', 'pot'],
  ],
]

for (const [name, kind, text, expected] of CASES) {
  test(`readSourceMarkdown() knows ${name}`, () => {
    expect(find(text, kind)).toEqual([...expected])
  })
}

test('readSourceMarkdown() has a link of HTML on the line where its tag begins', () => {
  const text = 'See\n<a href="a.md">one\ntwo</a>.'
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.md', line: at + 1 }))
  const { units } = readSourceMarkdown('page.md', rows, slugOfGithub)
  const links = units.filter(({ kind }) => kind === 'link')
  expect(links.map(({ value, line }) => [value, line])).toEqual([['one two', 2]])
})

test('readSourceMarkdown() gives the words of a choice to the tag that opens it', () => {
  const text = '<div>\n<select>\n<option>All</option>\n</select>\nMore\n</div>'
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.md', line: at + 1 }))
  const { units } = readSourceMarkdown('page.md', rows, slugOfGithub)
  expect(units.map(({ value, block }) => [value, block])).toEqual([
    ['all', 2],
    ['more', undefined],
  ])
})

test('readSourceMarkdown() reads code that a script computes as it is written', () => {
  const text = '<pre>\n<code>{toText(pot, 2)}</code>\n</pre>\n\n<pre><code>{"a"}</code></pre>'
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.mdx', line: at + 1 }))
  const { units } = readSourceMarkdown('page.mdx', rows, slugOfGithub)
  expect(units.map(({ value }) => value)).toEqual(['{toText(pot, 2)}\n', 'a\n'])
})

test('readSourceMarkdown() ends a fence of MDX at any depth, and opens one', () => {
  const text = '- A:\n\n  ```vue\n  b\n          ```\n\nC.\n\n    ```sh\n  d\n    ```'
  const readCode = (file: string): readonly string[] => {
    const rows = text.split('\n').map((row, at) => ({ text: row, file, line: at + 1 }))
    const { units } = readSourceMarkdown(file, rows, slugOfGithub)
    return units.flatMap(({ kind, value }) => (kind === 'code' ? [value] : []))
  }
  expect(readCode('page.mdx')).toEqual(['b\n', 'd\n'])
  expect(readCode('page.md')).not.toEqual(['b\n', 'd\n'])
})
