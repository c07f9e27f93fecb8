import { expect, test } from 'bun:test'
import { prefersMarkdown, takesHtml } from './_negotiate.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test.each([
  'text/markdown',
  'Text/Markdown',
  'text/markdown, */*',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.5 , text/markdown ; q=0.51',
  'text/markdown;q=0.1, text/html;q=0',
  'text/markdown;charset=utf-8;q=0.7, text/plain',
])('prefersMarkdown() is true when Accept is "%s"', (accept) => {
  expect(prefersMarkdown(accept)).toBe(true)
})

test.each([
  null,
  '',
  '*/*',
  'text/*',
  'text/html',
  BROWSER,
  `${BROWSER},text/markdown;q=0.1`,
  'text/markdown, text/html',
  'text/markdown;q=0',
  'text/markdown;q=2',
  'text/markdown;q=, text/html;q=0.1',
  'application/text/markdown',
])('prefersMarkdown() is false when Accept is "%s"', (accept) => {
  expect(prefersMarkdown(accept)).toBe(false)
})

test('takesHtml() is true for a browser and false for a program', () => {
  expect(takesHtml(BROWSER)).toBe(true)
  expect(takesHtml('*/*')).toBe(false)
  expect(takesHtml('text/html;q=0')).toBe(false)
  expect(takesHtml(null)).toBe(false)
})
