import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder } from './importing.ts'

const home = await createHome()

verifies(
  'import.never_silent',
  'importDocs() reports cells that no reader sees, because the head has fewer',
  async () => {
    const table = '| A | B |\n|---|---|\n| x | `a\\|b` |\n| y | `c|d` | e |\n| z | | |\n'
    const [from, to] = await createFolders(home, { 'index.md': `# Cells\n\n${table}` })
    const { losses } = await importFolder(from, to)
    expect(losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '6 the cell "d`" is more than the head of its table has, and is not shown',
      '6 the cell "e" is more than the head of its table has, and is not shown',
    ])
  },
)
