import { expect, test } from 'bun:test'
import { parseMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'
import { readSearchText } from './search_text.ts'

const html = (body: string) => renderHtml(parseMarkdown(body), (href) => href)
const plain = (body: string) => resolveMarkdown(body, parseMarkdown(body), (href) => `/r/${href}`)
const faults = (body: string) => parseMarkdown(body).faults.map(({ what }) => what)

test('elements of the list are shown, and the twin says the same without them', () => {
  const body = 'Press <kbd>K *x*</kbd>, H<sub>2</sub>O, 10<sup>3</sup>, <MARK>[a](b)</MARK>.'
  expect(html(body)).toBe(
    '<p>Press <kbd>K <em>x</em></kbd>, H<sub>2</sub>O, 10<sup>3</sup>, ' +
      '<mark><a href="b">a</a></mark>.</p>\n',
  )
  expect(plain(body)).toBe('Press K *x*, H₂O, 10^3, [a](/r/b).')
  expect(readSearchText(parseMarkdown(body)).text).toBe('Press K x, H2O, 10^3, a.')
})

test('a break ends a line, in the twin too unless a cell has one line', () => {
  expect(html('a<br>b<br />\nc')).toBe('<p>a<br>b<br>\nc</p>\n')
  expect(plain('a<br>b<br />\nc')).toBe('a b\\\nc')
  const table = '| a \\| b<br>c | <kbd>d</kbd> \\| [e](f) |\n|---|---|\n| x<sup>2</sup> | g |\n'
  expect(html(table)).toContain('<th>a | b<br>c</th>\n<th><kbd>d</kbd> | <a href="f">e</a></th>')
  expect(plain(table)).toBe('| a \\| b c | d \\| [e](/r/f) |\n|---|---|\n| x^2 | g |\n')
})

test('attributes, other elements and what is not closed stay text', () => {
  for (const body of [
    '<kbd class="x">K</kbd>',
    '<mark onclick="x()">a</mark>',
    '<sub>a',
    'a</sup>',
    '<b>a</b>',
    '<br clear="all">',
    '<details onclick="x()">\na\n</details>',
    '<details><summary class="x">a</summary>\nb\n</details>',
    '<script>a</script>',
  ]) {
    expect(html(body)).not.toMatch(/<(?!\/?p>)/)
    expect(plain(body)).toBe(body)
  }
})

test('marks of emphasis cannot cross an element', () => {
  expect(html('*a <sub>b* c</sub>')).toBe('<p>*a <sub>b* c</sub></p>\n')
})

test('details hold Markdown, and are a bold line and text in the twin', () => {
  const body =
    '- a\n\n  <details open>\n  <summary>See [b](c)</summary>\n  Text *d*\n\n' +
    '  <details><summary>**In**</summary>\n\n  ```\n  </details>\n  ```\n  </details>\n' +
    '  </details>\n\ne'
  expect(html(body)).toBe(
    '<ul>\n<li><p>a</p>\n<details open="">\n<summary>See <a href="c">b</a></summary>\n' +
      '<p>Text <em>d</em></p>\n<details>\n<summary><strong>In</strong></summary>\n' +
      '<pre tabindex="0" role="group" aria-label="Code"><code>&lt;/details&gt;\n</code></pre>\n' +
      '</details>\n</details>\n</li>\n</ul>\n<p>e</p>\n',
  )
  expect(plain(body)).toBe(
    '- a\n\n  \n  **See [b](/r/c)**\n\n  Text *d*\n\n  **In**\n\n  ```\n  </details>\n' +
      '  ```\n  \n  \n\ne',
  )
  expect(faults('<details>\na')).toEqual(['"<details>" is not closed'])
})
