import { expect, test } from 'bun:test'
import { shapeInclude } from './_include_text.ts'

test('shapeInclude() drops the indentation of HTML, and keeps that of code', () => {
  const code = '<pre><code>\n  deep\n    deeper\n</code></pre>'
  expect(shapeInclude(`<div>\n  <p>Text</p>\n    ${code}\n</div>`)).toBe(
    `<div>\n<p>Text</p>\n${code}\n</div>`,
  )
})
