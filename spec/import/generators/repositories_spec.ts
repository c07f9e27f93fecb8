import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf, readPagesOf } from './importing.ts'

const home = await createHome()

async function importFiles(name: string, files: Readonly<Record<string, string>>, below = '') {
  const [from, to] = await createFolders(join(home, name), files)
  const report = await importFolder(join(from, below), to)
  const notes = report.notes.map(({ what }) => what)
  const losses = report.losses.map(({ what, fix }) => `${what}: ${fix}`)
  return { from, to, report, notes, losses, pages: (await readPagesOf(to)).map(({ path }) => path) }
}

verifies(
  ['import.repositories', 'import.never_silent'],
  'importDocs() takes the folder of documentation of a repository, not its fixtures and examples',
  async () => {
    const page = (name: string) => `# ${name}\n\nText of ${name}.\n`
    const { notes, pages } = await importFiles('plain', {
      'package.json': '{ "name": "@kettle/root" }',
      'README.md': page('Kettle'),
      'tests/fixtures/docs/book.toml': '[book]\n',
      'tests/fixtures/docs/src/SUMMARY.md': '- [A](a.md)\n',
      'tests/fixtures/docs/src/a.md': page('Fixture'),
      'tests/pages/a.html': '<h1>A</h1>',
      'tests/pages/b.html': '<h1>B</h1>',
      'site/content/docs/02-pour.md': page('Pour'),
      'site/content/docs/01-boil/01-heat.md': `---\ntitle: {#if hot}\n---\n\nSee [pour](pour).\n`,
      'site/content/docs/01-boil/02-wait.md': `---\ntitle: bind:\n---\n\nWait, then [x](heat).\n`,
      'guide/one.md': page('One'),
      'guide/two.md': page('Two'),
    })
    expect(pages).toEqual(['boil/heat', 'boil/wait', 'pour'])
    expect(notes).toContain(
      'of this repository, the folder "site/content/docs" is imported; guide hold about as much',
    )
    expect(notes).toContain(
      'files that may be pages are no part of the documentation: README.md, 2 in "guide/", ' +
        '2 in "tests/fixtures/"',
    )
  },
)

verifies(
  'import.repositories',
  'importDocs() takes titles with braces, order and links of numbered folders',
  async () => {
    const { to, losses } = await importFiles('numbered', {
      '02-zest/index.md': '---\ntitle: The zest\n---\n\nAll of it.\n',
      '02-zest/01-peel.md': '---\ntitle: {@html}\n---\n\nSee [heat](heat).\n',
      '01-getting-started/02-heat.md': '---\ntitle: bind:\n---\n\nSee [peel](peel#top).\n',
      '01-getting-started/01-wait.md': '# Wait\n\nWait.\n',
    })
    expect(losses).toEqual([])
    const read = (path: string) => readFile(join(to, 'pages', path), 'utf8')
    expect(await read('_folder.yaml')).toBe('order:\n  - getting-started\n  - zest\n')
    expect(await read('getting-started/_folder.yaml')).toBe(
      'title: Getting started\norder:\n  - wait\n  - heat\n',
    )
    expect(await read('getting-started/heat.md')).toContain('title: "bind:"\n')
    expect(await read('getting-started/heat.md')).toContain('[peel](../zest/peel.md)')
    expect(await read('zest/peel.md')).toContain('title: "{@html}"\n')
  },
)

verifies(
  'import.markdown_titles',
  'importDocs() names pages by level 1, the menu or the file, and never by a section',
  async () => {
    const banner = '<h1 align="center">Kettle</h1>\n\n'
    const { from, to, pages, report } = await importFiles('titles', {
      'README.md': `${banner}All of it.\n`,
      'boil-water.md': `${banner}## Examples\n\nBoil it.\n`,
      'iOS-app.md': `${banner}# The app\n\nText.\n`,
      'v1.2/README.md': `${banner}Text.\n`,
      'front.md': '---\ntitle: Front\n---\n\n## Examples\n\nText.\n',
      'pour.md': '## Pour\n\nPour.\n',
      'SUMMARY.md':
        '* [Home](README.md)\n* [Boiling](boil-water.md)\n* [App](iOS-app.md)\n' +
        '* [](v1.2/README.md)\n* [F](front.md)\n* [](pour.md)\n',
    })
    expect(pages).toEqual(['', 'boil-water', 'front', 'iOS-app', 'pour', 'v1.2'])
    const texts = pages.map(async (path) => {
      const file = ['', 'v1.2'].includes(path) ? join(path, 'index.md') : `${path}.md`
      const [, title, body] =
        /title: (.*)\n[\s\S]*\n---\n\n([\s\S]*)\n/.exec(
          await readFile(join(to, 'pages', file), 'utf8'),
        ) ?? []
      return `${title}: ${body?.replaceAll('\n\n', ' ')}`
    })
    expect(await Promise.all(texts)).toEqual([
      'Kettle: All of it.',
      'Boiling: ## Examples Boil it.',
      'Front: ## Examples Text.',
      'The app: Text.',
      'Pour: Pour.',
      'V1.2: Text.',
    ])
    expect(report.notes.map(({ file, what }) => [file, what])).toContainEqual([
      join(from, 'README.md'),
      'the heading "Kettle" is around the text of 4 pages and left out',
    ])
  },
)

verifies(
  ['pages.language', 'import.generators'],
  'importDocs() takes one language of files that are named after theirs, and tells it by the text',
  async () => {
    const german = 'Das ist der Text, und er wird hier von uns nicht noch einmal erklärt. '.repeat(
      4,
    )
    const { report, pages, notes } = await importFiles('suffixes', {
      'a.de.md': `# A\n\n${german}\n`,
      'a.fr.md': '# A\n\nTexte.\n',
      'b.de.md': `# B\n\n${german}\n`,
      'c.cs.md': '# C\n\nText.\n',
    })
    expect([pages, report.product?.language]).toEqual([['a', 'b', 'c.cs'], 'de'])
    expect(notes).toContain('the language "de" is imported, and fr left out')
    // The text says what a name without a language is in, and whether one ends in a language.
    const english = 'This is what you should read about the ids of it, before you begin. '.repeat(5)
    const names = await importFiles('names', {
      'README.de.md': '# A\n\nText.\n',
      'README.md': `# A\n\n${'这是文档的说明，请先阅读。'.repeat(20)}\n`,
      'b.md': `# B\n\n${'这是第二页的说明。'.repeat(20)}\n`,
    })
    expect([names.pages, names.report.product?.language]).toEqual([['', 'b'], 'zh'])
    const ids = await importFiles('ids', { 'use.md': '# A\n\nText.\n', 'use.id.md': english })
    expect(ids.pages).toEqual(['use', 'use.id'])
    const alone = await importFiles('german', { 'a.md': `# A\n\n${german}\n` })
    expect(alone.report.product?.language).toBe('de')
  },
)

verifies(
  ['import.repositories', 'import.never_silent'],
  'importDocs() says once which folder to import for what lies above it',
  async () => {
    const { from, notes, losses } = await importFiles(
      'above',
      {
        'docs/.vitepress/config.js': 'export default {}\n',
        'docs/guide/a.md': '# A\n\n<!--@include: ../parts/b.md-->\n\nText.\n',
        'docs/guide/.vitepress/config.js': 'export default { title: "Kettle" }\n',
        'docs/guide/c.md': '# C\n\n<!--@include: ../parts/c.md-->\n\nText.\n',
        'docs/plain/d.md': '# D\n\nText.\n',
      },
      'docs/guide',
    )
    expect(losses).toEqual([
      '2 includes lead out of the imported folder and stay as written: ../parts/b.md, ' +
        `../parts/c.md: import ${join(from, 'docs')}, which holds both`,
    ])
    expect(notes).toEqual([])
    const to = join(home, 'above/plain')
    const plain = await importFolder(join(from, 'docs/plain'), to)
    expect(plain.notes.map(({ what }) => what)).toEqual([
      `the documentation is set up above the imported folder, by "../.vitepress/config.js"`,
    ])
  },
)

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>\n'

verifies(
  ['import.repositories', 'import.face', 'import.never_silent'],
  'importDocs() takes generated menus, cards, logo, links and accent of Docusaurus',
  async () => {
    const { to, notes, losses } = await importFiles('docusaurus', {
      'website/docusaurus.config.js': `module.exports = {
  title: 'Kettle', tagline: 'Hot water', favicon: 'img/icon.svg',
  presets: [['classic', { docs: { path: '../docs', sidebarPath: './sidebars.js',
    editUrl: 'https://example.org/edit/' }, theme: { customCss: './src/site.css' } }]],
  themeConfig: {
    navbar: { logo: { src: 'img/logo.svg' }, items: [
      { to: 'docs/brew', label: 'Brew' }, { to: '/blog', label: 'Blog' },
      { type: 'doc', docId: 'guide/pour', label: 'Pour' },
      { label: 'More', items: [{ href: 'https://example.org/', label: 'Elsewhere' }] } ] },
  },
}\n`,
      'website/sidebars.js': `const more = [['brew'], [{ type: 'autogenerated', dirName: 'guide' }]]
module.exports = { main: [...more.flat(), false && 'none', make()].filter(Boolean) }\n`,
      'website/static/img/logo.svg': SVG,
      'website/static/img/icon.svg': SVG,
      'website/src/pages/index.js': 'export default () => null\n',
      'website/src/site.css': ':root { --ifm-color-primary: #fc0; } /* { */\n',
      'docs/brew.md': '# Brew\n\nHot.\n\n![Logo](/img/logo.svg)\n',
      'docs/guide/pour.md': '# Pour\n\nPour.\n',
      'docs/guide/late/index.mdx':
        '---\nsidebar_position: 1\nsidebar_label: Late ones\n---\n\n# Late\n\n' +
        "import DocCardList from '@theme/DocCardList'\n\n<DocCardList />\n",
      'docs/guide/late/sip.md': '# Sip\n\nSip.\n',
      'docs/guide/no-title/wait.md': '# Wait\n\nWait.\n',
    })
    const read = (path: string) => readFile(join(to, path), 'utf8')
    expect(await read('pages/_folder.yaml')).toBe(
      'order:\n  - docs/brew\n  - docs/guide/late\n  - docs/guide/no-title\n  - docs/guide/pour\n',
    )
    expect(await readBodyOf(to, 'index.md')).toContain('Hot water\n\n- [Brew](docs/brew.md)\n')
    expect(await read('pages/docs/guide/late/_folder.yaml')).toBe(
      'title: Late ones\norder:\n  - sip\n',
    )
    expect(await read('pages/docs/guide/no-title/_folder.yaml')).toContain('title: No title\n')
    expect(await readBodyOf(to, 'docs/guide/late/index.md')).toContain('- [Sip](sip.md)\n')
    const registry = await read('registry.yaml')
    expect(registry.slice(registry.indexOf('theme:'))).toBe(
      'theme:\n  logo:\n    light: brand/logo.svg\n    title: false\n' +
        '  favicon: brand/icon.svg\n  accent:\n    light: "#7f6500"\n  header:\n' +
        '    - title: Brew\n      url: /docs/brew/\n' +
        '    - title: Pour\n      url: /docs/guide/pour/\n' +
        '    - title: Elsewhere\n      url: https://example.org/\npackages: {}\n',
    )
    expect(await read('brand/logo.svg')).toBe(SVG)
    expect(notes).toEqual([
      'links of the header lead to no imported page, or are more than 12: Blog',
      'pages were edited at "https://example.org/edit/", by their paths in the source',
      'style sheets are not copied: website/src/site.css',
    ])
    expect(losses.map((loss) => loss.replace(/:.*/, ''))).toEqual([
      'a part of the menu is computed by a program that is not run',
      'the home page of the site is a program and is not run',
    ])
  },
)

verifies(
  ['import.generators', 'import.repositories'],
  'importDocs() takes pages, order and titles of Nextra from its _meta files',
  async () => {
    const { to, report, pages } = await importFiles('nextra', {
      'next.config.mjs':
        "import nextra from 'nextra'\nconst use = nextra({ search: true })\n" +
        "export default use({ i18n: { locales: ['en', 'fr'], defaultLocale: 'en' } })\n",
      'content/en/_meta.js':
        "export default { index: 'Home', zest: '', guide: { title: 'The guide' }, " +
        "away: { title: 'Away', href: 'https://example.org' } }\n",
      'content/en/guide/_meta.ts': "export default { '*': {}, pour: 'Pour it' }\n",
      'content/en/index.mdx': '# Kettle\n\nHello.\n',
      'content/en/zest.mdx': '# Zest\n\nText.\n',
      'content/en/guide/index.mdx': '# Guide\n\nText.\n',
      'content/en/guide/pour.mdx': '# Pour\n\nText.\n',
      'content/en/guide/boil.mdx': '# Boil\n\nText.\n',
      'content/fr/index.mdx': '# Bouilloire\n\nBonjour.\n',
    })
    expect(report.generator).toBe('Nextra')
    expect(pages).toEqual(['', 'guide', 'guide/boil', 'guide/pour', 'zest'])
    const read = (path: string) => readFile(join(to, 'pages', path), 'utf8')
    expect(await read('_folder.yaml')).toBe(
      'order:\n  - title: Home\n    page: index\n  - zest\n  - guide\n  - title: Away\n' +
        '    link: https://example.org\n',
    )
    expect(await read('guide/_folder.yaml')).toBe(
      'title: The guide\norder:\n  - boil\n  - title: Pour it\n    page: pour\n',
    )
  },
)
