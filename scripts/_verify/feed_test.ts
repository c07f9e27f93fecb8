import { expect, test } from 'bun:test'
import { readFeed } from './feed.ts'

test('readFeed() gives each entry in the words of a change', () => {
  const xml = `<feed><title>Feed</title><updated>2026-11-02T00:00:00Z</updated><entry>
<id>tag:docs,2026-11-01:changelog/2026-11-01-first</id>
<title>First &amp; only</title>
<updated>2026-11-01T00:00:00Z</updated>
<link rel="alternate" href="https://x.example/a/"/>
<category term="search"/>
</entry></feed>`
  expect(readFeed(xml)).toEqual([
    {
      id: '2026-11-01-first',
      date: '2026-11-01',
      title: 'First & only',
      url: 'https://x.example/a/',
      capability: 'search',
    },
  ])
})
