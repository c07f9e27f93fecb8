import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceFiles } from '../../source_files.ts'
import { readAdocRows } from './_rows.ts'
import { AdocSite } from './_site.ts'

test('readAdocRows() takes the marks of literal text out of a value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rows-'))
  try {
    await writeFile(
      join(folder, 'a.adoc'),
      ':a: pass:n[footnote:x[pass:n[Of `clay`.\\]]]\n:b: pass:[pass:n[x]]\n',
    )
    const source = new SourceFiles(folder)
    const { attributes } = readAdocRows(source, new AdocSite(source), 'a.adoc')
    expect(attributes.get('a')).toBe('footnote:x[Of `clay`.]')
    expect(attributes.get('b')).toBe('pass:n[x]')
  } finally {
    await rm(folder, { recursive: true })
  }
})
