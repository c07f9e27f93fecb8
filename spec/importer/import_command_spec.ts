import { afterAll, expect } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { runProgram } from '../support/program.ts'
import { createFolders } from './importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-import-command-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies(
  'import.never_silent',
  '`import` exits with 1 when anything was lost, and `--check` says so beforehand',
  async () => {
    const files = { 'a.md': '# A\n\nOld {{ page.title }} here.\n' }
    const [from, to] = await createFolders(home, files)
    const trial = await runProgram(['import', from, '--to', to, '--check'])
    expect([trial.code, trial.err.split('\n').filter(Boolean).length]).toEqual([1, 1])
    expect(trial.err).toContain('lost: ')
    expect(trial.out).toContain('nothing was written')
    expect(await readdir(home)).toEqual(['from'])
    const done = await runProgram(['import', from, '--to', to])
    expect([done.code, done.err]).toEqual([1, trial.err])
    expect(await readdir(home)).toEqual(['from', 'to'])
  },
)
