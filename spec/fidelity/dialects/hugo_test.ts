import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceFiles } from '../source_files.ts'
import { HUGO } from './hugo.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-mounts-'))
afterAll(() => rm(home, { recursive: true, force: true }))

test('isPage() takes files that a mount makes content, wherever they are', async () => {
  await mkdir(join(home, 'site/config/_default'), { recursive: true })
  const mounts =
    'module:\n  mounts:\n    - source: content\n      target: content\n' +
    '    - source: ../TEA.md\n      target: content/tea.md\n' +
    '    - source: ../pots\n      target: content/pots\n' +
    '    - source: ../cups\n      target: static/cups\n'
  await writeFile(join(home, 'site/config/_default/hugo.yaml'), mounts)
  const files = ['site/content/a.md', 'TEA.md', 'pots/b.md', 'cups/c.md', 'README.md']
  const source = new SourceFiles(home)
  expect(files.filter((file) => HUGO.isPage(file, source))).toEqual(files.slice(0, 3))
})
