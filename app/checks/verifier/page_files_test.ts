import { expect, test } from 'bun:test'
import { readHtml, readTwin } from './page_files.ts'

test('readTwin() separates front matter, title, status line and body', () => {
  const facts = 'Status: `available`. Updated: 2026-11-01. Web page: <https://x.example/a/>'
  const front = '---\nid: p1\nupdated: "2026-11-01"\n---\n'
  const head = '\n# A \\_b\n\n> Index: https://x.example/llms.txt\n\n'
  const text = `${front}${head}${facts}\n\nText.\n\n# More\n`
  expect(readTwin(text)).toEqual({
    record: { id: 'p1', updated: '2026-11-01' },
    title: 'A \\_b',
    facts,
    body: 'Text.\n\n# More\n',
  })
})

test('readTwin() refuses text without front matter or heading', () => {
  for (const text of ['# A\n', '---\nid: p1\n', '---\nid: p1\n---\n\nText.\n']) {
    expect(readTwin(text)).toBeUndefined()
  }
})

test('readHtml() reads what people see, and the anchors of the text alone', async () => {
  const html = `<link rel="canonical" href="https://x.example/?a&amp;b">
<header class="site"><span class="version">1.0.0</span></header><main><article><header>
<h1>A &amp; B</h1><p class="description">It&#39;s &lt;so&gt;</p>
<data class="status available" value="available">Available</data></header>
<div class="prose"><h2 id="one">One</h2><h3 id="two">Two</h3></div></article></main>`
  const { record, version, anchors } = await readHtml(html)
  expect(record).toEqual({
    url: 'https://x.example/?a&b',
    title: 'A & B',
    description: "It's <so>",
    status: 'available',
  })
  expect([version, anchors]).toEqual(['1.0.0', ['one', 'two']])
})
