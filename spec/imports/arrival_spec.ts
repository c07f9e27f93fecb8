import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolders } from '../import/generators/importing.ts'
import { verifies } from '../requirements/verifies.ts'
import { measureArrival } from './measure.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-arrival-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies('import.right_at_once', 'an import is served and verified as it is', async () => {
  const [from] = await createFolders(home, {
    'LICENSE.txt': 'MIT License\n\nCopyright (c) Somebody\n\nPermission is hereby granted, …\n',
    'site/mkdocs.yml': 'site_name: The Kettle\ntheme:\n  language: ja\n',
    // Each was once answered by another skill, or stood in the way of a route.
    'site/docs/installation.md':
      '# Installation\n\nUp to [the top](#top) or [here](#installation).\n',
    'site/docs/metrics.md': '# Metrics\n\nHow many kettles.\n',
    'site/docs/案内/お湯.md': '# お湯を沸かす\n\n$$\na & b \\\\ c\n$$\n\nやかんに水を入れます。\n',
  })
  const { report, root, pages, unreadable, disagreements } = await measureArrival(from)
  expect([root, pages, unreadable, disagreements]).toEqual([200, 3, [], []])
  const { title, language, license, from: places } = report.product ?? {}
  expect([title, language, license]).toEqual(['The Kettle', 'ja', 'MIT'])
  expect(places).toEqual({
    title: join(from, 'site/mkdocs.yml'),
    language: join(from, 'site/mkdocs.yml'),
    license: join(from, 'LICENSE.txt'),
  })
})
