import { afterAll, expect } from 'bun:test'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { importOnce } from '../../import/generators/kept_imports.ts'
import { verifies } from '../../requirements/verifies.ts'
import { buildOrThrow, manifestOf, newFolder, removeFolders } from '../../support/building.ts'
import { undiciDocs } from '../../support/real_input.ts'

afterAll(removeFolders)

// The same for a documentation of 1,396 pages is in `search_long_spec.ts`.
verifies(
  ['search.title_above_description', 'import.titles_found'],
  'search puts a page of imported documentation first for its own title',
  async () => {
    const { corpusDir } = await importOnce(await undiciDocs())
    const distDir = await newFolder()
    await buildOrThrow({ corpusDir, distDir, lock: 'keep' })
    const log = createLog('error', () => {}, Date.now)
    const opened = await openPublicDocs({ distDir, log })
    if (!opened.ok) throw new Error(opened.error)
    const docs = opened.value
    try {
      const { pages } = await manifestOf(distDir)
      const missed = pages.filter(
        ({ id, title }) => docs.current().search(normalizeQuery(title), 1).records[0]?.id !== id,
      )
      expect(pages.length).toBeGreaterThan(35)
      expect(missed.map(({ title }) => title)).toEqual([])
    } finally {
      docs.close()
    }
  },
)
