import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-attributes-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies(
  'import.generators',
  'a playbook decides over a component, and a component over a page, unless they leave it open',
  async () => {
    const [from, to] = await createFolders(home, {
      'antora-playbook.yml': `asciidoc:
  attributes:
    pot: clay
    cup: white@
    lid: false
    tray: oak@
`,
      'antora.yml': `name: kettle
title: Kettle
version: '1'
asciidoc:
  attributes:
    pot: tin
    cup: blue
    lid: cork
    set: '{pot} {cup}'
`,
      'modules/ROOT/pages/index.adoc': `= Start
:pot: glass
:cup: red
:tray: pine

Pot {pot}, cup {cup}, lid {lid}, tray {tray}, set {set}.
`,
    })
    await importFolder(from, to)
    expect(await readBodyOf(to, 'index.md')).toContain(
      'Pot clay, cup blue, lid cork, tray pine, set clay blue.\n',
    )
  },
)
