import { expect, test } from 'bun:test'
import { convert, type Text } from './conversion.ts'

const LOST: string[] = []

/** Markdown of an MDX source; there is no page for addresses that begin with `/gone`. */
function markdown(source: string, options: { readonly file?: string } = {}): string {
  LOST.length = 0
  const included: Text = { file: 'part.mdx', body: 'From **part**.\n', bodyLine: 1 }
  return convert(
    { file: options.file ?? 'page.mdx', body: source, bodyLine: 1 },
    {
      reportLoss: ({ line, column }, what) => LOST.push(`${line}:${column} ${what}`),
      resolve: (href) => (href.startsWith('/gone') ? undefined : href),
      resolvePicture: (href, { alt }) =>
        href.startsWith('/gone')
          ? { kind: 'text', words: alt }
          : { kind: 'image', address: href, words: alt },
      findDocument: (specifier) => (specifier === './part.mdx' ? included : undefined),
      otherVariants: new Set(),
      ownVariant: undefined,
    },
  )
}

const OPEN_DETAILS = ':::details A b {open}\nC\n:::'

const CASES: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['admonition', '<Note>\n  Mind **this**.\n</Note>', '> [!NOTE]\n> Mind **this**.'],
  ['admonition with title', '<Callout type="tip" title="T">Do</Callout>', ':::tip T\nDo\n:::'],
  ['admonition with code', '<Tip>\n  ```sh\n  a\n  ```\n</Tip>', ':::tip\n```sh\na\n```\n:::'],
  ['badge', 'A <Badge type="warning" text="old" />', 'A <badge tone="warm">old</badge>'],
  ['badge that is more than a word', '<Badge>a **b** <Icon /></Badge>', '<badge>a **b**</badge>'],
  ['details', '<details open>\n<summary>A <b>b</b></summary>\n\nC\n</details>', OPEN_DETAILS],
  ['details of VitePress', ':::details A\nC\n:::', ':::details A\nC\n:::'],
  ['frame', '<Frame caption="C">\n  <img src="a.png" alt="A" />\n</Frame>', '![A](a.png "C")'],
  ['frame around words', '<Frame caption="C">\n  Words.\n</Frame>', 'C\n\nWords.'],
  [
    'figure',
    '<figure>\n  <img src="a.png" alt="A" />\n  <figcaption>C</figcaption>\n</figure>',
    '![A](a.png "C")',
  ],
  [
    'tree',
    '<Tree>\n<Tree.Folder name="app">\n<Tree.File name="x.ts" />\n</Tree.Folder>\n</Tree>',
    ':::filetree\n- app/\n  - x.ts\n:::',
  ],
  [
    'columns of cards',
    '<Columns>\n<Card title="A" icon="🚀" href="/a">B</Card>\n' +
      '<ListCard title="C">D</ListCard>\n</Columns>',
    '::::cards\n:::card [A](/a) {icon=rocket}\nB\n:::\n:::card C\nD\n:::\n::::',
  ],
  ['directive', ':::warning\nHot.\n:::', '> [!WARNING]\n> Hot.'],
  ['alert', '> [!NOTE]\n> Text.', '> [!NOTE]\n> Text.'],
  ['tabs', '<Tabs><Tab title="A">\n  One\n</Tab></Tabs>', '**A**\n\nOne'],
  [
    'two tabs',
    '<Tabs groupId="os">\n<TabItem value="mac" label="macOS">\n\nOne\n\n</TabItem>\n' +
      '<TabItem value="win">\n\n## Two\n\n</TabItem>\n</Tabs>',
    '::::tabs\n:::tab macOS\nOne\n:::\n:::tab win\n## Two\n:::\n::::',
  ],
  [
    'tabs around a callout with a title, in a list',
    '- A\n\n  <Tabs items={["x", \'y z\']}>\n  <Tab><Tip title="T">In</Tip></Tab>\n' +
      '  <Tab>B</Tab>\n  </Tabs>',
    '- A\n\n  :::::tabs\n  ::::tab x\n  :::tip T\n  In\n  :::\n  ::::\n' +
      '  ::::tab y z\n  B\n  ::::\n  :::::',
  ],
  [
    'tabs with a list of values',
    '<Tabs values={[{label: "A b", value: "a"}, {label: \'C\', value: \'c\'}]}>' +
      '<TabItem value="a">One</TabItem><TabItem value="c">Two</TabItem></Tabs>',
    '::::tabs\n:::tab A b\nOne\n:::\n:::tab C\nTwo\n:::\n::::',
  ],
  [
    'group of code',
    '<CodeGroup>\n\n```sh npm theme={null}\na\n```\n\n```sh [bun]\nb\n```\n\n</CodeGroup>',
    ':::code-group\n```sh npm theme={null}\na\n```\n\n```sh [bun]\nb\n```\n:::',
  ],
  [
    'group of code between colons',
    '::: code-group\n```sh [npm]\na\n```\n```sh [bun]\nb\n```\n:::',
    ':::code-group\n```sh [npm]\na\n```\n\n```sh [bun]\nb\n```\n:::',
  ],
  ['bold words in a summary', '<summary><b>T</b></summary>', '**T**'],
  ['card', '<Card title="T" href="/x">Body</Card>', '::::cards\n:::card [T](/x)\nBody\n:::\n::::'],
  ['a note that is a title', ':::note[Mind `it`]\n:::', '> [!NOTE]\n> Mind `it`'],
  [
    'card without target',
    '<Card title="T" href="/gone">Body</Card>',
    '::::cards\n:::card T\nBody\n:::\n::::',
  ],
  ['field', '<ParamField path="--a" type="b">Does.</ParamField>', '**`--a`** (`b`)\n\nDoes.'],
  [
    'boxes of HTML',
    '<div class="note warning">\n<h5>Mind <code>it</code></h5>\n<p>Hot.</p>\n\n' +
      '```sh\na\n```\n</div>\n\n' +
      '<div class="note" id="cold"><p>Cold.</p></div>',
    ':::warning Mind `it`\nHot.\n\n```sh\na\n```\n:::\n\n<a id="cold"></a>\n\n> [!NOTE]\n> Cold.',
  ],
  ['details', '<details>\n<summary>S</summary>\n\nD\n\n</details>', ':::details S\nD\n:::'],
  ['one variant', '<AppOnly>\n\nA\n\n</AppOnly>', '*App only:*\n\nA'],
  ['inline component', 'A <Tooltip tip="why">term</Tooltip> here', 'A term (why) here'],
  [
    'tooltip with a link',
    'A <Tooltip tip="why" cta="Read more" href="/x">term</Tooltip> here',
    'A term ([Read more](/x)) (why) here',
  ],
  [
    'tooltip with a dead link',
    '<Tooltip cta="Read" href="/gone">term</Tooltip> here',
    'term (Read) here',
  ],
  ['marks in a table', '| a |\n| - |\n| <Check size={1} /> |', '| a |\n| - |\n| Yes |'],
  ['JSX in an attribute', '<Box title={<b>B</b>}>\n  x\n</Box>', '**B**\n\nx'],
  ['code in an attribute', "<Fix rows={[{ text: 'a' }, { text: 'b' }]} />", '```\na\nb\n```'],
  ['include', 'import P from "./part.mdx"\n\n<P />', 'From **part**.'],
  ['literals', '{"a"} {`b`}{" "}\nc {/* d */}', 'a b\nc'],
  ['an exponent of several words', '2<sup>n − 1</sup> a<sup>[1]</sup>', '2^(n − 1) a[1]'],
  [
    'exponents of code, of brackets and below one, and an ordinal',
    '`a`<sup>1</sup> (b + c)<sup>2</sup> 2<sup>&minus;8</sup> 1<sup>st</sup> (<sup>1</sup>)',
    '`a`^1 (b + c)^2 2^(&minus;8) 1st (1)',
  ],
  [
    'exponents that are a range or an equation',
    'x<sup>a..=b</sup> `#`<sup>n:1..=255</sup> 2<sup>i, j</sup> (c)<sup>?</sup>',
    'x^(a..=b) `#`^(n:1..=255) 2^(i, j) (c)?',
  ],
  [
    'exponents with marks and signs, and beside words',
    '2<sup>*n*</sup> 10<sup>1/2</sup> 2<sup>α</sup> 2<sup>3<sup>4</sup></sup> 2<sup>3</sup>4',
    '2^*n* 10^(1/2) 2^α 2^(3^4) 2^(3)4',
  ],
  [
    'raised signs, and marks of notes in links',
    'Tea<sup>&reg;</sup> Pot<sup>&#8224;</sup> 1<sup>St</sup> [<sup>1</sup>](#a)',
    'Tea&reg; Pot&#8224; 1St [1](#a)',
  ],
  [
    'preformatted in a table',
    '| a | b |\n| - | - |\n| <pre v-pre><code> # x &lt;T/&gt; | y </code></pre> | c |',
    '| a | b |\n| - | - |\n| `# x <T/> \\| y` | c |',
  ],
  [
    'blocks in a cell',
    '| a | b |\n| - | - |\n| x<div><pre>c &#124; d</pre><code>e&#124;f</code></div>y | g |\n' +
      '| <details><summary>h</summary><pre>i<br>j</pre><pre>k</pre></details> | l |\n' +
      '| <table><tr><td>m</td><td>n</td></tr></table> | o |',
    '| a | b |\n| - | - |\n| x `c \\| d` `e\\|f` y | g |\n| **h** `i j` `k` | l |\n| m n | o |',
  ],
  [
    'marks of notes',
    '_<sup>1</sup>Only at night._ <sup>2</sup> By day (<sup>a</sup>cold) <sup>3</sup>**Été**',
    '_1 Only at night._ 2 By day (a cold) 3 **Été**',
  ],
  ['HTML in a line', '<b>a</b> <i>b</i> <code>c|d</code> 2<sup>8</sup>', '**a** *b* `c|d` 2^8'],
  [
    'link and image',
    '<a href="/x"><img src="https://i/p" alt="P" /></a>',
    '[![P](https://i/p)](/x)',
  ],
  ['list', '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>', '- a\n- b'],
  ['preformatted', '<pre><code>a{"\\n"}b ```</code></pre>', '````\na\nb ```\n````'],
  [
    'preformatted lines, with marks, in their columns',
    '<pre><code><b>a:\n</b>    - b\n\n\n  c</code></pre>',
    '```\na:\n    - b\n\n\n  c\n```',
  ],
  [
    'links in code',
    'Is <code>a | <a href="/x">B</a></code>, <code>\\{ [C](/x) \\}</code>.',
    'Is `a |` [`B`](/x), `{` [`C`](/x) `}`.',
  ],
  [
    'bars of code in a table',
    'a | b\n- | -\n<code>&#124;&#124; c</code> | <kbd>d\\|</kbd>',
    'a | b\n- | -\n`\\|\\| c` | `d\\|`',
  ],
  [
    'a fence within a fence',
    '```mdx\n<Tab>\n    ```sh\n    a\n    ```\n</Tab>\n```\n\n<b>b</b>',
    '```mdx\n<Tab>\n    ```sh\n    a\n    ```\n</Tab>\n```\n\n**b**',
  ],
  ['preformatted lines further in', '<pre>\n  a\n    b\n</pre>', '```\n  a\n    b\n```'],
  ['preformatted lines in a list', '- x\n\n  <pre>\n    a\n  </pre>', '- x\n\n  ```\n    a\n  ```'],
  [
    'templates of slots',
    '<Team>\n<template #title>Meet</template>\n<template #lead>\n  The team.\n</template>\n</Team>',
    'Meet\n\nThe team.',
  ],
  ['line breaks that break nothing', 'a<br>\nb<br>\n\nC<br>', 'a\\\nb\n\nC'],
  ['line break in a header', 'a<br>b | c\n- | -\nd | e', 'a b | c\n- | -\nd | e'],
  ['line break in a table', 'a | b\n- | -\nc | d<br>1. e', 'a | b\n- | -\nc | d 1. e'],
  [
    'line break far down in a table',
    `a | b\n- | -\n${'c | d\n'.repeat(5000)}e | f<br>1. g`,
    `a | b\n- | -\n${'c | d\n'.repeat(5000)}e | f 1. g`,
  ],
  ['line break', 'a<br/>b<br/>\nc', 'a\\\nb\\\nc'],
  ['dead link', '[a `b`](/gone) and [c][d]\n\n[d]: /gone', 'a `b` and c'],
  [
    'a dead link beside code of the same length',
    '[`a`] [`b`] [c][`b`] ![`d`]\n\n[`a`]: /gone\n[`b`]: /x\n[`d`]: https://i/p',
    '`a` [`b`] [c][`b`] ![`d`]\n\n[`b`]: /x\n[`d`]: https://i/p',
  ],
  ['links over two lines', '[a](\n/x) [b](\n/gone) c', '[a](\n/x) b\n c'],
  ['dead image', '![alt](/gone.png) [![in](/gone)](https://x)', 'alt [in](https://x)'],
  [
    'prose in angles',
    'A Map<Key, Value> and Promise<Response>',
    'A Map<Key, Value> and Promise<Response>',
  ],
  ['heading id', '## Title {#own}\n\nText', '## Title\n\nText'],
  ['component in a list', '1. a\n   <Note>b</Note>\n2. c', '1. a\n\n   > [!NOTE]\n   > b\n\n2. c'],
]

for (const [name, source, expected] of CASES) {
  test(`convert() turns ${name} into Markdown`, () => {
    expect(markdown(source)).toBe(expected)
  })
}

test('convert() dedents code by its container and keeps its bytes', () => {
  const code = '      ```js\n        <Note>\n      {x}\n\n      ```\n'
  const source = `<Steps>\n  <Step title="A">\n      Do:\n${code}  </Step>\n</Steps>\n`
  expect(markdown(source)).toBe(
    ':::steps\n1. **A**\n\n   Do:\n   ```js\n     <Note>\n   {x}\n\n   ```\n:::',
  )
})

test('convert() leaves braces and indented code of plain Markdown alone', () => {
  const source = 'Use {name}.\n\n    <b>code</b>\n\nEnd.'
  expect(markdown(source, { file: 'page.md' })).toBe(source)
  expect(LOST).toEqual([])
})

test('convert() reports what it drops, with the place in the source', () => {
  markdown('Text.\n\n<Widget data={["two words"]} />\n\n{value}\n\nexport const a = { b: 1 }\n')
  expect(LOST).toEqual([
    '7:1 the statement export const a = { b: 1 } is left out',
    '3:1 the attribute data of <Widget> is left out: ["two words"]',
    '3:1 the component <Widget> has no text and is left out',
    '5:1 the expression {value} is not evaluated',
  ])
})

test('convert() leaves out a list of the headings of the page, which each page has', () => {
  expect(markdown('A.\n\n<TOCInline toc={toc.slice(1)} />\n\n<TableOfContents />\n\nB.')).toBe(
    'A.\n\nB.',
  )
  expect(LOST).toEqual([])
})

test('convert() reports expressions in code, which stay as typed', () => {
  const source = '<code>{name}</code> <code>{"b"}</code>\n\n<pre>\n<b>{text(c)}</b>\n</pre>'
  expect(markdown(source)).toBe('`{name}` `b`\n\n```\n{text(c)}\n```')
  expect(LOST).toEqual([
    '1:7 the expression {name} is not evaluated',
    '4:4 the expression {text(c)} is not evaluated',
  ])
})

test('convert() leaves out fields and elements of scripts, and keeps names of arguments', () => {
  const select = '<select class="x">\n  <option value="a">One</option>\n</select>'
  expect(markdown(`Run <form> <repo-url>.\n\n<intro-end />\n\n${select}\n\nEnd.`)).toBe(
    'Run <form> <repo-url>.\n\nEnd.',
  )
  expect(LOST).toEqual([
    '3:1 <intro-end> is left out: pages cannot run code',
    '5:1 <select> is left out: pages cannot run code',
  ])
})

test('convert() reports a table inside a cell, whose words stay', () => {
  const inner = '<table><tr><td>c</td></tr></table>'
  expect(markdown(`| a |\n| - |\n| b ${inner} |`)).toBe('| a |\n| - |\n| b c |')
  expect(LOST).toEqual(['3:5 the table inside a cell becomes words, because a row has one line'])
})

test('convert() writes our blocks for components that lay out', () => {
  const cards =
    '<CardGroup>\n<Card title="One" href="./a" icon="rocket">\nText.\n</Card>\n' +
    '<LinkCard title="Two" href="./b" description="More." />\n</CardGroup>'
  expect(markdown(cards)).toBe(
    '::::cards\n:::card [One](./a) {icon=rocket}\nText.\n:::\n:::card [Two](./b)\nMore.\n:::\n::::',
  )
  expect(markdown('<Steps>\n\n1. One\n2. Two\n\n</Steps>')).toBe(':::steps\n1. One\n2. Two\n:::')
  expect(markdown('<FileTree>\n\n- a/\n  - b.md\n\n</FileTree>')).toBe(
    ':::filetree\n- a/\n  - b.md\n:::',
  )
  expect(markdown('<Accordion title="Why">\nSo.\n</Accordion>')).toBe(':::details Why\nSo.\n:::')
  // What else is in it would be a problem of the page.
  expect(markdown('<Steps>\n\nText.\n\n</Steps>')).toBe('Text.')
})
