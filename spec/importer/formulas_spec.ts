import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from './importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-formulas-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const BLOCKS = `$$
a_1 = b_1 | c \\\\

| d_1 | e_1 |
| f_1 | g_1 |
$$

See \\[link_text\\], \\(snake_case\\) and \`\\(L_1\\)\`.
`
const WRITTEN =
  '$$\na_1 = b_1 | c \\\\\n| d_1 | e_1 |\n| f_1 | g_1 |\n$$\n\n' +
  'See \\[link_text\\], \\(snake_case\\) and `\\(L_1\\)`.\n'

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() keeps formulas of Jekyll, also with blank lines and bars, and the name of the site',
  async () => {
    const [from, to] = await createFolders(join(home, 'jekyll'), {
      '_config.yml': 'name: The Kettle\n',
      'index.md':
        '---\ntitle: A\n---\n\nOf \\\\(L_1 + b_2\\\\) and \\\\(M\\_1\\\\).\n\n' +
        `\\\\[\nx_1 | y_1\nz_1 | w_1\n\\\\]\n\n${BLOCKS}\n\n| a\\&#124;b |\n`,
    })
    const { losses, product } = await importFolder(from, to)
    expect([losses.map(({ what }) => what), product?.title]).toEqual([[], 'The Kettle'])
    expect(await readBodyOf(to, 'index.md')).toBe(
      '\nOf $`L_1 + b_2`$ and $`M_1`$.\n\n$$\nx_1 | y_1\nz_1 | w_1\n$$\n\n' +
        `${WRITTEN}\n| a\\\\&#124;b |\n`,
    )
  },
)

const SHELL = 'Rules:\n\n    for i in $$(ls); do echo $$i; done\n\n- Item\n\n      echo $$A $$B\n'

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() takes no dollars of a shell in code for a formula of Jekyll',
  async () => {
    const [jekyll, written] = await createFolders(join(home, 'shell_jekyll'), {
      '_config.yml': 'name: The Kettle\n',
      'index.md': `---\ntitle: A\n---\n\n${SHELL}`,
    })
    await importFolder(jekyll, written)
    expect(await readBodyOf(written, 'index.md')).toBe(`\n${SHELL}`)
  },
)
