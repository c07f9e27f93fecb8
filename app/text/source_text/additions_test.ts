import { expect, test } from 'bun:test'
import { parseMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'
import { readSearchText } from './search_text.ts'

const resolve = (href: string) => `/r/${href}`
const html = (body: string) => renderHtml(parseMarkdown(body), resolve)
const plain = (body: string) => resolveMarkdown(body, parseMarkdown(body), resolve)
const faults = (body: string) =>
  parseMarkdown(body).faults.map(({ line, severity, what }) => `${line} ${severity}: ${what}`)

test('renderHtml() makes a callout of a quote with a mark, and keeps its links', () => {
  const body = '> [!WARNING]\n> Mind [this](a.md).'
  expect(html(body)).toBe(
    '<div class="callout warning" role="note">\n<p class="callout-title">Warning</p>\n' +
      '<p>Mind <a href="/r/a.md">this</a>.</p>\n</div>\n',
  )
  expect(plain(body)).toBe('> [!WARNING]\n> Mind [this](/r/a.md).')
})

test('renderHtml() leaves other quotes alone', () => {
  expect(html('> [!HINT]\n> a')).toStartWith('<blockquote>')
  expect(html('> a\n> [!NOTE]')).toStartWith('<blockquote>')
})

test('a block between marks is a callout, in plain Markdown a quote', () => {
  const body = '- a\n\n  :::danger Two [words](b.md)\n  c\n\n  ```sh\n  :::\n  ```\n  :::\n\nd'
  expect(html(body)).toContain(
    '<div class="callout caution" role="note">\n<p class="callout-title"><span>Caution</span> ' +
      'Two <a href="/r/b.md">words</a></p>\n<p>c</p>\n',
  )
  expect(plain(body)).toBe(
    '- a\n\n  > [!CAUTION]\n  > **Two [words](/r/b.md)**\n  >\n' +
      '  > c\n  >\n  > ```sh\n  > :::\n  > ```\n  \n\nd',
  )
  expect(html(plain(body).replaceAll('/r/', ''))).toContain('<div class="callout caution"')
})

test('tabs are panels with their names, in plain Markdown bold names', () => {
  const body = '::::tabs\n:::tab npm\na\n:::\n:::tab bun\nb\n:::\n::::'
  expect(html(body)).toBe(
    '<div class="tabs" data-label="Variants">\n' +
      '<div class="tab">\n<p class="tab-title">npm</p>\n<p>a</p>\n</div>\n' +
      '<div class="tab">\n<p class="tab-title">bun</p>\n<p>b</p>\n</div>\n</div>\n',
  )
  expect(plain(body)).toBe('\n**npm**\n\na\n\n**bun**\n\nb\n\n')
  expect(readSearchText(parseMarkdown(body)).text).toBe('npm\na\nbun\nb')
})

test('a group of code is tabs that the titles of its blocks name', () => {
  const body = ':::code-group\n```sh [npm]\nnpm i\n```\n\n```sh title="bun"\nbun i\n```\n:::'
  const page = html(body)
  expect(page).toContain('<p class="tab-title">npm</p>\n<pre')
  expect(page).toContain('<p class="tab-title">bun</p>\n<pre')
  expect(page).not.toContain('<figure')
  expect(plain(body)).toBe(
    '\n**npm**\n\n```sh [npm]\nnpm i\n```\n\n**bun**\n\n```sh title="bun"\nbun i\n```\n',
  )
})

test.each([
  ['an unknown block', 'a\n\n:::box\nb', '2 warning: the block ":::box" is not known, so'],
  ['a block without an end', ':::note\na', '0 problem: the block ":::note" is not closed'],
  ['a tab without tabs', ':::tab a\nb\n:::', '0 problem: ":::tab" is not inside ":::tabs"'],
  ['text between tabs', ':::tabs\na\n:::', '1 problem: ":::tabs" has something else than'],
  ['a tab without a name', ':::code-group\n```\na\n```\n:::', '1 problem: the tab has no name'],
  ['a note that is not there', 'a [^b]\n\n[^c]: d', '0 warning: the footnote "[^b]" has no text'],
  ['a note that nothing uses', 'a [^b]\n\n[^b]: c\n\n[^d]: e', '4 warning: nothing refers to'],
  ['a callout of a wrong kind', 'a\n\n> [!HINT]\n> b', '2 warning: "[!HINT]" is no kind of'],
])('parseMarkdown() reports %s', (_, body, found) => {
  expect(faults(body).some((fault) => fault.startsWith(found))).toBe(true)
})

test('parseMarkdown() finds no fault in code and in what is well written', () => {
  expect(faults('`[^a]`\n\n```\n:::box\n[^b]\n```\n\n    :::note\n\na [^c]\n\n[^c]: d')).toEqual([])
})

test('renderHtml() gives the items of a task list boxes with names', () => {
  const body = '- [ ] a [b](c.md)\n- [x] d\n- [y] e'
  expect(html(body)).toBe(
    '<ul>\n<li class="task"><label><input type="checkbox" disabled> a ' +
      '<a href="/r/c.md">b</a></label></li>\n' +
      '<li class="task"><label><input type="checkbox" disabled checked> d</label></li>\n' +
      '<li>[y] e</li>\n</ul>\n',
  )
  expect(readSearchText(parseMarkdown(body)).text).toBe('a b\nd\n[y] e')
})

test('renderHtml() links a footnote and each place that refers to it', () => {
  const body = 'a[^x] b[^x]\n\n[^x]: See [c](d.md).'
  const page = html(body)
  expect(page).toContain('<a href="#fn:1" id="fnref:1" role="doc-noteref">1</a>')
  expect(page).toContain('<a href="#fn:1" id="fnref:1:2" role="doc-noteref">1</a>')
  expect(page).toContain('<li id="fn:1"><p>See <a href="/r/d.md">c</a>.')
  expect(page).toContain('href="#fnref:1:2" role="doc-backlink" aria-label="Back to reference 1:2"')
  // The text of the note is that of the twin: the arrow is in the style.
  expect(page.replace(/<[^>]*>/g, '').trimEnd()).toEndWith('See c.')
  expect(plain(body)).toBe('a[^x] b[^x]\n\n[^x]: See [c](/r/d.md).')
})

test('renderHtml() marks lines by number and by notation', () => {
  const page = html('```ts {2} title="a.ts"\na\nb\nc // [!code ++]\nd // [!code --]\n```')
  expect(page).toContain('<figure class="code">\n<figcaption>a.ts</figcaption>')
  expect(page).toContain('>a\n<mark>b\n</mark><ins>c\n</ins><del>d\n</del></code>')
})

test('plain Markdown and search have code without notation; a change is a diff', () => {
  const change = '> ```ts {1} title="a.ts"\n> a\n> b # [!code ++]\n> c <!-- [!code --] -->\n> ```'
  expect(plain(change)).toBe('> ```diff title="a.ts"\n>  a\n> +b\n> -c\n> ```')
  const marked = '```js{1,3-4}\na // [!code highlight]\n```'
  expect(plain(marked)).toBe('```js\na\n```')
  expect(readSearchText(parseMarkdown(change)).text).toBe('a\nb\nc')
})

test('renderHtml() takes prompts and output out of what can be copied', () => {
  expect(html('```sh\n$ a \\\n  b\nc\n# d\n```')).toContain(
    '<span class="prompt">$ </span>a \\\n  b\n<samp>c</samp>\n# d\n</code>',
  )
  expect(html('```sh\na\nb\n```')).not.toContain('samp')
  expect(html('``` sh\n$ a\n```')).toContain('language-sh')
})

test('renderHtml() loads the first image at once, and reserves the room of those it knows', () => {
  const parsed = parseMarkdown('![a](b.png)\n\n![c](d.png)')
  const sizeOf = (href: string) => (href === 'd.png' ? { width: 3, height: 2 } : undefined)
  expect(renderHtml(parsed, resolve, { sizeOf })).toBe(
    '<p><img src="/r/b.png" alt="a" decoding="async"></p>\n' +
      '<p><img src="/r/d.png" alt="c" width="3" height="2" loading="lazy" decoding="async"></p>\n',
  )
})

const draw = (body: string) =>
  renderHtml(parseMarkdown(body), resolve, { math: (tex, isBlock) => `[${isBlock} ${tex}]` })

test('renderHtml() draws formulas in GitHub’s forms', () => {
  expect(draw('a $`x`$ b')).toBe('<p>a [false x] b</p>\n')
  expect(draw('```math\nx\n```')).toBe('<div class="math" tabindex="0">[true x\n]</div>\n')
  expect(draw('- a\n\n  $$\n  x\n  y\n  $$\n\nb')).toContain('[true x\ny]')
  expect(draw('$$ x $$')).toBe('<div class="math" tabindex="0">[true x]</div>\n')
  expect(readSearchText(parseMarkdown('a\n\n$$x$$')).text).toBe('a\nx')
})

test('renderHtml() takes single dollars for a formula only beside a block of math', () => {
  const prose = 'from $HOME/$USER and $x$'
  expect(draw(prose)).toBe(`<p>${prose}</p>\n`)
  const page = draw('$5 and $10, $x$, `$w$`, \\$z, $ y\n\n$$\nv\n$$')
  expect(page).toContain('<p>$5 and $10, [false x], <code>$w$</code>, $z, $ y</p>')
  expect(plain('$x$\n\n$$\nv\n$$')).toBe('$x$\n\n$$\nv\n$$')
})

test('what looks like a link or an element, and is text, is a fault', () => {
  const body = 'a\n![Two](img/a b.png) [c](d e.md#f)\n\nx <img src="g.png"> y<br>\n'
  expect(parseMarkdown(body).faults).toEqual([
    {
      line: 1,
      what: 'a space ends the address in "![Two](img/a b.png)"',
      fix: 'write "img/a%20b.png", or rename the file',
      severity: 'warning',
    },
    {
      line: 3,
      what: 'the HTML "<img src="g.png">" is shown as text',
      fix: 'write it as Markdown, or as code if readers should see it',
      severity: 'warning',
    },
  ])
  const fine =
    '[a](see below) [b](<a b.md>) [c](x.md "two words.md") 1 < b <file> `<br>`\n\n    <p>\n'
  expect(faults(fine)).toEqual([])
})
