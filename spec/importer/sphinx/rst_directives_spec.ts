import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importRstPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-rst-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** The text of a page of reStructuredText, and what is reported of it. */
function importPage(name: string, text: string, config = '') {
  return importRstPages(join(home, name), { 'a.rst': text }, config)
}

verifies(
  ['import.prose_kept', 'import.never_silent'],
  'importDocs() keeps titles whose marks a condition used before them, at their own level',
  async () => {
    const { body, losses } = await importPage(
      'titles',
      '=====\nNotes\n=====\n\n.. only:: html\n\n   Draft\n   ^^^^^\n\n   Words.\n\n' +
        '2.0\n===\n\nFixes\n-----\n\nOne.\n\n.. only:: html\n\n   News\n   ----\n\n   Two.\n',
    )
    expect(body).toBe(
      '\n## Draft\n\nWords.\n\n## 2.0 {#id1 #section-1}\n\n### Fixes\n\nOne.\n\n### News\n\nTwo.\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  'import.code_kept',
  'importDocs() writes a list of productions as code, with the anchors of its rules',
  async () => {
    const { body, losses } = await importPage(
      'grammar',
      'A\n=\n\nB\n-\n\n.. productionlist::\n' +
        '    try: "try" `suite`\n       : "else"\n    suite: `~t.word`\n\n' +
        'See :token:`suite`.\n',
    )
    expect(body).toContain('```text\ntry  : "try" suite\n     : "else"\nsuite: ~t.word\n```\n')
    expect(body).toContain('## B {#b #grammar-token-try #grammar-token-suite}\n')
    expect(body).toContain('See [`suite`](#grammar-token-suite).\n')
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() shows type and default of a setting, with the markup of both',
  async () => {
    const { body, losses } = await importPage(
      'setting',
      'A\n=\n\nB\n-\n\n' +
        '.. confval:: heat\n   :type: :code-py:`int`\n   :default: ``"low"``, or *none*\n\n' +
        '   Words.\n',
    )
    expect(body).toBe(
      '\n## B {#b #confval-heat}\n\n- **`heat`**\n\n  - **Type**: `int`\n' +
        '  - **Default**: ``"low"``, or *none*\n\n  Words.\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() keeps the anchors of all names of an option, and its program',
  async () => {
    const { body, losses } = await importPage(
      'options',
      'A\n=\n\nB\n-\n\n.. program:: tea pot\n\n.. option:: -x, --hot[=LEVEL]\n\n   Words.\n\n' +
        '.. option:: fill\n\n   More.\n\nSee :option:`--hot` and :option:`tea pot -x`.\n',
    )
    expect(body).toBe(
      '\n## B {#b #cmdoption-tea-pot-x #cmdoption-tea-pot-hot #cmdoption-tea-pot-arg-fill}\n\n' +
        '- **`-x, --hot[=LEVEL]`**\n\n  Words.\n\n- **`fill`**\n\n  More.\n\n' +
        'See [`--hot`](#cmdoption-tea-pot-hot) and [`tea pot -x`](#cmdoption-tea-pot-x).\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() reads glossaries as Sphinx does: several terms, and lines between them',
  async () => {
    const { body, losses } = await importPage(
      'glossary',
      'A\n=\n\nB\n-\n\n.. glossary::\n\n   Cup\n   Small mug\n      Holds tea.\n\n' +
        '   Pot : noun\n\n      Holds water.\n\nA :term:`cup`, a :term:`Small mug`.\n',
    )
    expect(body).toBe(
      '\n## B {#b #term-Cup #term-Small-mug #term-Pot}\n\n- **Cup**, **Small mug**\n\n' +
        '  Holds tea.\n\n- **Pot**\n\n  Holds water.\n\n' +
        'A [cup](#term-Cup), a [Small mug](#term-Small-mug).\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() writes roles without a name, in capitals, of issues and of files elsewhere',
  async () => {
    const { body, losses } = await importPage(
      'roles',
      'A\n=\n\nA `title`, :PEP:`8#names`, :issue:`1, 2`, :user:`Mia <mia>`, :pypi:`tea` and ' +
        ':download:`a file <https://example.com/a.zip>`.\n',
      "issues_github_path = 'kettle/tea'\n",
    )
    expect(body).toBe(
      '\nA *title*, [PEP 8#names](https://peps.python.org/pep-0008/#names), ' +
        '[#1](https://github.com/kettle/tea/issues/1), ' +
        '[#2](https://github.com/kettle/tea/issues/2), [Mia](https://github.com/mia), ' +
        '[tea](https://pypi.org/project/tea/) and [a file](https://example.com/a.zip).\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() keeps the anchors of directives and roles that a page describes, and links them',
  async () => {
    const { body, losses } = await importPage(
      'markup',
      'A\n=\n\nB\n-\n\n.. rst:directive:: .. tea:pot:: name\n\n   Words.\n\n' +
        '   .. rst:directive:option:: hot: level\n\n      More.\n\n.. rst:role:: tea:leaf\n\n' +
        '   Words.\n\nSee :rst:dir:`tea:pot`, :rst:dir:`tea:pot:hot` and :rst:role:`tea:leaf`.\n',
    )
    expect(body).toContain(
      '## B {#b #directive-tea-pot #directive-option-tea-pot-hot #role-tea-leaf}\n',
    )
    expect(body).toEndWith(
      'See [`tea:pot`](#directive-tea-pot), [`tea:pot:hot`](#directive-option-tea-pot-hot) and ' +
        '[`tea:leaf`](#role-tea-leaf).\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.never_silent', 'import.prose_kept'],
  'importDocs() reports lists of addresses, videos and second rows of headings; todos have a text',
  async () => {
    const { body, losses } = await importPage(
      'small',
      'A\n=\n\n.. todo:: Ask *Mia*.\n\n.. target-notes::\n\n.. youtube:: abc\n\n' +
        '=== === ===\n  In    Out\n------- ---\n A   B   C\n=== === ===\n 1   2   3\n=== === ===\n',
    )
    expect(body).toBe(
      '\n:::note Todo\nAsk *Mia*.\n:::\n\n[Video](https://www.youtube.com/watch?v=abc)\n\n' +
        '| In |  | Out |\n| --- | --- | --- |\n| A | B | C |\n| 1 | 2 | 3 |\n',
    )
    expect(losses).toEqual([
      'a.rst:6 the list of the addresses of links is left out',
      'a.rst:8 what "youtube" shows is a link to it',
      'a.rst:11 of 2 rows of headings the first heads the table; the others are rows of it',
    ])
  },
)

verifies(
  'import.prose_kept',
  'importDocs() shows what readers see of roles, where a link takes the title of a heading',
  async () => {
    const { body } = await importPage(
      'shown',
      'A\n=\n\n.. _pour:\n\nOf :doc:`tea <index>`, :class:`~tea.Pot` and :func:`tea.pour`\n' +
        '-----------------------------------------------------------\n\nSee :ref:`pour`.\n',
    )
    expect(body).toContain('See [Of tea, Pot and tea.pour()](#pour).\n')
  },
)

verifies(
  'import.prose_kept',
  'importDocs() shows the module and the kind of objects of Python as Sphinx does',
  async () => {
    const text =
      'A\n=\n\n.. module:: tea\n\n.. class:: Pot(size)\n   :final:\n\n   .. method:: fill()\n' +
      '      :async:\n      :abstractmethod:\n\n   .. property:: size\n\n' +
      '   .. staticmethod:: make()\n\n.. function:: pour()\n\n.. data:: pot.SIZE\n'
    const { body } = await importPage('objects', text)
    const listShown = (page: string) =>
      [...page.matchAll(/\*\*`(.*)`\*\*/g)].map(([, code]) => code)
    expect(listShown(body)).toEqual([
      'final class tea.Pot(size)',
      'abstractmethod async fill()',
      'property size',
      'static make()',
      'tea.pour()',
      'pot.SIZE',
    ])
    const bare = await importPage('bare', text, 'add_module_names = False\n')
    expect(listShown(bare.body)).toContain('final class Pot(size)')
  },
)

verifies(
  'import.redirects',
  'importDocs() keeps anchors below a heading that is inside an item of a list',
  async () => {
    const { body } = await importPage(
      'inside',
      'A\n=\n\nB\n-\n\n.. confval:: heat\n\n   Examples\n   ~~~~~~~~\n\n   Words.\n\n' +
        '.. confval:: cold\n\n   Words.\n',
    )
    expect(body).toContain('## B {#b #confval-heat}\n')
    expect(body).toContain('\n  ### Examples {#examples #confval-cold}\n')
  },
)

verifies(
  ['import.prose_kept', 'import.never_silent'],
  'importDocs() reports a directive of no name of ours that all objects of a program know',
  async () => {
    const text = 'A\n=\n\n.. constructor::\n\n   Words.\n'
    const { body, losses } = await importPage('constructor', text)
    expect([body, losses.length]).toEqual(['\nWords.\n', 1])
  },
)
