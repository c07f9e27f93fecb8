import { expect, test } from 'bun:test'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import { createLinks } from './links.ts'

const BASE_URL = 'https://docs.example'

function page(file: string): CorpusPage {
  const path = file.replace(/(?:^|\/)index\.md$/, '').replace(/\.md$/, '')
  const url = path === '' ? `${BASE_URL}/` : `${BASE_URL}/${path}/`
  const record = {
    id: 'p1',
    kind: 'guide',
    url,
    title: file,
    description: file,
    status: 'available' as const,
    updated: '2026-11-01',
    markdown_url: `${url}index.md`,
  }
  return { file: `pages/${file}`, path, record, capability: 'project', body: '', bodyLine: 8 }
}

const start = page('run/start.md')
const folder = page('run/index.md')
const pages = [page('index.md'), folder, start, page('write/links.md')]
const links = createLinks({ baseUrl: BASE_URL, pages, assets: [] })

test('absolute() turns source paths into addresses and keeps fragment and query', () => {
  const resolve = links.absolute(start)
  expect(resolve('../write/links.md#checks')).toBe(`${BASE_URL}/write/links/#checks`)
  expect(resolve('./index.md')).toBe(`${BASE_URL}/run/`)
  expect(resolve('../index.md?x=1')).toBe(`${BASE_URL}/?x=1`)
  expect(resolve('#here')).toBe(`${BASE_URL}/run/start/#here`)
})

test('absolute() resolves links of a folder page within its folder', () => {
  expect(links.absolute(folder)('start.md')).toBe(`${BASE_URL}/run/start/`)
})

test('absolute() completes addresses below the site', () => {
  const resolve = links.absolute(start)
  expect(resolve('/write/links#checks')).toBe(`${BASE_URL}/write/links/#checks`)
  expect(resolve('/llms.txt')).toBe(`${BASE_URL}/llms.txt`)
  expect(resolve('/run/start/index.md')).toBe(`${BASE_URL}/run/start/index.md`)
})

test('absolute() leaves other sites alone', () => {
  const resolve = links.absolute(start)
  const others = ['https://other.example/a.md', 'mailto:a@b.example', '//cdn.example/x']
  expect(others.map(resolve)).toEqual(others)
})

test('withinSite() needs no host and keeps a fragment of the page itself', () => {
  const resolve = links.withinSite(start)
  expect(resolve('../write/links.md#checks')).toBe('/write/links/#checks')
  expect(resolve('../index.md')).toBe('/')
  expect(resolve('#here')).toBe('#here')
  expect(resolve('/llms.txt')).toBe('/llms.txt')
})

test('withinSite() keeps the path of a base address', () => {
  const base = `${BASE_URL}/docs-site`
  const moved = { ...start, record: { ...start.record, url: `${base}/run/start/` } }
  const within = createLinks({ baseUrl: base, pages: [moved], assets: [] }).withinSite(moved)
  expect(within('start.md')).toBe('/docs-site/run/start/')
  expect(within('/llms.txt')).toBe('/docs-site/llms.txt')
})

test('change() completes the links of the changelog', () => {
  expect(links.change('/write/links/')).toBe(`${BASE_URL}/write/links/`)
})
