import { expect, test } from 'bun:test'
import { extractLetters, extractLettersOfHtml, readFeed } from './feed.ts'

test('readFeed() returns each entry with the members of a change', () => {
  const xml = `<feed><id>tag:docs,2026:changelog</id><title>Feed</title>
<updated>2026-11-02T00:00:00Z</updated>
<link rel="self" type="application/atom+xml" href="https://x.example/changelog/feed.xml"/><entry>
<id>tag:docs,2026-11-01:changelog/2026-11-01-first</id>
<title>First &amp; only</title>
<updated>2026-11-01T00:00:00Z</updated>
<link rel="alternate" href="https://x.example/a/"/>
<category term="search"/>
<content type="html">&lt;p&gt;It is &lt;em&gt;here&lt;/em&gt;.&lt;/p&gt;</content>
</entry></feed>`
  expect(readFeed(xml)).toEqual({
    tag: 'tag:docs,2026',
    updated: '2026-11-02T00:00:00Z',
    self: 'https://x.example/changelog/feed.xml',
    entries: [
      {
        id: '2026-11-01-first',
        tag: 'tag:docs,2026-11-01',
        updated: '2026-11-01T00:00:00Z',
        title: 'First & only',
        url: 'https://x.example/a/',
        capability: 'search',
        html: '<p>It is <em>here</em>.</p>',
      },
    ],
  })
})

test('extractLetters() and extractLettersOfHtml() agree on one text in two forms', () => {
  const markdown = 'It is *here*, at [the page](https://x.example/a/): `a < b`.'
  const html =
    '<p>It is <em>here</em>, at <a href="https://x.example/a/">the page</a>: <code>a &lt; b</code>.'
  expect(extractLetters(markdown)).toBe('Itishereatthepageab')
  expect(extractLettersOfHtml(html)).toBe(extractLetters(markdown))
})
