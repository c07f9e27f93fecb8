import { expect, test } from 'bun:test'
import { prefersMarkdown, takesHtml } from './_negotiate.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test.each([
  ['text/markdown', true],
  ['Text/Markdown', true],
  ['text/markdown, */*', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/html;q=0.5 , text/markdown ; q=0.51', true],
  ['text/markdown;q=0.1, text/html;q=0', true],
  ['text/markdown;charset=utf-8;q=0.7, text/plain', true],
  [null, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html', false],
  [BROWSER, false],
  [`${BROWSER},text/markdown;q=0.1`, false],
  ['text/markdown, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=2', false],
  ['text/markdown;q=, text/html;q=0.1', false],
  ['application/text/markdown', false],
])('prefersMarkdown() reads Accept "%s" as %s', (accept, isPreferred) => {
  expect(prefersMarkdown(accept)).toBe(isPreferred)
})

test('takesHtml() is true for a browser and false for a program', () => {
  expect(takesHtml(BROWSER)).toBe(true)
  expect(takesHtml('*/*')).toBe(false)
  expect(takesHtml('text/html;q=0')).toBe(false)
  expect(takesHtml(null)).toBe(false)
})
