import { expect } from 'bun:test'
import { join } from 'node:path'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, NOW_MS } from './importing.ts'

const home = await createHome()

const SITES: readonly (readonly [marker: string, text: string])[] = [
  [
    'docusaurus.config.js',
    'module.exports = { presets: [["classic", { docs: { path: "../docs" } }]] }',
  ],
  ['.vitepress/config.js', 'export default { srcDir: "../docs" }'],
  ['mkdocs.yml', 'site_name: Tea\ndocs_dir: ../docs\nnav:\n  - a.md\n'],
  ['book.toml', '[book]\nsrc = "../docs"\n'],
]

for (const [marker, text] of SITES) {
  verifies(
    'import.generators',
    `importDocs() says which folder to import where ${marker} puts pages outside`,
    async () => {
      const below = join(home, marker.replaceAll('/', '-'))
      const [from, to] = await createFolders(below, {
        [`site/${marker}`]: text,
        'site/sidebars.js': 'module.exports = { main: ["a"] }',
        ...(marker === 'book.toml' ? { 'docs/SUMMARY.md': '- [A](a.md)\n' } : {}),
        'docs/a.md': '# A\n',
      })
      const refused = await importDocs({ from: join(from, 'site'), to, nowMs: NOW_MS })
      expect(refused).toMatchObject({
        error: [
          {
            file: join(from, 'site', marker),
            line: 1,
            what: 'the pages are in "../docs", outside the imported folder',
            fix: 'import the folder that holds both',
          },
        ],
      })
      const imported = await importDocs({ from, to, nowMs: NOW_MS })
      expect(imported).toMatchObject({ value: { pages: 1 } })
    },
  )
}
