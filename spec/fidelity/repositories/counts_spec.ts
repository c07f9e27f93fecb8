import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolders } from '../../import/generators/importing.ts'
import { verifiesLong } from '../../requirements/verifies.ts'
import { countRepository, keepOrder } from './counts.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-repositories-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const page = (title: string) => `# ${title}\n\nText of ${title} alone.\n`

const SIDEBAR = `import { defineConfig } from 'vitepress'
import { icons } from 'not-installed'
export default defineConfig({ markdown: { icons: icons.all() }, themeConfig: { logo: '/logo.svg',
  sidebar: [
    { text: 'Guide', items: [
      { text: 'Overview', link: '/guide/' }, { text: 'B', link: '/guide/b' }] },
    { text: 'More', items: [{ text: 'Again', link: '/guide/b' }, { text: 'A', link: '/a' },
      { text: 'Else', link: 'https://example.org/' }] },
  ] } })
`

verifiesLong(
  ['import.repositories', 'import.face'],
  'importDocs() takes menu, addresses and logo as the configuration of a repository has them',
  async () => {
    const [from] = await createFolders(home, {
      'docs/.vitepress/config.ts': SIDEBAR,
      'docs/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>\n',
      'docs/index.md': page('Front'),
      'docs/a.md': page('A'),
      'docs/guide/index.md': page('Start of it'),
      'docs/guide/b.md': page('B'),
      'playground/x.md': page('X'),
    })
    const { menu, addresses, logo, silent } = await countRepository(from)
    expect([menu, addresses]).toEqual([
      { all: 7, missing: [] },
      { all: 4, missing: [] },
    ])
    expect([logo, silent]).toEqual(['yes', []])
  },
)

test('keepOrder() finds what another menu leaves out, moves or renames', () => {
  const rowsOf = (text: string) => {
    return text.split(' ').map((label) => ({ label, address: label.toLowerCase() }))
  }
  const kept = keepOrder(rowsOf('A B C D'), rowsOf('B A X D'))
  expect([...kept.keys()].map(({ label }) => label)).toEqual(['B', 'D'])
})
