import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { createFolders, createHome } from './importing.ts'

const home = await createHome()

verifies(
  'import.never_silent',
  '`import` lists and counts what was lost, and exits with 1 for it with `--strict` alone',
  async () => {
    const body = 'Old {{ page.title }} here.\n\n[B](b.md)\n\n[C](c.md)\n'
    const [from, to] = await createFolders(home, { 'a.md': `# A\n\n${body}` })
    const words = ['import', from, '--to', to]
    const trial = await callProgram([...words, '--check', '--strict'])
    expect([trial.code, trial.err.split('\n').filter(Boolean).length]).toEqual([1, 3])
    expect(trial.err).toContain('lost: ')
    expect(trial.out).toContain('wrote nothing')
    expect(trial.out).toContain(
      '\n  2 × the link to "…" leads to no imported page and is now plain text\n  1 × ',
    )
    expect(await readdir(home)).toEqual(['from'])
    const done = await callProgram(words)
    expect([done.code, done.err]).toEqual([0, trial.err])
    expect(await readdir(home)).toEqual(['from', 'to'])
    const strict = await callProgram([...words, '--strict'])
    expect([strict.code, strict.err]).toEqual([1, trial.err])
  },
)

verifies(
  'import.never_silent',
  '`import` lists the first 100 losses of a kind, and says how many more there are',
  async () => {
    const links = Array.from({ length: 250 }, (_, at) => `[A ${at}](b${at}.md)\n`)
    const [from, to] = await createFolders(join(home, 'many'), {
      'a.md': `# A\n\n${links.join('')}`,
    })
    const done = await callProgram(['import', from, '--to', to, '--strict'])
    const kind = 'the link to "…" leads to no imported page and is now plain text'
    const lines = done.err.split('\n').filter(Boolean)
    expect([done.code, lines.length]).toEqual([1, 101])
    expect(lines.at(-1)).toBe(`lost: and 150 more: ${kind}`)
    expect(done.out).toContain('; 250 items were not carried over (the first 100 of each kind are ')
    expect(done.out).toContain(`\n  250 × ${kind}\n`)
  },
)
