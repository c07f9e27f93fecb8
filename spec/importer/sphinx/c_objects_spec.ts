import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages, importRstPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-c-objects-'))
afterAll(() => rm(home, { recursive: true, force: true }))

function importPage(name: string, text: string) {
  return importRstPages(join(home, name), { 'a.rst': `A\n=\n\nB\n-\n\n${text}` })
}

verifies(
  ['import.redirects', 'import.prose_kept', 'import.never_silent'],
  'importDocs() keeps anchors of C++ that are made of names, and reports those made of types',
  async () => {
    const { body, losses } = await importPage(
      'cpp',
      '.. cpp:namespace:: tea\n\n.. cpp:class:: Pot\n\n   .. cpp:function:: \\\n' +
        '      void fill(int cups)\n\n.. cpp:namespace:: 0\n\n.. cpp:type:: int Size\n\n' +
        'See :cpp:class:`tea::Pot`, :cpp:func:`tea::Pot::fill` and :cpp:expr:`Size * 2`.\n',
    )
    expect(body).toBe(
      '\n## B {#b #_CPPv4N3tea3PotE #_CPPv3N3tea3PotE #_CPPv2N3tea3PotE #tea::Pot ' +
        '#tea::Pot::fill #_CPPv44Size #_CPPv34Size #_CPPv24Size #Size}\n\n- **`class Pot`**\n\n' +
        '  - **`void fill(int cups)`**\n\n- **`typedef int Size`**\n\n' +
        'See [`tea::Pot`](#_CPPv4N3tea3PotE), [`tea::Pot::fill()`](#tea::Pot::fill) and ' +
        '`Size * 2`.\n',
    )
    expect(losses).toEqual([
      'a.rst:11 what Sphinx makes of the types in "void fill(int cups)" is left out',
      'a.rst:18 the names in the expression "Size * 2" are no links',
    ])
  },
)

verifies(
  ['import.redirects', 'import.prose_kept'],
  'importDocs() names objects of C by what encloses them, and aliases by links',
  async () => {
    const text =
      '.. c:struct:: Pot\n\n   .. c:union:: @size\n\n      .. c:var:: int cups\n\n' +
      '.. c:alias:: Pot\n\nSee :c:var:`Pot.@size.cups` and :c:var:`Pot.cups`.\n'
    const { body, losses } = await importPage('c', text)
    expect(body).toContain('## B {#b #c.Pot #c.Pot.@size #c.Pot.@size.cups}\n')
    expect(body).toContain('\n  - **`union [anonymous]`**\n\n    - **`int cups`**\n')
    expect(body).toContain('- [`Pot`](#c.Pot)\n')
    expect(body).toContain(
      '[`Pot.[anonymous].cups`](#c.Pot.@size.cups) and [`Pot.cups`](#c.Pot.@size',
    )
    expect(losses).toEqual(['a.rst:13 declarations that stand elsewhere are links to them'])
    const myst = '# A\n\n## B\n\n```{c:struct} Pot\n```\n\nSee {c:struct}`Pot`.\n'
    const pages = await importMystPages(join(home, 'myst'), { 'a.md': myst })
    expect(pages.body).toContain('See [`Pot`](#c.Pot).\n')
  },
)
