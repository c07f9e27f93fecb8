import { afterAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { createFolders } from '../../import/generators/importing.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  buildOrThrow,
  manifestOf,
  NOW_MS,
  newFolder,
  removeFolders,
  textOf,
} from '../../support/building.ts'

afterAll(removeFolders)

const REGISTRY = `service: { name: tea, title: Tea }
pages: { kind: guide, capability: documentation }
`

verifies('pages.silent', 'a page shows no date, version or status that says nothing', async () => {
  const { html, twin, version } = await buildSite({
    'registry.yaml': REGISTRY,
    'pages/index.md': '# Tea\n\nIt is hot.\n',
    'pages/dated.md': '---\nupdated: "2026-01-02"\n---\n\n# Dated\n\nIt is old.\n',
  })
  const [index, dated] = [await html(''), await html('dated/')]
  expect(index).not.toContain('<time')
  expect(dated).toContain('<time datetime="2026-01-02">January 2, 2026</time>')
  expect(index).not.toContain('class="version"')
  expect(index).toContain('<li hidden><data class="status cool" value="reference">')
  // Programs compare all of it.
  expect(await twin('')).toMatch(/^updated: "\d{4}-\d\d-\d\d"$/m)
  expect(version).toBe('0.0.0')
})

verifies('pages.silent', '"available" is shown where a page is something else', async () => {
  const capabilities = (other: string) =>
    REGISTRY.replace('documentation', 'tea') +
    `capabilities:
  - { id: tea, title: Tea, description: Hot., status: available }
  - { id: iced, title: Iced, description: Cold., status: ${other} }
`
  const pages = {
    'pages/index.md': '# Tea\n\nIt is hot.\n',
    'pages/iced.md': '---\ncapability: iced\n---\n\n# Iced\n\nIt is cold.\n',
  }
  const alike = await buildSite({ 'registry.yaml': capabilities('available'), ...pages })
  expect(await alike.html('')).toContain('<li hidden><data class="status good"')
  const mixed = await buildSite({ 'registry.yaml': capabilities('not_yet'), ...pages })
  expect(await mixed.html('')).toContain('<li><data class="status good"')
  expect(await mixed.html('iced/')).toContain('<li><data class="status far"')
})

verifies('pages.silent', 'what only announces, and markup, describes no page', async () => {
  const bodies = {
    colon: 'You need one of these things:\n\n- tea\n\nThen pour the water slowly.\n',
    lone: 'You need one of these things:\n\n- tea\n',
    fullwidth: '次のものが必要になります：\n\n- 茶\n\n湯をゆっくり注ぎます。\n',
    jsx: 'import Pot from \'./pot.js\'\n\n<Pot kind="tea" lid />\n\nThis pot keeps tea hot.\n',
  }
  const named = Object.entries(bodies)
  const { html } = await buildSite({
    'registry.yaml': REGISTRY,
    'pages/index.md': '# Tea\n\nIt is hot.\n',
    ...Object.fromEntries(
      named.map(([name, text]) => [`pages/${name}.md`, `# ${name}\n\n${text}`]),
    ),
  })
  const described = named.map(async ([name]) => {
    return /<meta name="description" content="([^"]*)"/.exec(await html(`${name}/`))?.[1]
  })
  expect(await Promise.all(described)).toEqual([
    'Then pour the water slowly.',
    'lone',
    '湯をゆっくり注ぎます。',
    'This pot keeps tea hot.',
  ])
})

verifies(
  ['pages.silent', 'import.whole_corpus'],
  'an import shows no date of its own, and describes an operation by its call',
  async () => {
    const api = {
      openapi: '3.1.0',
      info: { title: 'Tea', version: '1.0' },
      security: [{ key: [] }],
      paths: {
        '/tea': {
          get: { summary: 'List teas' },
          post: { operationId: 'addTea' },
          put: { description: 'Replaces all teas.\n\nSlowly.' },
        },
      },
    }
    const [from, to] = await createFolders(await newFolder(), { 'api.json': JSON.stringify(api) })
    const imported = await importDocs({ from, to, nowMs: NOW_MS })
    expect(imported.ok).toBe(true)
    expect(await readFile(join(to, 'registry.yaml'), 'utf8')).not.toContain('version')
    const distDir = await newFolder()
    await buildOrThrow({ corpusDir: to, distDir })
    const { pages } = await manifestOf(distDir)
    const described = pages.map(({ title, description }) => `${title} | ${description}`)
    expect(described).toContain('List teas | GET /tea: List teas')
    expect(described).toContain('addTea | POST /tea')
    expect(described).toContain('PUT /tea | Replaces all teas.')
    expect(await textOf(distDir, 'index.html')).not.toContain('<time')
    expect(pages[0]?.updated).toBe(new Date(NOW_MS).toISOString().slice(0, 10))
  },
)

async function buildSite(files: Readonly<Record<string, string>>) {
  const [corpusDir] = await createFolders(await newFolder(), files)
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir, distDir })
  const { version } = await manifestOf(distDir)
  return {
    html: (folder: string) => textOf(distDir, `${folder}index.html`),
    twin: (folder: string) => textOf(distDir, `${folder}index.md`),
    version,
  }
}
