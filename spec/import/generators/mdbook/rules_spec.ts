import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const home = await createHome()

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() writes rules of a specification as anchors, to which their names lead',
  async () => {
    const [from, to] = await createFolders(home, {
      'book.toml': '[book]\ntitle = "Kettle"\n\n[preprocessor.spec]\n',
      'src/SUMMARY.md': '- [Pots](pots.md)\n- [Lids](a/lids.md)\n',
      'src/pots.md':
        'r[pot]\n# Pots\n\nr[pot.clay]\nOf clay, as [lid.fit] says.\n\n## Size\n\nr[pot.size]\n' +
        '> A quart.\n\n```text\nr[pot.code]\n```\n',
      'src/a/lids.md':
        '# Lids\n\nr[lid.fit]\nOn [pots][pot.clay], a [size], [here](pot.size) and ' +
        'x[lid.fit].\n\n[size]: pot.size\n',
    })
    const { losses } = await importFolder(from, to)
    expect(losses).toEqual([])
    expect(await readBodyOf(to, 'pots.md')).toBe(
      '\nOf clay, as [lid.fit] says.\n\n## Size {#r-pot.size #size}\n\n> A quart.\n\n' +
        '```text\nr[pot.code]\n```\n\n[lid.fit]: a/lids.md\n',
    )
    expect(await readBodyOf(to, 'a/lids.md')).toContain(
      'On [pots][pot.clay], a [size], [here](../pots.md#r-pot.size) and x',
    )
  },
)

verifies('import.code_kept', 'importDocs() leaves names of rules in code as they are', async () => {
  const code = 'Write `[pots](pot)`, or:\n\n    r[pot.code]\n'
  const [from, to] = await createFolders(join(home, 'code'), {
    'book.toml': '[book]\ntitle = "Kettle"\n\n[preprocessor.spec]\n',
    'src/SUMMARY.md': '- [Pots](pots.md)\n',
    'src/pots.md': `# Pots\n\n## Size\n\nr[pot]\n${code}`,
  })
  await importFolder(from, to)
  expect(await readBodyOf(to, 'pots.md')).toBe(`\n## Size {#r-pot #size}\n\n${code}`)
})
