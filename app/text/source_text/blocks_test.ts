import { expect, test } from 'bun:test'
import { parseMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'
import { readSearchText } from './search_text.ts'

const resolve = (href: string) => `/r/${href}`
const html = (body: string) => renderHtml(parseMarkdown(body), resolve)
const plain = (body: string) => resolveMarkdown(body, parseMarkdown(body), resolve)
const faults = (body: string) =>
  parseMarkdown(body).faults.map(({ line, severity, what, fix }) => {
    return `${line} ${severity}: ${what}; ${fix}`
  })

test('cards are boxes whose titles are links, in plain Markdown a list', () => {
  const body =
    ':::cards\n:::card [Write](a.md) {icon=pencil}\nOne `file`.\n\n> [!TIP]\n> Small.\n:::\n' +
    ':::card Run\n- a\n:::\n:::\n\nb'
  expect(html(body)).toStartWith(
    '<div class="cards">\n<div class="card">\n<span class="icon" data-icon="pencil"></span>' +
      '<p class="card-title"><a href="/r/a.md">Write</a></p>\n<p>One <code>file</code>.</p>\n',
  )
  expect(
    plain(body)
      .trim()
      .replaceAll(/\n{2,}/g, '\n\n'),
  ).toBe('- [Write](/r/a.md): One `file`.\n\n  > [!TIP]\n  > Small.\n\n- Run\n  - a\n\nb')
  expect(readSearchText(parseMarkdown(body)).text).toStartWith('Write\nOne file.\n')
  const inner = (text: string) => html(text).replace(/<\/?(?:div|ul|li|span)[^>]*>|\n/g, '')
  expect(inner(plain(body).replaceAll('/r/', ''))).toContain('<p>Small.</p>')
})

test('steps keep their list and its first number, and hold nothing else', () => {
  expect(html(':::steps\n3. a\n4. b\n:::')).toBe(
    '<div class="steps">\n<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n</div>\n',
  )
  expect(plain(':::steps\n1. a\n:::').trim()).toBe('1. a')
  expect(faults(':::steps\n1. a\n\nb\n:::')).toEqual([
    '3 problem: ":::steps" has something else than numbered lists in it, or nothing; ' +
      'put only numbered lists between its marks',
  ])
})

test('details between colons are those of HTML', () => {
  const element = '<details open>\n<summary>A *b*</summary>\n\nc\n</details>'
  const block = ':::details A *b* {open}\n\nc\n:::'
  expect(html(block)).toBe(html(element))
  expect(plain(block).trim()).toBe('A *b*\n\nc')
  expect(plain('> :::details A\n> b\n> :::')).toBe('> **A**\n>\n> b\n> ')
})

test('a tree of files tells names from comments, and folders from files', () => {
  const body = ':::filetree\n- app/ # code\n  - `a.ts` runs it\n  - **b.ts**\n- docs\n  - c.md\n:::'
  expect(html(body)).toBe(
    '<div class="tree">\n<ul>\n<li class="folder">app/ <small>code</small>\n<ul>\n' +
      '<li><code>a.ts</code> <small>runs it</small></li>\n<li><strong>b.ts</strong></li>\n</ul>\n' +
      '</li>\n<li class="folder">docs\n<ul>\n<li>c.md</li>\n</ul>\n</li>\n</ul>\n</div>\n',
  )
  expect(plain(body).trim()).toBe(body.split('\n').slice(1, -1).join('\n'))
  expect(html('- a # b')).toBe('<ul>\n<li>a # b</li>\n</ul>\n')
})

test('a badge is a word with a tone, in plain Markdown in parentheses', () => {
  const body = '## A <badge tone="warm">old</badge>\n\n<badge>x</badge> <badge tone="red">y</badge>'
  expect(html(body)).toContain('A <span class="badge warm">old</span>')
  expect(html(body)).toContain('<p><span class="badge">x</span> &lt;badge tone=')
  expect(plain(body)).toStartWith('## A (old)\n\n(x) <badge')
  expect(faults(body)).toHaveLength(1)
})

test('a title of a picture that stands alone is its caption', () => {
  expect(html('![a](b.png "C & d")')).toBe(
    '<figure><img src="/r/b.png" alt="a" decoding="async">' +
      '<figcaption>C &amp; d</figcaption></figure>\n',
  )
  expect(html('x ![a](b.png "C")')).toContain('<p>x <img src="/r/b.png" alt="a" title="C"')
  expect(readSearchText(parseMarkdown('![a](b.png "C")')).text).toBe('aC')
})

test('pictures of one theme have its class, and a film is a film', () => {
  for (const [light, dark] of [
    ['only-light', 'only-dark'],
    ['gh-light-mode-only', 'gh-dark-mode-only'],
  ]) {
    const page = html(`![a](b.png#${light})\n![a](c.png#${dark})`)
    expect(page).toContain(`#${light}" alt="a" class="in-light"`)
    expect(page).toContain(`#${dark}" alt="a" class="in-dark"`)
  }
  expect(html('![A "b"](c.mp4)')).toBe(
    '<p><video src="/r/c.mp4" controls preload="metadata" aria-label="A &quot;b&quot;">' +
      '</video></p>\n',
  )
})

test.each([
  [
    ':::cards\n:::card a {icon=rockt}\nb\n:::\n:::',
    '1 warning: "rockt" is nothing that this block',
  ],
  [':::cards\n:::card a {ikon=bolt}\nb\n:::\n:::', '1 warning: "ikon" is nothing that this block'],
  [':::cards\n:::card\nb\n:::\n:::', '1 problem: the card has no name; write ":::card [Title]'],
  [':::card a\nb\n:::', '0 problem: ":::card" is not inside ":::cards"'],
  [':::cards\na\n:::', '1 problem: ":::cards" has something else than :::card blocks'],
  [':::filetree\na\n:::', '1 problem: ":::filetree" has something else than lists'],
  ['a\n:::step\nb', '1 warning: the block ":::step" is not known'],
])('parseMarkdown() reports %j', (body, found) => {
  expect(faults(body)).toEqual([expect.stringContaining(found)])
})

test('every icon of a card, and every class of a block, is in the style sheet', async () => {
  const { CARD_ICONS } = await import('./card_icons.ts')
  const folder = `${import.meta.dir}/../../build/corpus_build/theme`
  const sheet = await Bun.file(`${folder}/blocks.css`).text()
  const icons = await Bun.file(`${folder}/icons.css`).text()
  for (const name of CARD_ICONS) {
    const [, value = ''] =
      new RegExp(`\\[data-icon='${name}'\\] \\{\\s+--icon: (.*);`).exec(sheet) ?? []
    const [, shared] = /^var\((.*)\)$/.exec(value) ?? []
    expect(shared === undefined ? value : sheet + icons).toContain(shared ?? 'url("data:image/svg')
  }
  for (const name of ['cards', 'card', 'card-title', 'steps', 'tree', 'folder', 'badge']) {
    expect(sheet).toContain(`.${name}`)
  }
})
