import { expect, test } from 'bun:test'
import { namePages } from './page_names.ts'
import { findRoutes } from './routes.ts'

const FILES = ['index.md', '01-app/index.md', '01-app/02-forms.mdx', '01-app/03-css.mdx', 'blog.md']
const LINKS = ['/docs/app/forms', '/docs/app/css', '/docs/app', '/news/blog', '/news/other']

function found(address: string, from = 'index.md'): string | undefined {
  const pages = namePages(FILES).names.map((name) => ({ ...name, slug: undefined }))
  return findRoutes(pages, LINKS, '/somewhere/folder').find(address, from)?.page
}

test('find() follows site-absolute links below the mount that most of them share', () => {
  expect(found('/docs/app/forms')).toBe('app/forms.md')
  expect(found('/docs/app/')).toBe('app/index.md')
  expect(found('/app/css.html')).toBe('app/css.md')
  expect(found('/docs')).toBe('index.md')
})

test('find() takes no prefix for a mount that only happens to fit', () => {
  expect(found('/news/blog')).toBeUndefined()
})

test('find() follows relative links by file and by address', () => {
  expect(found('./03-css.mdx', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(found('css', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(found('../css', '01-app/02-forms.mdx')).toBe('app/css.md')
  expect(found('../../../etc', '01-app/02-forms.mdx')).toBeUndefined()
})
