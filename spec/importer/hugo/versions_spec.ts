import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importDocs } from '../../../app/importer/mod.ts'
import { measureFidelity } from '../../fidelity/measure.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, NOW_MS, readPagesOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-versions-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const VERSIONS = ['v1.9', 'v1.10', 'v1.11']

const FILES: Readonly<Record<string, string>> = {
  'hugo.yaml':
    'title: Kettle\nparams:\n  latest_stable_version: v1.10\n  versions:\n' +
    VERSIONS.map((each) => `    - version: ${each}\n      url: /docs/${each}/\n`).join(''),
  'content/docs/_index.md': '---\ntitle: All\n---\n\nWords about all of them.\n',
  'content/api/v1.9/a.md': '---\ntitle: Alone\n---\n\nA folder without others beside it.\n',
  ...Object.fromEntries(
    VERSIONS.flatMap((each) => [
      [`content/docs/${each}/_index.md`, `---\ntitle: ${each}\ncascade:\n  tag: ${each}.2\n---\n`],
      [
        `content/docs/${each}/a.md`,
        `---\ntitle: A\n---\n\nThe kettle of ${each} is {{< param tag >}} now.\n`,
      ],
    ]),
  ),
}

const [from, to] = await createFolders(home, FILES)

async function importVersion(version?: string) {
  const folder = join(to, version ?? 'latest')
  const options = version === undefined ? {} : { version }
  const imported = await importDocs({ from, to: folder, nowMs: NOW_MS, ...options })
  if (!imported.ok) throw new Error('not imported')
  const pages = await readPagesOf(folder)
  const { notes, reserved } = imported.value
  return { notes, reserved, paths: pages.map(({ path }) => path) }
}

verifies(
  ['import.generators', 'import.whole_corpus'],
  'importDocs() takes the version of Hugo that is the latest stable one, or the one asked for',
  async () => {
    const latest = await importVersion()
    expect(latest.paths).toEqual(['api/v1.9/a', 'docs/overview', ...pagesOf('v1.10')])
    expect(latest.reserved.map(({ what }) => what)).toEqual([
      'the page is named "docs/overview.md", because the service reserves /docs/',
    ])
    expect(latest.notes.map(({ what }) => what)).toEqual([
      'files that may be pages are no part of the documentation: 4 in "content/docs/"',
      'the version "v1.10" is imported, and v1.11, v1.9 left out',
    ])
    const older = await importVersion('v1.9')
    expect(older.paths).toEqual(['api/v1.9/a', 'docs/overview', ...pagesOf('v1.9')])
  },
)

verifies('import.nothing_lost', 'of one version of Hugo, everything is on the pages', async () => {
  const { losses, tallies, unread } = await measureFidelity({ from, isPreview: true })
  expect([losses, unread]).toEqual([[], 0])
  expect(tallies.prose.source).toBeGreaterThan(15)
})

function pagesOf(version: string): readonly string[] {
  return [`docs/${version}`, `docs/${version}/a`]
}
