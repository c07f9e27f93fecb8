import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  createFolders,
  createHome,
  importFolder,
  NOW_MS,
  readBodyOf,
  readPagesOf,
} from './importing.ts'

const home = await createHome()

type Row = {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly marker: string
  /** With `@` where the folder is. */
  readonly command: string
  readonly site: string
}

const PAGE = { 'docs/content/a.md': '# A\n' }
const SOURCES: readonly Row[] = [
  {
    name: 'Sphinx',
    files: {
      'conf.py': 'x = 1\n',
      'docs/conf.py': "project = 'Tea'\n",
      'docs/index.rst': 'A\n=\n',
    },
    marker: 'docs/conf.py',
    command: 'sphinx-build -b html @/docs @/out',
    site: '@/out',
  },
  {
    name: 'MyST',
    files: { 'docs/myst.yml': 'version: 1\n', ...PAGE },
    marker: 'docs/myst.yml',
    command: 'cd @/docs && myst build --html',
    site: '@/docs/_build/html',
  },
  {
    name: 'Jupyter Book',
    files: {
      'docs/_toc.yml': 'format: jb-book\nroot: a\n',
      'docs/_config.yml': 'title: A\n',
      ...PAGE,
    },
    marker: 'docs/_toc.yml',
    command: 'jupyter-book build @/docs',
    site: '@/docs/_build/html',
  },
  {
    name: 'Hugo',
    files: { 'docs/hugo.toml': "title = 'A'\n", ...PAGE },
    marker: 'docs/hugo.toml',
    command: 'hugo --source @/docs',
    site: '@/docs/public',
  },
  {
    name: 'Hugo',
    files: { 'docs/config.yaml': 'baseURL: https://tea.example/\n', ...PAGE },
    marker: 'docs/config.yaml',
    command: 'hugo --source @/docs',
    site: '@/docs/public',
  },
  {
    name: 'Jekyll',
    files: { 'docs/_config.yml': 'theme: minima\n', 'docs/a.md': '# A\n\n{{ page.title }}\n' },
    marker: 'docs/_config.yml',
    command: 'cd @/docs && bundle exec jekyll build',
    site: '@/docs/_site',
  },
  {
    name: 'Jekyll',
    files: {
      'docs/_config.yml': 'theme: minima\n',
      'docs/_layouts/page.html': '{{ content }}\n',
      'docs/a.md': '# A\n',
    },
    marker: 'docs/_config.yml',
    command: 'cd @/docs && bundle exec jekyll build',
    site: '@/docs/_site',
  },
  {
    name: 'Jekyll',
    files: { '_config.yml': 'title: A\n', 'a.md': '# A\n\nBoil.\n{: .note}\n' },
    marker: '_config.yml',
    command: 'cd @ && bundle exec jekyll build',
    site: '@/_site',
  },
  {
    name: 'docfx',
    files: {
      'docs/docfx.json': '{ "metadata": [{ "dest": "api" }], "build": { "dest": "../site" } }',
      'docs/a.md': '# A\n',
    },
    marker: 'docs/docfx.json',
    command: 'docfx build @/docs/docfx.json',
    site: '@/site',
  },
  {
    name: 'Antora',
    files: { 'antora-playbook.yml': 'site: {}\n', 'docs/antora.yml': 'name: tea\n' },
    marker: 'antora-playbook.yml',
    command: 'cd @ && npx antora antora-playbook.yml',
    site: '@/build/site',
  },
  {
    name: 'AsciiDoc',
    files: { 'a.adoc': '= A\n', 'b.adoc': '= B\n', 'README.md': '# C\n' },
    marker: '',
    command: "asciidoctor -R @ -D @/out '@/**/*.adoc'",
    site: '@/out',
  },
]

for (const [at, { name, files, marker, command, site }] of SOURCES.entries()) {
  verifies(
    'import.built_sites',
    `importDocs() names the command that builds a folder of ${name} (${marker || 'its files'})`,
    async () => {
      const [from, to] = await createFolders(join(home, String(at)), files)
      const refused = await importDocs({ from, to, nowMs: NOW_MS })
      const fillIn = (text: string) => text.replaceAll('@', from)
      expect(refused).toMatchObject({
        error: [
          {
            file: join(from, marker),
            what: `the folder is the source of a ${name} site, whose pages only ${name} can make`,
            fix:
              `build it with \`${fillIn(command)}\`, ` +
              `then import the site: \`lectern import ${fillIn(site)}\``,
          },
        ],
      })
      expect(await readdir(to).catch(() => [])).toEqual([])
    },
  )
}

verifies(
  'import.built_sites',
  'importDocs() reads Markdown beside a conf.py or config.yaml of another program',
  async () => {
    const [from, to] = await createFolders(join(home, 'others'), {
      'conf.py': 'DEBUG = True\n',
      'config.yaml': 'port: 80\n',
      'content/a.md': '# A\n',
    })
    const { generator } = await importFolder(from, to)
    expect(generator).toBe('Markdown')
  },
)

verifies(
  'import.built_sites',
  'importDocs() reads a folder that Jekyll only gives a theme as plain Markdown',
  async () => {
    const [from, to] = await createFolders(join(home, 'theme'), {
      '_config.yml': 'theme: jekyll-theme-minimal\n',
      'index.md': '# Kettle\n\nRead [tea](guide/tea.md).\n',
      'guide/tea.md':
        '---\ntitle: Tea\ndescription: How to make it.\nlayout: default\nnav_order: 2\n' +
        'permalink: /brew/\n---\n\nUse `{{ x }}`.\n',
    })
    const { generator, losses, notes } = await importFolder(from, to)
    expect([generator, losses]).toEqual(['Markdown', []])
    expect(notes.map(({ what }) => what)).toEqual([
      'the front matter key "layout" of this page is dropped',
      'the front matter key "nav_order" of this page is dropped',
    ])
    const tea = (await readPagesOf(to)).find(({ path }) => path === 'guide/tea')
    expect([tea?.record.title, tea?.redirectFrom]).toEqual(['Tea', ['brew']])
    expect(await readBodyOf(to, 'index.md')).toBe('\nRead [tea](guide/tea.md).\n')
  },
)
