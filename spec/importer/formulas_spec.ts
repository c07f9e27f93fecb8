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

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() keeps formulas of Hugo, and names one that cannot be drawn',
  async () => {
    const [from, to] = await createFolders(join(home, 'hugo'), {
      'hugo.toml': "title = 'Kettle'\n",
      'content/_index.md':
        "+++\ntitle = 'A'\n+++\n\nOf \\(L_1\\) and \\(\\nothing{\\).\n\n" +
        '\\[ x_1 = \\frac{1}{2} \\]\n\n' +
        `- In a list:\n\n  \\[\n  y^2\n  \\]\n\n${BLOCKS}`,
    })
    const { losses } = await importFolder(from, to)
    expect(losses.map(({ line, what }) => `${line} ${what.replace(/: .*/, '')}`)).toEqual([
      '5 the formula "\\nothing{" cannot be drawn and is now code',
    ])
    expect(await readBodyOf(to, 'index.md')).toBe(
      '\nOf $`L_1`$ and `\\nothing{`.\n\n$$\nx_1 = \\frac{1}{2}\n$$\n\n' +
        `- In a list:\n\n  $$\n  y^2\n  $$\n\n${WRITTEN}`,
    )
  },
)

const SHELL = 'Rules:\n\n    for i in $$(ls); do echo $$i; done\n\n- Item\n\n      echo $$A $$B\n'

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() takes no dollars of a shell for a formula of Hugo or, in code, of Jekyll',
  async () => {
    const words =
      'It has $$ for its process, and make wants $$HOME and $$PATH.\n\n$$ is a number.\nNot $$\n'
    const [from, to] = await createFolders(join(home, 'shell'), {
      'hugo.toml': "title = 'Kettle'\n",
      'content/_index.md': `+++\ntitle = 'A'\n+++\n\n${SHELL}\n${words}\nBut $$a + b$$.\n`,
    })
    await importFolder(from, to)
    expect(await readBodyOf(to, 'index.md')).toBe(`\n${SHELL}\n${words}\nBut $\`a + b\`$.\n`)
    const [jekyll, written] = await createFolders(join(home, 'shell_jekyll'), {
      '_config.yml': 'name: The Kettle\n',
      'index.md': `---\ntitle: A\n---\n\n${SHELL}`,
    })
    await importFolder(jekyll, written)
    expect(await readBodyOf(written, 'index.md')).toBe(`\n${SHELL}`)
  },
)
