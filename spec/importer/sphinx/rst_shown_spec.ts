import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importRstPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-shown-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const HEAD = 'A\n=\n\nB\n-\n\n'

/** The text of a page of reStructuredText, and what is reported of it. */
function importPage(name: string, text: string, config = '', files = {}) {
  return importRstPages(join(home, name), { ...files, 'a.rst': HEAD + text }, config)
}

verifies(
  'import.redirects',
  'importDocs() counts headings of one name as Sphinx does, whatever signatures hold',
  async () => {
    const text = '.. py:function:: pour(*cups, **more)\n\nB\n-\n\nWords.\n'
    expect((await importPage('numbers', text)).body).toContain('## B {#id1 #b-1}\n')
  },
)

verifies(
  ['import.code_kept', 'import.prose_kept'],
  'importDocs() writes the diagram of a file as code, with its caption',
  async () => {
    const { body, losses } = await importPage(
      'diagram',
      '.. graphviz:: pot.dot\n   :caption: How *tea* is made\n\n.. graphviz:: none.dot\n',
      '',
      { 'pot.dot': 'digraph {\n  a -> b\n}\n' },
    )
    expect(body).toBe('\n## B\n\n```dot\ndigraph {\n  a -> b\n}\n```\n\nHow *tea* is made\n')
    expect(losses).toEqual([
      'a.rst:7 the diagram of "graphviz" is not drawn; its source stays as code',
      'a.rst:10 the file "none.dot" of a diagram is not in the folder; it is left out',
    ])
  },
)

verifies(
  ['import.redirects', 'import.prose_kept'],
  'importDocs() keeps a target between items, and takes the first term after one for its words',
  async () => {
    const { body } = await importPage(
      'targets',
      '- One.\n\n  .. _two:\n\n- Two.\n\n.. _pot:\n\n``pot``\n    Boils.\n\nSee :ref:`pot`.\n',
    )
    expect(body).toContain('\n- One.\n- Two.\n')
    expect(body).toContain('See [pot](#pot).\n')
  },
)

verifies(
  'import.code_kept',
  'importDocs() leaves out flags of doctests as Sphinx does, and keeps them where it does',
  async () => {
    const code = '>>> pour()  # doctest: +SKIP\n   <BLANKLINE>\n   1\n'
    const text =
      `.. code-block:: pycon\n\n   ${code}\n` +
      `.. doctest::\n   :no-trim-doctest-flags:\n\n   ${code}\n` +
      `.. doctest::\n   :hide:\n\n   >>> hidden\n\n.. code-block:: text\n\n   ${code}\n` +
      '>>> 1  # doctest: +SKIP\n1\n'
    const { body, losses } = await importPage('doctests', text)
    const kept = '>>> pour()  # doctest: +SKIP\n<BLANKLINE>\n1\n'
    expect(body).toBe(
      `\n## B\n\n\`\`\`pycon\n>>> pour()\n\n1\n\`\`\`\n\n\`\`\`pycon\n${kept}\`\`\`\n\n` +
        `\`\`\`text\n${kept}\`\`\`\n\n\`\`\`pycon\n>>> 1\n1\n\`\`\`\n`,
    )
    expect(losses).toEqual([])
    const untrimmed = await importPage('untrimmed', text, 'trim_doctest_flags = False\n')
    expect(untrimmed.body).toContain('```pycon\n>>> 1  # doctest: +SKIP\n1\n```\n')
  },
)

verifies(
  'import.code_kept',
  'importDocs() keeps empty lines at the end of lines that a page takes from a file',
  async () => {
    const files = { 'pot.py': 'a = 1\n\nb = 2\n' }
    const text = '.. literalinclude:: pot.py\n   :lines: 1-2\n'
    expect((await importPage('lines', text, '', files)).body).toContain('```py\na = 1\n\n```\n')
  },
)

verifies(
  'import.never_silent',
  'importDocs() hides notes to the authors if Sphinx does, and names each',
  async () => {
    const text = '.. todo:: Boil.\n\nWords.\n\n.. todolist::\n'
    const extensions = "extensions = ['sphinx.ext.todo', 'myst_parser']\n"
    const hidden = await importPage('hidden', text, extensions)
    expect(hidden.body).toBe('\n## B\n\nWords.\n')
    expect(hidden.losses).toEqual([])
    expect(hidden.notes).toEqual([
      'a.rst:7 the todo is left out: by "todo_include_todos", readers do not see it',
    ])
    const shown = await importPage('shown', text, `${extensions}todo_include_todos = True\n`)
    expect(shown.body).toContain(':::note Todo\nBoil.\n:::\n')
    expect(shown.losses).toEqual(['a.rst:11 the list of all todos is left out'])
    const unknown = await importPage('unknown', text)
    expect(unknown.body).toContain('Boil.')
  },
)
