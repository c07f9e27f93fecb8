import { expect, test } from 'bun:test'
import { parseMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'
import { readSearchText } from './search_text.ts'

const keep = (href: string): string => href

function render(body: string): string {
  return renderHtml(parseMarkdown(body), keep).replace(/ <a class="anchor".*?<\/a>/g, '')
}

test('a heading has the anchors behind it in place of the one from its words', () => {
  const body = '## Set up {#setup #install}\n\n> Deep {#deep}\n> ----\n\n## Set up ##\n'
  const parsed = parseMarkdown(body)
  expect(parsed.headings).toEqual([
    { level: 2, text: 'Set up', anchor: 'setup', line: 0, anchors: ['install'] },
    { level: 2, text: 'Deep', anchor: 'deep', line: 2 },
    { level: 2, text: 'Set up', anchor: 'set-up', line: 5 },
  ])
  expect(parsed.anchors).toEqual(['setup', 'deep', 'set-up', 'install'])
  expect(render(body)).toBe(
    '<h2 id="setup"><span id="install"></span>Set up</h2>\n' +
      '<blockquote>\n<h2 id="deep">Deep</h2>\n</blockquote>\n<h2 id="set-up">Set up</h2>\n',
  )
  expect(resolveMarkdown(body, parsed, keep)).toBe(
    '## Set up <a id="setup"></a><a id="install"></a>\n\n' +
      '> Deep <a id="deep"></a>\n> ----\n\n## Set up ##\n',
  )
  expect(readSearchText(parsed).sections.map(({ anchor }) => anchor)).toEqual([
    'setup',
    'deep',
    'set-up',
  ])
})

test('an empty element is an anchor anywhere, and leads into its section', () => {
  const body =
    '<a id="top-of-it"></a>\n\nText.\n\n<a name=\'before\'></a>\n<a id="too" />\n\n' +
    '## One\n\n- item <a id="item"></a>\n\n| a |\n|---|\n| <a name="cell"></a>b |\n'
  const { headings, anchors } = parseMarkdown(body)
  expect(headings).toEqual([
    { level: 2, text: 'One', anchor: 'one', line: 7, anchors: ['before', 'too', 'item', 'cell'] },
  ])
  expect(anchors).toEqual(['one', 'top-of-it', 'before', 'too', 'item', 'cell'])
  const html = render(body)
  expect(html).toStartWith('<span id="top-of-it"></span>\n<p>Text.</p>\n<span id="before"></span>')
  expect(html).toContain('<li>item <span id="item"></span></li>')
  expect(html).toContain('<td><span id="cell"></span>b</td>')
})

test.each([
  '## A {.class}',
  '## A \\{#b}',
  '## A{#b}',
  '`<a id="b"></a>`',
  '<a id="b">text</a>',
  '<a href="b"></a>',
  '<a id="b" onclick="c"></a>',
  '<b id="b"></b>',
])('%s has no anchor that its author chose', (body) => {
  const { anchors } = parseMarkdown(body)
  expect(anchors).not.toContain('b')
  expect(render(body)).not.toContain('id="b"')
})

test('an anchor that is taken is dropped, with a warning', () => {
  const body = '## A {#a}\n\nb <a id="a"></a> <a id="page:main"></a>\n\n## A\n\n## B {#a}\n'
  const { headings, faults } = parseMarkdown(body)
  expect(headings.map(({ anchor }) => anchor)).toEqual(['a', 'a-1', 'b'])
  expect(faults.map(({ line, what }) => `${line} ${what}`)).toEqual([
    '2 the anchor "a" is on this page already',
    '2 the anchor "page:main" is one of the site itself',
    '6 the anchor "a" is on this page already',
  ])
  expect(render(body).match(/id="a"/g)).toHaveLength(1)
})
