import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'
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

verifies(
  ['import.code_kept', 'import.prose_kept'],
  'importDocs() keeps a fence that is a meaning, and what stands around it',
  async () => {
    const code = '## Pots\nCup\n: Words.\n\n: ```python\n  a = 1\n\n  b = 2\n  ```\n\n  More.\n\n'
    const note = 'Pot\n: ```{note}\n  Hot.\n  ```\n\nLid\n: Covers.\n\nText.\n'
    expect(await importPage('fences', code + note)).toBe(
      '\n## Pots\n\n- **Cup**\n\n  Words.\n\n  ```python\n  a = 1\n\n  b = 2\n  ```\n\n' +
        '  More.\n\n- **Pot**\n\n  > [!NOTE]\n  > Hot.\n\n- **Lid**\n\n  Covers.\n\nText.\n',
    )
    const sample = '~~~markdown\nCup\n: ```python\n  a = 1\n  ```\n~~~\n'
    expect(await importPage('sample', sample)).toBe(`\n${sample}`)
  },
)

verifies(
  ['import.code_kept', 'import.prose_kept'],
  'importDocs() keeps code, lists and directives in the meaning of a glossary',
  async () => {
    const text =
      '```{glossary}\nCup\n  Holds:\n\n  - a\n    - b\n\n  ~~~python\n  if a:\n    b\n  ~~~\n\n' +
      '  :::{note}\n  Hot.\n  :::\n```\n'
    expect(await importPage('glossary', text)).toBe(
      '\n- **Cup**\n\n  Holds:\n\n  - a\n    - b\n\n  ~~~python\n  if a:\n    b\n  ~~~\n\n' +
        '  > [!NOTE]\n  > Hot.\n',
    )
  },
)

verifies(
  'import.redirects',
  'importDocs() writes anchors of terms in small letters where mystmd does',
  async () => {
    const text =
      "# A\n\n## B\n\n:::{glossary}\nBig Cup's\n: Holds tea.\n:::\n\nA {term}`Big Cup's`.\n"
    const [from, to] = await createFolders(join(home, 'mystmd'), {
      'myst.yml': 'version: 1\nproject:\n  title: Tea\n',
      'index.md': '# Start\n',
      'a.md': text,
    })
    await importFolder(from, to)
    const body = await readBodyOf(to, 'a.md')
    expect(body).toContain('## B {#term-big-cups #b}\n')
    expect(body).toContain("A [Big Cup's](#term-big-cups).\n")
  },
)
