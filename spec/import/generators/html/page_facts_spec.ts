import { expect } from 'bun:test'
import { join, relative } from 'node:path'
import { formatProblem } from '../../../../app/contract/problem.ts'
import { importDocs } from '../../../../app/import/corpus/mod.ts'
import { verifies } from '../../../requirements/verifies.ts'
import {
  createFolders,
  createHome,
  importFolder,
  NOW_MS,
  readBodyOf,
  readPagesOf,
} from '../importing.ts'

const home = await createHome()

async function importFiles(name: string, files: Readonly<Record<string, string>>, wishes = {}) {
  const [from, to] = await createFolders(join(home, name), files)
  const result = await importDocs({ from, to, nowMs: NOW_MS, ...wishes })
  if (!result.ok) throw new Error(result.error.map(formatProblem).join('\n'))
  const notes = result.value.notes.map(({ file, what }) => `${relative(from, file)}: ${what}`)
  const pages = await readPagesOf(to)
  return { from, to, notes, losses: result.value.losses, pages }
}

const page = (title: string, more = '') =>
  `<main><h1>${title}</h1><p>Text of ${title} with some words.</p>${more}</main>`

verifies(
  'import.generated_pages',
  'importDocs() leaves out what a generator adds for its own site, a line for each kind',
  async () => {
    const links = ['a', 'b'].map((name) => `<a href="/${name}.html">${name}</a>`).join(' ')
    const { notes, pages } = await importFiles('generated', {
      'index.html': page('Start'),
      'guide/search.html': page('How we search'),
      'genindex.html': page('Index'),
      'py-modindex.html': page('Modules'),
      'genindex-A.html': page('A'),
      'genindex-B.html': page('B'),
      '_modules/kettle.html': page('Code'),
      '_static/frame.html': page('Frame'),
      '404.html': page('Not found'),
      'tags/hot/index.html': `<main><h1>Hot</h1>${links}</main>`,
      'tags/use.html': page('How to use tags'),
      'moved.html': '<script>window.location.replace("guide/search.html")</script>',
      'gone.html': '<p>You should have been redirected. <a href="index.html">Go on</a></p>',
      'empty.html': '<main><img src="x.png"></main>',
    })
    expect(notes).toEqual([
      '404.html: 1 page is left out (pages for searching, printing and errors): "404.html"',
      '_modules/kettle.html: 1 page is left out (listings of source code): "_modules/kettle.html"',
      '_static/frame.html: 1 page is left out (files of the theme): "_static/frame.html"',
      'genindex-A.html: 4 pages are left out (indexes of names): "genindex-A.html", ' +
        '"genindex-B.html", "genindex.html" and 1 more',
      'tags/hot/index.html: 1 page is left out (lists of tags, months and authors): ' +
        '"tags/hot/index.html"',
    ])
    const moved = pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])
    expect(moved).toContainEqual(['', 'gone.html'])
    expect(moved).toContainEqual(['guide/search', 'guide/search.html', 'moved.html'])
  },
)

verifies(
  'import.generated_pages',
  'importDocs() imports a site that says "noindex" everywhere, and says so',
  async () => {
    const hidden = '<head><meta name="robots" content="noindex"></head>'
    const { notes, pages } = await importFiles('staging', {
      'index.html': hidden + page('Start'),
      'a.html': hidden + page('A'),
    })
    expect(pages).toHaveLength(2)
    expect(notes).toEqual(['a.html: 2 of 2 pages say "noindex" and are imported all the same'])
  },
)

verifies(
  'import.generated_pages',
  'importDocs() reads a file of more than 2 MiB, and says whose text is too long for a page',
  async () => {
    const large = `<!-- ${'x'.repeat(3 * 1024 * 1024)} -->${page('Manual')}`
    const long = `<main><h1>All</h1>${`<p>${'word '.repeat(20_000)}</p>`.repeat(21)}</main>`
    const { pages, losses } = await importFiles('large', { 'index.html': large, 'all.html': long })
    expect(pages.map(({ path }) => path)).toEqual([''])
    expect(losses.map(({ what }) => what)).toEqual([
      'the text of the page has 2100026 bytes, more than 1992294, and is left out',
    ])
  },
)

verifies(
  'import.page_facts',
  'importDocs() takes the day of the last change from where a page says it',
  async () => {
    const box = '<div class="page-meta">Last updated on <b>March 4, 2025</b> by A</div>'
    const json = '<script type="application/ld+json">{"dateModified":"2023-05-06T07:00Z"}</script>'
    const url = (path: string, day: string) =>
      `<url><loc>https://k.example/docs/${path}</loc><lastmod>${day}</lastmod></url>`
    const { to, pages } = await importFiles('dates', {
      'index.html': page('Start', box),
      'a.html': page('A', '<p>Modified: <time datetime="2024-02-03T10:00">last week</time></p>'),
      'b.html': page('B', json),
      'c.html': page('C', '<p>Updated 2020-01-02</p><p>Updated 2021-01-02</p>'),
      'd.html': page('D', '<p>This page was last modified on 5 Jan 2022.</p>'),
      'e.html': page('E'),
      'sitemap.xml': url('c', '2021-09-08') + url('e.html', '2020-10-11T00:00Z'),
    })
    const days = Object.fromEntries(pages.map(({ path, record }) => [path, record.updated]))
    expect(days).toEqual({
      '': '2025-03-04',
      a: '2024-02-03',
      b: '2023-05-06',
      c: '2021-09-08',
      d: '2022-01-05',
      e: '2020-10-11',
    })
    expect(await readBodyOf(to, 'index.md')).not.toContain('Last updated')
    expect(await readBodyOf(to, 'd.md')).toContain('This page was last modified on 5 Jan 2022.')
  },
)

verifies('import.page_facts', 'the day on which a whole site was built is no date', async () => {
  const box = '<footer>Last updated on Mar 4, 2025</footer>'
  const names = ['index', 'a', 'b', 'c']
  const files = Object.fromEntries(names.map((each) => [`${each}.html`, page(each, box)]))
  const { pages } = await importFiles('built', files)
  expect(pages.map(({ record }) => record.updated)).toEqual(names.map(() => '2026-03-04'))
})

verifies(
  'import.page_facts',
  'a loss names the source to which "Edit this page" leads',
  async () => {
    const edit = 'https://git.example/o/r/-/edit/main/docs/a.md?plain=1'
    const [from, to] = await createFolders(join(home, 'edit'), {
      'index.html': page('Start', '<p><a href="none.html">None</a></p>'),
      'a.html': page(
        'A',
        `<p><a href="none.html">None</a></p>\n<a href="${edit}">Edit this page</a>`,
      ),
      'b.html': page('B', '<a href="https://github.com/o/r/blob/main/x.py">The code</a>'),
    })
    const { losses, notes } = await importFolder(from, to)
    expect(losses.map(({ file, fix }) => [file, fix.split('; ')[1]])).toEqual([
      [
        'https://git.example/o/r/-/edit/main/docs/a.md',
        `it is in line 1 of ${join(from, 'a.html')}`,
      ],
      [join(from, 'index.html'), undefined],
    ])
    expect(await readBodyOf(to, 'a.md')).not.toContain('Edit')
    expect(await readBodyOf(to, 'b.md')).toContain('[The code](https://github.com')
    expect(notes.map(({ what }) => what)).toEqual([
      'links to the source, such as "Edit this page", are around the text of 1 page and left out',
    ])
  },
)

const EDITIONS = {
  'index.html': '<meta http-equiv="refresh" content="0; url=./en/">',
  'en/latest/index.html': page('Latest'),
  'en/latest/a.html': page('Latest A'),
  'en/1.2/index.html': page('Old'),
  'en/1.2/a.html': page('Old A'),
  'en/2.0/index.html': page('New'),
  'de/latest/index.html': page('Neu'),
}

verifies(
  'import.generators',
  'importDocs() imports one of several folders of versions and languages',
  async () => {
    const first = await importFiles('editions', EDITIONS)
    expect(first.pages.map(({ record }) => record.title)).toEqual(['Latest', 'Latest A'])
    expect(first.notes).toEqual([
      'en: the version "latest" is imported, and 2.0, 1.2 left out',
      'index.html: the language "en" is imported, and de left out',
    ])
    const old = await importFiles('old', EDITIONS, { version: '1.2' })
    expect(old.pages.map(({ record }) => record.title)).toEqual(['Old', 'Old A'])
    const german = await importFiles('german', EDITIONS, { language: 'de' })
    expect(german.pages.map(({ record }) => record.title)).toEqual(['Neu'])
    const none = await importFiles('none', { 'index.html': page('A') }, { version: '9' })
    expect(none.losses.map(({ what }) => what)).toEqual([
      'the folder has no versions, and "9" is not found in it',
    ])
  },
)

verifies(
  'import.generators',
  'importDocs() imports one of several versions in a folder beside the rest of the site',
  async () => {
    const files = {
      'index.html': page('Home'),
      'blog/2024/a.html': page('Post'),
      'blog/2025/b.html': page('Other post'),
      'docs/v1/old.html': page('Old'),
      'docs/v2/a.html': page('Two A'),
      'docs/v3/a.html': page('Three A'),
      'docs/v3/b.html': page('Three B'),
    }
    const { notes, pages } = await importFiles('beside', files)
    const titles = pages.map(({ record }) => record.title)
    expect(titles.toSorted()).toEqual(['Home', 'Other post', 'Post', 'Three A', 'Three B'])
    expect(notes).toContain('docs: the version "v3" is imported, and v2, v1 left out')
    const second = await importFiles('second', files, { version: 'v2' })
    expect(second.pages.map(({ record }) => record.title)).toContain('Two A')
  },
)

verifies('import.generators', 'folders with other pages are no versions of a site', async () => {
  const { pages } = await importFiles('parts', {
    'index.html': page('Start'),
    'v1/a.html': page('A'),
    'v2/b.html': page('B'),
    'it/c.html': page('C'),
    'no/d.html': page('D'),
  })
  expect(pages).toHaveLength(5)
})

verifies('import.never_silent', 'a website without a page does not ask for Markdown', async () => {
  const [from, to] = await createFolders(join(home, 'empty'), { 'index.html': '<main></main>' })
  const result = await importDocs({ from, to, nowMs: NOW_MS })
  expect(result.ok ? [] : result.error.map(({ what }) => what)).toEqual([
    'no page of the website can be imported',
  ])
})
