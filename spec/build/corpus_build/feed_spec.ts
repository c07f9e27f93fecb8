import { afterAll, expect } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../../support/building.ts'

afterAll(removeFolders)

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

type Changes = Readonly<Record<string, { readonly title: string; readonly body?: string }>>

async function feedOf(changes: Changes, baseUrl = BASE_URL): Promise<string> {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  await mkdir(join(corpusDir, 'changelog'), { recursive: true })
  for (const [id, { title, body }] of Object.entries(changes)) {
    const front = `title: ${JSON.stringify(title)}\ndate: ${id.slice(0, 10)}\ncapability: search`
    const text = `---\n${front}\n---\n\n${body ?? 'Something changed.'}\n`
    await writeFile(join(corpusDir, 'changelog', `${id}.md`), text)
  }
  await buildOrThrow({ corpusDir, distDir, baseUrl })
  return await textOf(distDir, 'changelog/feed.xml')
}

type Element = Bun.XML.Node

/** The root element; text that is not well-formed XML throws. */
function parse(xml: string): Element {
  return Bun.XML.parse(xml, { compact: false })
}

function all(parent: Element, name: string): readonly Element[] {
  return parent.children.flatMap((child) =>
    typeof child === 'object' && 'name' in child && child.name === name ? [child] : [],
  )
}

function textIn(parent: Element, name: string): string {
  const children = all(parent, name)[0]?.children ?? []
  return children.filter((child) => typeof child === 'string').join('')
}

verifies(
  ['build.feed', 'static.feed'],
  'the feed is Atom with everything that RFC 4287 requires',
  async () => {
    const feed = parse(
      await feedOf({
        '2026-10-02-second': { title: 'Second' },
        '2026-10-01-first': { title: 'First' },
      }),
    )
    expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    for (const name of ['id', 'title', 'updated', 'author']) expect(all(feed, name)).toHaveLength(1)
    expect(textIn(feed, 'updated')).toBe('2026-10-02T00:00:00Z')
    const author = all(feed, 'author')[0]
    expect(author && textIn(author, 'name')).toBe('The Lectern authors')
    const self = all(feed, 'link').find(({ attributes }) => attributes.rel === 'self')
    expect(self?.attributes.href).toBe(`${BASE_URL}/changelog/feed.xml`)
    const entries = all(feed, 'entry')
    expect(entries.map((entry) => textIn(entry, 'title'))).toEqual(['Second', 'First'])
    for (const entry of entries) {
      for (const name of ['id', 'title', 'updated', 'content'])
        expect(all(entry, name)).toHaveLength(1)
      expect(textIn(entry, 'updated')).toMatch(INSTANT)
      expect(all(entry, 'link')[0]?.attributes.rel).toBe('alternate')
    }
  },
)

verifies('build.feed', 'ids of the feed are permanent and independent of the address', async () => {
  const changes = { '2026-10-01-first': { title: 'First' } }
  const [here, there] = [
    parse(await feedOf(changes)),
    parse(await feedOf(changes, 'https://b.example')),
  ]
  const idsOf = (feed: Element) => [feed, ...all(feed, 'entry')].map((each) => textIn(each, 'id'))
  expect(idsOf(here)).toEqual([
    'tag:lectern,2026:changelog',
    'tag:lectern,2026-10-01:changelog/2026-10-01-first',
  ])
  expect(idsOf(there)).toEqual(idsOf(here))
})

verifies('build.feed', 'markup in a title is text, and a summary is HTML', async () => {
  const title = 'Use <b> & "quotes"'
  const body = 'See **[front](/)** & `<i>`.'
  const feed = parse(await feedOf({ '2026-10-01-a': { title, body } }))
  const entry = all(feed, 'entry')[0]
  if (entry === undefined) throw new Error('Cannot find the entry')
  expect(textIn(entry, 'title')).toBe(title)
  expect(all(entry, 'content')[0]?.attributes.type).toBe('html')
  expect(textIn(entry, 'content').trim()).toBe(
    `<p>See <strong><a href="${BASE_URL}/">front</a></strong> &amp; <code>&lt;i&gt;</code>.</p>`,
  )
})

verifies('build.feed', 'the feed holds the newest fifty changes', async () => {
  const numbers = [...Array(60).keys()].map((at) => String(at).padStart(2, '0'))
  const changes = Object.fromEntries(
    numbers.map((at) => [`2026-09-${at > '29' ? '20' : '10'}-c${at}`, { title: `Change ${at}` }]),
  )
  const entries = all(parse(await feedOf(changes)), 'entry')
  expect(entries).toHaveLength(50)
  const newest = entries.slice(0, 30).map((entry) => textIn(entry, 'updated'))
  expect(new Set(newest)).toEqual(new Set(['2026-09-20T00:00:00Z']))
})

verifies('build.feed', 'a feed without changes is complete', async () => {
  const feed = parse(await feedOf({}))
  expect(all(feed, 'entry')).toHaveLength(0)
  expect(textIn(feed, 'updated')).toBe('2026-11-01T00:00:00Z')
})
