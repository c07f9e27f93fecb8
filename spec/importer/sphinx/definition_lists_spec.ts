import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-terms-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** The text of a page of MyST that has definition lists. */
async function importPage(name: string, text: string): Promise<string> {
  const pages = { 'a.md': `# A\n\n${text}` }
  return (await importMystPages(join(home, name), pages, ['deflist'])).body
}

verifies(
  'import.prose_kept',
  'importDocs() counts what belongs to a term from the column of its mark',
  async () => {
    const indented = '  Cup\n  : Holds tea.\n\n    More.\n\n  Pot\n  : Holds water.\n\n  Text.\n'
    expect(await importPage('indented', indented)).toBe(
      '\n- **Cup**\n\n  Holds tea.\n\n  More.\n\n- **Pot**\n\n  Holds water.\n\nText.\n',
    )
    expect(await importPage('marks', 'Cup\n  ~ Holds tea.\n\n  Text.\n')).toBe(
      '\n- **Cup**\n\n  Holds tea.\n\nText.\n',
    )
  },
)

verifies(
  'import.prose_kept',
  'importDocs() takes one line on its own for a term of MyST, and no paragraph',
  async () => {
    const paragraph = 'The build\ntakes\n~ 5 minutes\nto run.\n'
    expect(await importPage('paragraph', paragraph)).toBe(`\n${paragraph}`)
    const headed = '## Pots\nPot\n: Holds water.\n\n***\nCup\n: Holds tea.\n'
    expect(await importPage('headed', headed)).toBe(
      '\n## Pots\n\n- **Pot**\n\n  Holds water.\n\n***\n\n- **Cup**\n\n  Holds tea.\n',
    )
  },
)
