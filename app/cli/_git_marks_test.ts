import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findGitMarks } from './_git_marks.ts'

test('findGitMarks() finds the folder of a repository, also from a second work tree', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-marks-'))
  const git = async (...words: readonly string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
    const child = Bun.spawn(['git', '-C', join(home, 'one'), ...who, ...words])
    expect(await child.exited).toBe(0)
  }
  await mkdir(join(home, 'one/docs'), { recursive: true })
  await git('init', '-q')
  await git('commit', '-q', '--allow-empty', '-m', 'one')
  await git('worktree', 'add', '-q', join(home, 'two'))
  expect(await findGitMarks(join(home, 'one/docs'))).toEqual([
    join(home, 'one/.git/HEAD'),
    join(home, 'one/.git/logs/HEAD'),
  ])
  const marks = await findGitMarks(join(home, 'two'))
  expect(marks.map((each) => each.slice(home.length))).toEqual([
    '/one/.git/worktrees/two/HEAD',
    '/one/.git/worktrees/two/logs/HEAD',
  ])
  for (const mark of marks) expect(await Bun.file(mark).exists()).toBe(true)
  await rm(home, { recursive: true })
})
