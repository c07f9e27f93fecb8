import { expect, test } from 'bun:test'
import { parseMarkdown } from '../../../text/source_text/markdown.ts'
import { summarize } from './_summary.ts'

test('summarize() keeps words and no syntax', () => {
  const bodies = [
    'See [Tea] and _a\nlong_ `*pot*`.[^1]\n\n[Tea]: https://tea.example\n[^1]: A note.',
    '![one](a.png) ![two three four](b.png)\n\n**Summary:** <a id="x"></a>Tea \\*is\\* the best.',
  ]
  expect(bodies.map((body) => summarize(undefined, parseMarkdown(body), 'Tea'))).toEqual([
    'See Tea and a long *pot*.',
    'Tea *is* the best.',
  ])
  expect(summarize('**All** of\n_it_', parseMarkdown(''), 'Tea')).toBe('All of it')
})
