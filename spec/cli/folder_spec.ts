import { afterAll, expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { newFolder, removeFolders } from '../support/building.ts'
import { callProgram } from '../support/command_line.ts'

afterAll(removeFolders)

verifies('program.folder', 'what init starts, check and build take by the same name', async () => {
  const home = await newFolder()
  const run = (...words: string[]) => callProgram(words, {}, home)
  const started = await run('init', 'tea', '--yes', '--url', 'https://tea.example')
  expect(started.out).toMatch(/\nNext: .* dev tea\nThen: .* build tea\n$/)
  expect(await run('check', 'tea')).toMatchObject({ code: 0, err: '' })
  expect((await run('build', 'tea')).out).toStartWith('Built 3 pages')
  expect((await readdir(home)).sort()).toEqual(['tea'])
  expect(await readdir(join(home, 'tea/dist'))).toContain('docs-manifest.json')
  // The corpus itself, and a place that somebody chose.
  const elsewhere = await callProgram(['build', 'tea/corpus'], { DIST_DIR: 'out' }, home)
  expect(elsewhere.out).toStartWith('Built 3 pages')
  expect((await readdir(home)).sort()).toEqual(['out', 'tea'])
  const imported = await run('import', 'tea/corpus/pages', '--to', 'again')
  expect(imported.out).toMatch(/\nNext: .* dev again\n$/)
})

verifies('program.folder', 'a folder without a corpus is named, with what to run', async () => {
  const home = await newFolder()
  for (const command of ['serve', 'dev']) {
    const ran = await callProgram([command, 'coffee'], {}, home)
    expect([command, ran.code, ran.err.replace(/"[^"]* init/, '"init')]).toEqual([
      command,
      2,
      'Cannot read a corpus in "coffee": there is no registry.yaml, nor in its "corpus": ' +
        'run "init coffee" to start one\n',
    ])
  }
  const ran = await callProgram(['check', 'one', 'two'], {}, home)
  const what = 'Cannot use "one two": it is more than one folder: name one\n'
  expect([ran.code, ran.err]).toEqual([2, what])
})
