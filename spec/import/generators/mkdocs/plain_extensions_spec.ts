import { expect } from 'bun:test'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const FILES = {
  'mkdocs.yml':
    'site_name: Kettle\nplugins:\n  - search\nmarkdown_extensions:\n  - admonition\n' +
    '  - mkautodoc\n  - pymdownx.superfences\n',
  'docs/index.md':
    '# Home\n\nThe default is `a`, {{.app.url}} of Go.\n\n##Tight heading\n\nText, see ' +
    '[tight](#tight-heading) and [hard](#hard-space).\n\n#\u00a0Hard space\n\n' +
    '```sh\n#Comment\n```\n\n    #Code\n\n!!! warning\nToo far left.\n\n' +
    '- Item.\n\n    !!! note\n        In a list.\n\nThe end.\n\n' +
    '> [!NOTE]\n> One.\n>\n> [!NOTE]\n> Two.\n',
  'docs/quote.md':
    '# Quote\n\n> ```py\n> a = 1\n>\n> b = 2\n> ```\n\nThere are\n[two kinds]: hot ones, and ' +
    'others.\n\n| A |\n|---|\n| x | `a\\|b` |\n| y `c|d` |\n\n[two kinds]: https://example.org\n',
  'docs/reference.md':
    '# Reference\n\n::: kettle.boil\n    :docstring:\n\n::: kettle.Pot\n    :docstring:\n' +
    '    :members: lid fill\n\n## `Lid`\n\nText.\n',
}

const home = await createHome()
const [from, to] = await createFolders(home, FILES)
const { losses } = await importFolder(from, to)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() names each reference that mkautodoc makes, and leaves its options out',
  async () => {
    expect(await readBodyOf(to, 'reference.md')).toBe('\n## `Lid`\n\nText.\n')
    const lost = losses.filter(({ file }) => file.endsWith('reference.md'))
    expect(lost.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '3 the reference of "kettle.boil" is made from code and is left out',
      '6 the reference of "kettle.Pot" is made from code and is left out',
    ])
  },
)

verifies(
  ['import.generators', 'import.prose_kept', 'import.never_silent'],
  'importDocs() reads headings without a space as Python-Markdown does, and braces as text',
  async () => {
    const body = await readBodyOf(to, 'index.md')
    expect(body).toContain('`a`, {{.app.url}} of Go.\n\n## Tight heading\n\n')
    expect(body).toContain('[tight](#tight-heading) and [hard](#hard-space).\n\n')
    expect(body).toContain('# Hard space\n\n```sh\n#Comment\n```\n\n    #Code\n')
    const lost = losses.filter(({ file }) => file.endsWith('index.md'))
    expect(lost.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '17 the block "!!! warning" has no text, and is left out',
      '30 "[!NOTE]" is a callout that is not converted',
    ])
  },
)

verifies(
  ['import.generators', 'import.code_kept', 'import.never_silent'],
  'importDocs() keeps code in quotes, and text that begins like a definition',
  async () => {
    const body = await readBodyOf(to, 'quote.md')
    expect(body).toContain('> ```py\n> a = 1\n>\n> b = 2\n> ```\n')
    expect(body).toContain('There are\n[two kinds]: hot ones, and others.\n')
  },
)
