import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ImportReport } from '../../../../app/import/corpus/mod.ts'
import { verifies } from '../../../requirements/verifies.ts'
import {
  createFolders,
  createHome,
  expectLossPlaces,
  importFolder,
  readPagesOf,
} from '../importing.ts'
import { DOCUSAURUS, MINTLIFY, STARLIGHT, VITEPRESS } from './sites.ts'

const home = await createHome()

type ImportedSite = {
  readonly report: ImportReport
  readonly pages: readonly string[]
  readonly read: (path: string) => Promise<string>
  readonly lost: readonly string[]
  readonly notes: readonly string[]
}

async function importSite(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<ImportedSite> {
  const [from, to] = await createFolders(join(home, name), files)
  const report = await importFolder(from, to)
  await expectLossPlaces(report, from)
  return {
    report,
    pages: (await readPagesOf(to)).map(({ path }) => path),
    read: (path) => readFile(join(to, path), 'utf8'),
    lost: report.losses.map(({ file, line, what }) => `${relative(from, file)}:${line} ${what}`),
    notes: report.notes.map(({ what }) => what),
  }
}

const textOf = (page: string) => page.slice(page.indexOf('\n---\n') + 6)

verifies(
  ['import.generators', 'import.redirects', 'import.never_silent'],
  'importDocs() takes sidebars, versions and parts of Docusaurus',
  async () => {
    const { report, pages, read, lost, notes } = await importSite('docusaurus', DOCUSAURUS)
    expect([report.generator, report.product?.title]).toEqual(['Docusaurus', 'Kettle'])
    const below = ['7.0-notes', 'brew', 'guide', 'guide/fill', 'guide/pour']
    expect(pages).toEqual(['', ...below.map((page) => `docs/${page}`)])
    expect(await read('pages/_folder.yaml')).toBe(
      'order:\n  - title: Manual\n    pages:\n      - index\n      - title: Boil\n' +
        '        page: docs/brew\n      - title: Elsewhere\n        link: https://example.org\n' +
        '      - docs/guide\n  - title: News\n    pages:\n      - docs/7.0-notes\n' +
        'tabs:\n  - Manual\n  - News\n',
    )
    expect(await read('pages/docs/guide/_folder.yaml')).toBe(
      'title: The guide\norder:\n  - title: Pour it\n    page: pour\n  - fill\n',
    )
    expect(textOf(await read('pages/docs/guide/fill.md'))).toBe(
      'A part, and [brew](../brew.md#hot).\n\nOr [pour][1].\n\n[1]: pour.md\n\n' +
        '```js title="a.js"\nlet a = 1\n\nlet b = 2\n```\n',
    )
    const pour = await read('pages/docs/guide/pour.md')
    expect([textOf(pour), pour.includes('description: How to pour\n')]).toEqual(['Pour.\n', true])
    expect(await read('redirects.yaml')).toBe(
      '- { from: "/old-part", to: "/docs/brew/#hot" }\n' +
        '- { from: "/blog", to: "https://example.org/" }\n',
    )
    expect(await read('pages/docs/guide/pour.md')).toContain('redirect_from:\n  - /poured\n')
    expect(lost).toEqual([
      'docusaurus.config.ts:1 the redirect of "/gone" to "/nowhere" is left out, because its ' +
        'target is no imported page',
      'versioned_sidebars/version-2-sidebars.json:1 the menu names "absent", which is not a page ' +
        'of the folder',
    ])
    expect(notes).toContain('the version "2" is imported, and 1, current left out')
    expect(notes).toContain('the page is unlisted and is left out')
    expect(notes).toContain('the page is a draft and is left out')
  },
)

verifies(
  ['import.generators', 'import.code_kept', 'import.never_silent'],
  'importDocs() takes sidebars, home page and includes of VitePress',
  async () => {
    const { report, pages, read, lost, notes } = await importSite('vitepress', VITEPRESS)
    expect([report.generator, report.product?.language]).toEqual(['VitePress', 'en-GB'])
    expect(pages).toEqual(['', 'guide', 'guide/code', 'ref/cli'])
    expect(await read('pages/_folder.yaml')).toBe(
      'order:\n  - title: Guide\n    pages:\n      - guide\n      - title: Inner\n' +
        '        pages:\n          - title: Show code\n            page: guide/code\n' +
        '          - ref/cli\n      - title: Away\n        link: https://example.org\n',
    )
    expect(textOf(await read('pages/index.md'))).toBe(
      '::::cards\n:::card [Hot](guide/code.md)\nVery hot.\n:::\n::::\n\nBelow.\n',
    )
    expect(textOf(await read('pages/guide/code.md'))).toBe(
      'Included words.\n\nline two\nline three\n\n<<< ./none.js\n\n' +
        '```ts [Part]\nlet part = 1\n```\n\n' +
        '```js\n<<< ./kept.js\n```\n',
    )
    expect(lost).toContain(
      'en/guide/code.md:7 the include of "./none.js" finds no file; it ' + 'stays as written',
    )
    expect(lost).toContain('en/[id].md:1 the pages that a program makes of this file are left out')
    expect(notes).toContain('the language "en-GB" is imported, and de left out')
  },
)

verifies(
  ['import.generators', 'import.redirects', 'import.never_silent'],
  'importDocs() takes sidebars, hero and files shown as code of Starlight',
  async () => {
    const { report, pages, read, lost, notes } = await importSite('starlight', STARLIGHT)
    expect([report.generator, report.product?.title]).toEqual(['Starlight', 'Pots'])
    expect(pages).toEqual(['', 'guides/first-steps', 'guides/later', 'own/place'])
    expect(await read('pages/_folder.yaml')).toBe('order:\n  - own\n  - guides\n')
    expect(await read('pages/guides/_folder.yaml')).toBe(
      'title: Guides\norder:\n  - later\n  - title: First\n    page: first-steps\n',
    )
    expect(textOf(await read('pages/index.md'))).toBe('Text.\n')
    expect(textOf(await read('pages/own/place.md'))).toBe(
      'See:\n\n```js title="x.js"\nlet x = 1\n```\n',
    )
    expect(await read('pages/guides/later.md')).toContain('redirect_from:\n  - /before\n')
    expect(await read('redirects.yaml')).toBe('- { from: "/v1/:rest*", to: "/guides/:rest*" }\n')
    expect(lost).toEqual([
      'astro.config.mjs:1 the menu names "Made", which is not a page of the folder',
      'astro.config.mjs:1 the menu names "absent", which is not a page of the folder',
    ])
    expect(notes).toContain('the status "New" of the page is not carried over')
    expect(notes).toContain('the language "en" is imported, and fr left out')
  },
)

verifies(
  ['import.generators', 'import.redirects', 'import.never_silent'],
  'importDocs() takes the navigation of Mintlify from all its files',
  async () => {
    const { report, pages, read, lost, notes } = await importSite('mintlify', MINTLIFY)
    expect([report.generator, report.product?.title]).toEqual(['Mintlify', 'Tea'])
    expect(pages).toEqual(['', 'a/one', 'a/two', 'b/three', 'loose'])
    expect(await read('pages/_folder.yaml')).toBe(
      'order:\n  - title: Docs\n    pages:\n      - title: Mixed\n        pages:\n' +
        '          - a/two\n          - title: Three\n            page: b/three\n' +
        '          - title: Deep\n            pages:\n              - a/one\n',
    )
    expect(textOf(await read('pages/a/one.md'))).toBe('a shared part.\n\n`{{name}}`\n')
    expect(await read('redirects.yaml')).toBe('- { from: "/old/:rest*", to: "/a/:rest*" }\n')
    expect(lost).toEqual(['docs.json:1 the menu names "gone", which is not a page of the folder'])
    expect(notes).toContain('the language "en" is imported, and fr left out')
    expect(notes).toContain('the page is hidden and is left out')
    expect(notes).toContain('the status "deprecated" of the page is not carried over')
    expect(notes.join('\n')).toContain('the page of the operation "GET /pets"')
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() takes the order of Mintlify from versions within a tab, and says that it has all',
  async () => {
    const tab = {
      tab: 'Spec',
      versions: [
        { version: 'v2', pages: ['v2/b', 'v2/a'] },
        { version: 'v1', pages: ['v1/a'] },
      ],
    }
    const { read, notes } = await importSite('mintlify-tabs', {
      'docs.json': JSON.stringify({ name: 'Tea', navigation: { tabs: [tab] } }),
      ...Object.fromEntries(['v1/a', 'v2/a', 'v2/b'].map((name) => [`${name}.mdx`, 'Text.\n'])),
    })
    expect(await read('pages/_folder.yaml')).toBe(
      'order:\n  - title: Spec\n    pages:\n      - v2\n      - v1\n',
    )
    expect(await read('pages/v2/_folder.yaml')).toContain('order:\n  - b\n  - a\n')
    expect(notes).toContain('all versions of "Spec" are imported, as it has versions of its own')
  },
)
