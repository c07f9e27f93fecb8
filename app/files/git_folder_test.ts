import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '../../spec/support/git.ts'
import { listGitFiles } from './git_folder.ts'

test('listGitFiles() finds the folder of a repository, also from a second work tree', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-git-'))
  const [one, two] = [join(home, 'one'), join(home, 'two')]
  await mkdir(join(one, 'docs'), { recursive: true })
  await runGit(one, ['init', '-q'])
  await runGit(one, ['commit', '-q', '--allow-empty', '-m', 'one'])
  await runGit(one, ['worktree', 'add', '-q', two])
  const names = ['HEAD', 'logs/HEAD']
  expect(listGitFiles(join(one, 'docs'), names)).toEqual([
    join(one, '.git/HEAD'),
    join(one, '.git/logs/HEAD'),
  ])
  const files = listGitFiles(two, names)
  expect(files.map((each) => each.slice(home.length))).toEqual([
    '/one/.git/worktrees/two/HEAD',
    '/one/.git/worktrees/two/logs/HEAD',
  ])
  for (const file of files) expect(await Bun.file(file).exists()).toBe(true)
  // A file of that name that leads nowhere is passed over, as if it were not there.
  await writeFile(join(one, 'docs/.git'), 'nothing of Git\n')
  expect(listGitFiles(join(one, 'docs'), ['HEAD'])).toEqual([join(one, '.git/HEAD')])
  await rm(home, { recursive: true })
})
