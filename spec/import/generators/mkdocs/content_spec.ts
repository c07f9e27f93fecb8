import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { importFixture, readBodyOf } from '../importing.ts'

const { corpusDir, report } = await importFixture(join(import.meta.dir, 'content_fixture'))

const readRules = () => readBodyOf(corpusDir, 'guide/rules.md')

verifies(
  'import.generators',
  'importDocs() reads pages and included files in the folder that MkDocs names',
  async () => {
    expect([report.pages, report.losses]).toEqual([3, []])
    expect(await readRules()).toEndWith('\nAn offer for all pages.\n')
  },
)

verifies(
  'import.generators',
  'importDocs() keeps a title of MkDocs without text, and braces in titles',
  async () => {
    expect(await readRules()).toStartWith(
      '\n> [!IMPORTANT]\n> Dates may change.\n\n' +
        ':::note \\{prefix\\} is \\{empty} or `{x}`\nText of the note.\n:::\n\n' +
        '::::tabs\n:::tab Tab {one}\n',
    )
  },
)

verifies(
  'import.generators',
  'importDocs() keeps cells with strokes in code, and cells that MkDocs leaves out',
  async () => {
    expect(await readRules()).toContain(
      '| Rule | Meaning |  |\n|------|---------| --- |\n' +
        '| ```Path(`a`, `^(b\\|c)$`)``` | one of two |\n| `d\\|e` | first | second |\n',
    )
  },
)
