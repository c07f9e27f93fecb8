import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceFiles } from '../../source_files.ts'
import { readAdocRows } from './_rows.ts'
import { AdocSite } from './_site.ts'

test('readAdocRows() leaves unset what a configuration closes, and no other value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-site-'))
  const file = 'modules/ROOT/pages/index.adoc'
  try {
    await mkdir(join(folder, 'modules/ROOT/pages'), { recursive: true })
    await writeFile(
      join(folder, 'antora-playbook.yml'),
      'asciidoc:\n  attributes: {mug: ~, tray: false}\n',
    )
    await writeFile(
      join(folder, 'antora.yml'),
      "name: tea\nasciidoc:\n  attributes: {mug: tin, own: '{mug}', open: '{tray}'}\n",
    )
    await writeFile(join(folder, file), ':mug: a\n:tray: b\n:own: c\n:open: d\n')
    const source = new SourceFiles(folder)
    const { attributes } = readAdocRows(source, new AdocSite(source), file)
    const read = ['mug', 'tray', 'own', 'open'].map((name) => attributes.get(name))
    expect(read).toEqual([undefined, 'b', undefined, 'd'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
