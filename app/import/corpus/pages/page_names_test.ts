import { expect, test } from 'bun:test'
import { namePages } from './page_names.ts'

const formatNames = (...files: string[]) =>
  namePages(files).names.map(({ file, page }) => `${file} ${page}`)

test('pageNames() drops numbers that only order and route groups', () => {
  expect(formatNames('01-app/02-(group)/03-forms.mdx', '02-pages/2024-01-02-news.md')).toEqual([
    '01-app/02-(group)/03-forms.mdx app/forms.md',
    '02-pages/2024-01-02-news.md pages/2024-01-02-news.md',
  ])
})

test('pageNames() lets a README stand in for an index that is absent', () => {
  expect(formatNames('README.md', 'a/README.md', 'a/index.mdx')).toEqual([
    'README.md index.md',
    'a/README.md a/README.md',
    'a/index.mdx a/index.md',
  ])
})

test('pageNames() lets a page keep its address before one that cannot', () => {
  expect(formatNames('docs/index.md', 'docs/overview.md', 'api/@k/a.md')).toEqual([
    'api/@k/a.md api/@k/a.md',
    'docs/index.md docs/overview-2.md',
    'docs/overview.md docs/overview.md',
  ])
})

test('pageNames() keeps addresses apart, safe and off the paths of the service', () => {
  const reserved = ['docs/index.md', 'mcp/x.md', 'search.md', 'llms.txt.md']
  const files = ['a.md', 'a/index.md', 'A.mdx', 'docs/x.md', 'api/x.md', 'ü b.md', '日.md']
  files.push(...reserved)
  const { names, renamed } = namePages(files)
  const pages = names.map(({ page }) => page)
  expect(new Set(pages.map((page) => page.toLowerCase())).size).toBe(files.length)
  expect(pages).toContain('docs/x.md')
  expect(pages).toContain('docs/overview.md')
  expect(pages).toContain('mcp-pages/x.md')
  expect(pages).toContain('search-pages.md')
  expect(pages).toContain('api/x.md')
  expect(pages).toContain('ü-b.md')
  expect(renamed.map(({ file }) => file).sort()).toEqual(
    [...reserved, 'A.mdx', 'a.md', 'ü b.md'].sort(),
  )
})

test('pageNames() keeps letters and digits of every script, composed, in names for a disk', () => {
  const long = '\u6c34'.repeat(120)
  const files = ['日本語/はじめに.md', 'cafe\u0301.md', 'ру сский.md', 'हिन्दी.md', '!.md', '。.md']
  expect(formatNames(...files, `${long}.md`).map((name) => name.split(/\.md /)[1])).toEqual([
    'page.md',
    'caf\u00e9.md',
    'ру-сский.md',
    'हिन्दी.md',
    'page-2.md',
    '日本語/はじめに.md',
    `${long.slice(0, 66)}.md`,
  ])
  const { renamed } = namePages(files)
  expect(renamed.map(({ file }) => file)).toEqual(['!.md', 'ру сский.md', '。.md'])
})
