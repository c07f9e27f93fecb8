import { expect, test } from 'bun:test'
import { parseMarkdown, publishMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'
import { readSearchText } from './search_text.ts'

const asIs = (href: string) => href
const resolve = (href: string) =>
  /^[a-z]+:/.test(href) ? href : `https://docs.example/${href.replace(/^\.\.?\//, '')}`
const absolute = (body: string) => resolveMarkdown(body, parseMarkdown(body), resolve)
const html = (body: string) => renderHtml(parseMarkdown(body), resolve)

/** The strongest claim about a rewritten source: it renders like the resolved original. */
function expectSamePage(body: string): void {
  expect(renderHtml(parseMarkdown(absolute(body)), asIs)).toBe(html(body))
}

test('parseMarkdown() lists headings with Unicode anchors and numbers repeated ones', () => {
  const { headings } = parseMarkdown(
    '# Über `uns` & [mehr](x.md)\n\n## Set up\n\n> ## Set up!\n\n' +
      'Set up\n------\n\n## 日本語\n\n## ???',
  )
  expect(headings.map(({ level, anchor, line }) => [level, anchor, line])).toEqual([
    [1, 'über-uns--mehr', 0],
    [2, 'set-up', 2],
    [2, 'set-up-1', 4],
    [2, 'set-up-2', 6],
    [2, '日本語', 9],
    [2, 'section', 11],
  ])
  expect(headings[0]?.text).toBe('Über uns & mehr')
})

test('parseMarkdown() keeps anchors unique when a heading looks like a numbered one', () => {
  const { headings } = parseMarkdown('# a\n\n# a-1\n\n# a\n\n# a')
  expect(headings.map(({ anchor }) => anchor)).toEqual(['a', 'a-1', 'a-2', 'a-3'])
})

test('parseMarkdown() lists links with the line of the address', () => {
  const { links } = parseMarkdown(
    'A [b](c.md)\nand [d][e]\n\n- > ![i](j.png)\n\n[e]:\n  f.md\n\n' +
      '| [g](h.md) |\n|--|\n| [k](l.md) |',
  )
  expect(links).toEqual([
    { href: 'c.md', line: 0, image: false },
    { href: 'j.png', line: 3, image: true },
    { href: 'f.md', line: 6, image: false },
    { href: 'h.md', line: 8, image: false },
    { href: 'l.md', line: 10, image: false },
  ])
})

test('parseMarkdown() calls a definition an image when only images use it', () => {
  expect(parseMarkdown('![a][b]\n\n[b]: c.png').links[0]?.image).toBe(true)
})

const DOCS = 'https://docs.example'

test.each([
  [
    'only the address: titles, text and spaces stay',
    '[a [b] c](  ./d.md#e  "t (u)" )',
    `[a [b] c](  ${DOCS}/d.md#e  "t (u)" )`,
  ],
  [
    'angle brackets, parentheses and entities',
    '[a](<b c.md>) [d](e(f).md) [g](h.md?i&amp;j)',
    `[a](${DOCS}/b%20c.md) [d](${DOCS}/e%28f%29.md) [g](${DOCS}/h.md?i&j)`,
  ],
  [
    'an image within a link, and each on its own',
    '[![a](b.png)](c.md)',
    `[![a](${DOCS}/b.png)](${DOCS}/c.md)`,
  ],
  [
    'reference definitions, wrapped and quoted ones too',
    '> [a]\n>\n> [a]:\n>   b.md\n>   "t"',
    `> [a]\n>\n> [a]:\n>   ${DOCS}/b.md\n>   "t"`,
  ],
  [
    'table cells behind escaped pipes',
    '- | a \\| b [c](d.md) | `\\|` [e](f.md) |\n  |--|--|\n  |  | [g](h.md)',
    `- | a \\| b [c](${DOCS}/d.md) | \`\\|\` [e](${DOCS}/f.md) |\n` +
      `  |--|--|\n  |  | [g](${DOCS}/h.md)`,
  ],
  [
    'links that span lines or are in emphasis',
    '1.  **[a\n    b](\n    c.md)** ~~[d](e.md)~~',
    `1.  **[a\n    b](\n    ${DOCS}/c.md)** ~~[d](${DOCS}/e.md)~~`,
  ],
  [
    'headings with closing marks',
    '> ## [a](b.md) ##\n\n[c](d.md)\n===',
    `> ## [a](${DOCS}/b.md) ##\n\n[c](${DOCS}/d.md)\n===`,
  ],
])('resolveMarkdown() rewrites %s', (_, body, resolved) => {
  expect(absolute(body)).toBe(resolved)
})

test.each([
  ['code', '`[a](b.md)`\n\n```md\n[a](b.md)\n[r]: b.md\n```\n\n    [a](b.md)\n\n``[`a](b.md)``'],
  [
    'absolute addresses and autolinks',
    '[a](https://e.example/(x) "t") <https://e.example> <m@e.example>',
  ],
  ['escaped and broken links', '\\[a](b.md) [a] (b.md) [a](b c.md) [a](javascript:b) !\\[a]'],
])('resolveMarkdown() leaves %s untouched', (_, body) => {
  expect(absolute(body)).toBe(body)
})

test('resolveMarkdown() renders like the resolved source for tangled input', () => {
  expectSamePage(
    '*[a](b.md)* `[` [c](d.md) `](e.md)` [f][g] [g] ![h [i](j.md)](k.png)\n\n[g]: l.md',
  )
  expectSamePage('- a\n  > b [c](d.md)\nlazy [e](f.md)\n\n\t[g](h.md)\n\n  1. # [i](j.md) #\n')
  expectSamePage('[a](b.md)\u00a0\n\u00a0[c](d.md)  \n[e](f.md)\\\n😀[g](h.md)')
  expectSamePage('| a |\n|--|\n| [b](c.md "d \\| e") `x \\| y` [f](g.md) | [gone](h.md) |')
})

test('renderHtml() escapes raw HTML and refuses unsafe schemes', () => {
  const page = html('<script>alert(1)</script> [a](javascript:alert(1)) <b onclick="x">')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('<b')
  expect(page).not.toContain('href="javascript')
})

test('renderHtml() escapes code and takes the language from the first word', () => {
  expect(html('```ts\nif (a < b && c) {}\n```')).toBe(
    '<pre tabindex="0" role="group" aria-label="Code"><code class="language-ts">' +
      'if (a &lt; b &amp;&amp; c) {}\n</code></pre>\n',
  )
})

test('renderHtml() escapes what resolve returns and the text of images', () => {
  const parsed = parseMarkdown('![a "b" *c*](d.png)')
  expect(renderHtml(parsed, () => 'https://docs.example/?"<')).toContain(
    'src="https://docs.example/?&quot;&lt;" alt="a &quot;b&quot; c"',
  )
})

test('renderHtml() gives the same bytes when it runs twice', () => {
  const parsed = parseMarkdown('# A\n\n![i](a.png) [b](c.md "t")')
  expect(renderHtml(parsed, resolve)).toBe(renderHtml(parsed, resolve))
})

test('readSearchText() keeps prose, headings, code, cells and image texts, a block a line', () => {
  const body =
    '# A *b*\n\nC [d](e.md)\nf ![g *h*](i.png) `j`\n\n| k | l |\n|--|--|\n| m | n |\n\n' +
    '```\no\n```\n\n- p\n- q'
  expect(readSearchText(parseMarkdown(body)).text).toBe('A b\nC d\nf g h j\nk\nl\nm\nn\no\np\nq')
})

test('renderHtml() aligns cells by class, without inline style', () => {
  const page = html('| a | b | c |\n|:-:|--:|---|\n| 1 | 2 | 3 |')
  expect(page).toContain('<td class="align-center">1</td>\n<td class="align-right">2</td>\n<td>3')
  expect(page).not.toContain('style=')
})

test('renderHtml() marks cells with a long text', () => {
  const page = html(`| a | b |\n|---|--:|\n| 1 | ${'word '.repeat(9)} |`)
  expect(page).toContain('<td>1</td>\n<td class="align-right long" data-label="b">word ')
})

test('readSearchText() says what each piece is and on which line it begins', () => {
  const body =
    'A\nb\n\n## C\n\n- d\n  e\n\n  f\n- g\n\n' +
    '| h | i |\n|---|---|\n| j | |\n\n> k\n\n```\nl\n```\n\n' +
    '### \n\nm[^1]\n\n[^1]: n'
  const { text, pieces } = readSearchText(parseMarkdown(body))
  expect(pieces.map(({ kind, start, line }) => [kind, line, text.charAt(start)])).toEqual([
    ['prose', 0, 'A'],
    ['heading', 3, 'C'],
    ['item', 5, 'd'],
    ['prose', 8, 'f'],
    ['item', 9, 'g'],
    ['head', 11, 'h'],
    ['row', 13, 'j'],
    ['prose', 15, 'k'],
    ['code', 17, 'l'],
    ['heading', 21, 'm'],
    ['prose', 23, 'm'],
    ['prose', 25, 'n'],
  ])
})

test('publishMarkdown() says where each line is after its edits', () => {
  const body = 'a [b](c.md)\n\n:::tip Title\nd [e](f.md)\n:::\n\ng'
  const parsed = parseMarkdown(body)
  const { markdown, locate } = publishMarkdown(body, parsed, (href) => `https://x.example/${href}`)
  const starts = [0, 3, 6].map((line) => markdown.slice(locate(line)).split('\n')[0])
  expect(starts).toEqual(['a [b](https://x.example/c.md)', expect.stringContaining('d [e]('), 'g'])
})

test('readSearchText() says where each section starts', () => {
  const body = 'Before.\n\n## One *a*\n\nText.\n\n## Two\n\n### \n'
  const { text, sections } = readSearchText(parseMarkdown(body))
  expect(text).toBe('Before.\nOne a\nText.\nTwo')
  expect(sections.map(({ anchor, start }) => [anchor, text.slice(start)])).toEqual([
    ['one-a', 'One a\nText.\nTwo'],
    ['two', 'Two'],
    [expect.any(String), ''],
  ])
})
