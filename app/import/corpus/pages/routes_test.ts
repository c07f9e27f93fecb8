import { expect, test } from 'bun:test'
import { namePages } from './page_names.ts'
import { findRoutes } from './routes.ts'

const FILES = ['index.md', '01-app/index.md', '01-app/02-forms.mdx', '01-app/03-css.mdx', 'blog.md']
const LINKS = ['/docs/app/forms', '/docs/app/css', '/docs/app', '/news/blog', '/news/other']
const REDIRECTS = [
  { from: '/latest/:slug*', to: '/app/:slug*' },
  { from: '/old/', to: '/older' },
  { from: '/older', to: '/latest/forms' },
  { from: '/app/part', to: '/app/forms#part' },
  { from: '/loop', to: '/loop' },
]

function findPage(address: string, from = 'index.md'): string | undefined {
  const pages = namePages(FILES).names.map((name) => ({
    ...name,
    slug: undefined,
    named: name.file,
  }))
  const rules = { folder: '/somewhere/folder', cutsNumbers: true, redirects: REDIRECTS }
  return findRoutes(pages, LINKS, rules).find(address, from)?.page
}

test('find() follows site-absolute links below the mount that most of them share', () => {
  expect(findPage('/docs/app/forms')).toBe('app/forms.md')
  expect(findPage('/docs/app/')).toBe('app/index.md')
  expect(findPage('/app/css.html')).toBe('app/css.md')
  expect(findPage('/docs')).toBe('index.md')
})

test('find() takes no prefix for a mount that only happens to fit', () => {
  expect(findPage('/news/blog')).toBeUndefined()
})

test('find() follows relative links by file and by address', () => {
  expect(findPage('./03-css.mdx', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(findPage('css', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(findPage('../css', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(findPage('../../../etc', '01-app/02-forms.mdx')).toBeUndefined()
})

test('find() follows redirects of the site to pages, but not to their parts', () => {
  expect(findPage('/latest/forms')).toBe('app/forms.md')
  expect(findPage('/old')).toBe('app/forms.md')
  expect(findPage('../latest/css', '01-app/02-forms.mdx')).toBe('app/css.md')
  for (const address of ['/latest/none', '/app/part', '/loop']) {
    expect(findPage(address)).toBeUndefined()
  }
})
