import { expect, test } from 'bun:test'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import { textsFor } from '../../../docs/site/texts.ts'
import { createNavigation, listInReadingOrder } from './navigation.ts'

const TEXTS = textsFor('en')
const BASE_URL = 'https://docs.example'

function page(path: string, kind = 'guide'): CorpusPage {
  const url = path === '' ? `${BASE_URL}/` : `${BASE_URL}/${path}/`
  const record = {
    id: 'p1',
    kind,
    url,
    title: `Title ${path}`,
    description: 'Words.',
    status: 'available' as const,
    updated: '2026-11-01',
    markdown_url: `${url}index.md`,
  }
  const file = `pages/${path}.md`
  return { file, path, record, capability: 'project', body: '', bodyLine: 8 }
}

function site(pages: readonly CorpusPage[]): Parameters<typeof createNavigation>[0] {
  return { baseUrl: BASE_URL, pages, folders: [], kinds: ['tutorial', 'guide'], language: 'en' }
}

function entry(name: string, groups: readonly string[], title?: string) {
  return { name, groups, title, isLink: name.includes('//') || name.startsWith('/') }
}

const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('listInReadingOrder() starts with the front page and what the registry lists first', () => {
  const pages = [page(''), page('a/x'), page('b'), page('z/first', 'tutorial'), page('z/more')]
  expect(listInReadingOrder(site(pages)).map(({ path }) => path)).toEqual([
    '',
    'z/first',
    'z/more',
    'a/x',
    'b',
  ])
})

test('createNavigation() marks the current page and opens only its folders', () => {
  const pages = [page(''), page('a/x'), page('b-c/y'), page('b-c/z')]
  const html = createNavigation(site(pages), TEXTS).lists('b-c/y').tree
  expect(html).toContain('<a href="/b-c/y/" aria-current="page">Title b-c/y</a>')
  expect(html).toContain('<details open><summary>B c</summary>')
  expect(html).toContain('<details><summary>A</summary>')
  expect(html.match(/aria-current/g)).toHaveLength(1)
})

test('createNavigation() lists a page where an order above its folder names it', () => {
  const pages = [page('a/x'), page('a/y'), page('b/z'), page('c/only')]
  const folders = [
    { path: 'a', title: 'Folder A', entries: [entry('y', []), entry('x', [])] },
    {
      ...{ path: '', title: undefined },
      entries: [
        entry('c/only', ['Top'], 'Short'),
        entry('a/x', ['Top', 'Inner']),
        entry('b/z', ['Top', 'Inner']),
        entry('a', []),
      ],
    },
  ]
  const { lists, trail } = createNavigation({ ...site(pages), folders }, TEXTS)
  const html = (path: string) => lists(path).tree
  const menu = html('a/x')
  expect(hrefsIn(menu)).toEqual(['/c/only/', '/a/x/', '/b/z/', '/a/y/'])
  expect(menu).toContain('<p>Top</p>\n<ul>\n<li><a href="/c/only/">Short</a></li>')
  expect(menu).toContain('<p>Inner</p>\n<ul>\n<li><a href="/a/x/" aria-current="page">')
  expect(menu).toContain('<details><summary>Folder A</summary>')
  expect(trail('a/x')).toEqual([{ href: undefined, title: 'Folder A' }])
})

test('createNavigation() lists the page of a folder as a row, and links beside pages', () => {
  const pages = [page(''), page('a'), page('a/x'), page('b'), page('b/y')]
  const folders = [
    {
      ...{ path: '', title: undefined },
      entries: [
        entry('b/index', [], 'About B'),
        entry('/a/x/', [], 'Again'),
        entry('a', []),
        entry('https://else.example/', [], 'Else'),
        entry('index', [], 'Home'),
      ],
    },
    { path: 'a', title: 'Folder A', entries: [entry('x', []), entry('index', ['In'], 'Overview')] },
    { path: 'b', title: 'Folder B', entries: [entry('index', [], 'Not here')] },
  ]
  const source = { ...site(pages), folders }
  const menu = createNavigation(source, TEXTS).lists('a').tree
  const rows = ['/b/', '/a/x/', '/a/x/', '/a/', 'https://else.example/', '/', '/b/y/']
  expect(hrefsIn(menu)).toEqual(rows)
  expect(menu).toContain('<a href="/b/">About B</a>')
  expect(menu).toContain('<details open><summary>Folder A</summary>')
  expect(menu).toContain('<p>In</p>\n<ul>\n<li><a href="/a/" aria-current="page">Overview</a></li>')
  expect(menu).toContain('<a href="/">Home</a>')
  expect(menu.match(/aria-current/g)).toHaveLength(1)
  const order = ['b', 'a/x', 'a', '', 'b/y']
  expect(listInReadingOrder(source).map(({ path }) => path)).toEqual(order)
})

test('createNavigation() links the previous and the next page', () => {
  const pages = [page(''), page('a'), page('b')]
  const { neighbours } = createNavigation(site(pages), TEXTS)
  expect(pages.map((each) => neighbours(each).previous?.href)).toEqual([undefined, '/', '/a/'])
  expect(pages.map((each) => neighbours(each).next?.href)).toEqual(['/a/', '/b/', undefined])
})

test('createNavigation() of a large site lists part of the folder and links every other', () => {
  const numbers = [...Array(500).keys()].map((at) => String(at).padStart(3, '0'))
  const pages = [page('other/deep/a'), ...numbers.map((at) => page(`many/p${at}`))]
  const html = createNavigation(site(pages), TEXTS).lists('many/p250').tree
  const hrefs = hrefsIn(html)
  expect(hrefs).toContain('/many/p250/')
  expect(hrefs).toContain('/other/deep/a/')
  expect(hrefs).not.toContain('/other/')
  expect(hrefs).not.toContain('/many/p000/')
  expect(hrefs.length).toBeLessThan(70)
  expect(html).toContain('<li class="more">220 more</li>')
})

test('createNavigation() gives each tab a tree and neighbours of its own', () => {
  const pages = [page(''), page('a'), page('b/y'), page('b/z'), page('c/one'), page('lost')]
  const top = {
    ...{ path: '', title: undefined },
    entries: [entry('c/one', ['Recipes']), entry('a', []), entry('b', [])],
    tabs: [
      { title: 'Start', names: ['a'] },
      { title: undefined, names: ['b'] },
      { title: undefined, names: ['Recipes'] },
    ],
  }
  const { lists, neighbours } = createNavigation({ ...site(pages), folders: [top] }, TEXTS)
  const { tabs, tree } = lists('b/z')
  expect(tabs).toContain('<a href="/">Start</a>')
  expect(tabs).toContain('<a href="/b/y/" aria-current="true">B</a>')
  expect(tabs).toContain('<a href="/c/one/">Recipes</a>')
  expect(hrefsIn(tree)).toEqual(['/b/y/', '/b/z/'])
  // What no tab names is in the first; the title of a group that is a tab stands in the header.
  expect(hrefsIn(lists('').tree)).toEqual(['/', '/a/', '/lost/'])
  expect(lists('c/one').tree).toBe(
    '<ul>\n<li><a href="/c/one/" aria-current="page">Title c/one</a></li>\n</ul>\n',
  )
  // A part that is one folder has no row that repeats its title.
  const only = createNavigation({ ...site(pages), folders: [{ ...top, entries: [] }] }, TEXTS)
  expect(only.lists('b/z').tree).not.toContain('<summary>')
  expect(neighbours(page('b/y')).previous).toBeUndefined()
  expect(neighbours(page('b/z')).next).toBeUndefined()
  expect(lists().tabs).not.toContain('aria-current')
})
