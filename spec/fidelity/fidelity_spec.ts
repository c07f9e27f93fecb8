import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolders } from '../import/generators/importing.ts'
import { DOCUSAURUS, MINTLIFY, STARLIGHT, VITEPRESS } from '../import/generators/sidebars/sites.ts'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { measureFidelity } from './measure.ts'

type Fixture = {
  readonly generator: string
  readonly files: string | Readonly<Record<string, string>>
  /** What the second reader must find at least: one that reads nothing would lose nothing. */
  readonly least: { readonly words: number; readonly code: number; readonly includes: number }
}

const FIXTURES: readonly Fixture[] = [
  { generator: 'Docusaurus', files: DOCUSAURUS, least: { words: 20, code: 0, includes: 1 } },
  { generator: 'GitBook', files: 'gitbook', least: { words: 80, code: 5, includes: 2 } },
  { generator: 'mdBook', files: 'mdbook', least: { words: 50, code: 6, includes: 14 } },
  { generator: 'Mintlify', files: MINTLIFY, least: { words: 15, code: 0, includes: 1 } },
  { generator: 'MkDocs', files: 'mkdocs', least: { words: 200, code: 6, includes: 26 } },
  {
    generator: 'MkDocs',
    files: 'mkdocs/content_fixture',
    least: { words: 40, code: 0, includes: 1 },
  },
  { generator: 'Starlight', files: STARLIGHT, least: { words: 5, code: 0, includes: 0 } },
  { generator: 'VitePress', files: VITEPRESS, least: { words: 15, code: 2, includes: 4 } },
]

const home = await mkdtemp(join(tmpdir(), 'lectern-fixtures-'))
afterAll(() => rm(home, { recursive: true, force: true }))

async function findFolder({ generator, files }: Fixture): Promise<string> {
  if (typeof files === 'string') {
    return join(ROOT, 'spec/import/generators', files.includes('/') ? files : `${files}/fixture`)
  }
  const [folder] = await createFolders(join(home, generator), files)
  return folder
}

for (const fixture of FIXTURES) {
  const { generator, files, least } = fixture
  const named = typeof files === 'string' && files.includes('/') ? ` in ${files}` : ''
  verifies(
    'import.nothing_lost',
    `of the fixture of ${generator}${named}, everything is on the served pages or in the report`,
    async () => {
      const { losses, tallies, ...measured } = await measureFidelity({
        from: await findFolder(fixture),
        isPreview: true,
      })
      expect(losses.map(({ unit, what }) => `${unit.file}:${unit.line} ${what}`)).toEqual([])
      expect(measured.generator).toBe(generator)
      expect(measured.isUntouched).toBe(true)
      expect(measured.silentLinks).toEqual([])
      expect(measured.unread).toBe(0)
      expect(tallies.prose.source).toBeGreaterThanOrEqual(least.words)
      expect(tallies.code.source).toBeGreaterThanOrEqual(least.code)
      expect(tallies.include.source).toBeGreaterThanOrEqual(least.includes)
    },
  )
}

verifies(
  ['import.nothing_lost', 'import.never_silent'],
  'what lies outside a source, or behind a link in it, is not read, and each is in the report',
  async () => {
    const [from] = await createFolders(join(home, 'links'), {
      'book.toml': '[book]\ntitle = "Links"\n',
      'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n',
      'src/one.md': '# One\n\nWords.\n\n{{#include ../../secret.txt}}\n\n{{#include near.txt}}\n',
    })
    await writeFile(join(home, 'links/secret.txt'), 'A secret.\n')
    await symlink('../../secret.txt', join(from, 'src/near.txt'))
    await symlink('one.md', join(from, 'src/two.md'))
    await symlink('../src', join(from, 'src/loop'))
    await symlink('nowhere', join(from, 'src/dangling.md'))
    const { report, losses, tallies, ...measured } = await measureFidelity({
      from,
      isPreview: true,
    })
    const { isUntouched, links, silentLinks } = measured
    expect([isUntouched, links.length, silentLinks, losses]).toEqual([true, 4, [], []])
    expect([tallies.include.source, tallies.include.reported]).toEqual([2, 2])
    expect(report.pages).toBe(1)
    expect(report.losses.map(({ what }) => what).join('\n')).not.toContain('A secret')
  },
)

verifies(
  'import.nothing_lost',
  'an imported page that was read nowhere in the source is counted, also beside a reported one',
  async () => {
    const [from] = await createFolders(join(home, 'unread'), {
      'book.toml': '[book]\ntitle = "Tea"\n',
      'src/SUMMARY.md': '- [Tea](tea.md)\n',
      'src/tea.md': '# Tea\n\nWords.\n',
      'src/pot.md': '# Pot\n',
      'docs/pot.md': '# Another pot\n',
    })
    // A reader of another folder than that of the book.
    const { unread, pages } = await measureFidelity({ from, generator: 'MkDocs', isPreview: true })
    expect(pages).toEqual({ source: 1, imported: 0, reported: 1, leftOut: 0 })
    expect(unread).toBe(1)
  },
)
