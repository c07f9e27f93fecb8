import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '../../../spec/support/git.ts'
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
  await rm(home, { recursive: true })
})

test('listGitFiles() passes over what Git passes over', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-git-'))
  const hidden = join(home, 'docs/.git')
  await mkdir(join(home, 'docs'))
  await runGit(home, ['init', '-q'])
  const makers: Readonly<Record<string, () => Promise<unknown>>> = {
    'a device': () => symlink('/dev/null', hidden),
    'a link to nothing': () => symlink('nowhere', hidden),
    'an empty folder': () => mkdir(hidden),
    'a file without a name': () => writeFile(hidden, 'nothing of Git\n'),
    'a name of a file': () => writeFile(hidden, 'gitdir: /etc/hosts\n'),
  }
  for (const [name, make] of Object.entries(makers)) {
    await make()
    const found = listGitFiles(join(home, 'docs'), ['HEAD'])
    expect([name, ...found]).toEqual([name, join(home, '.git/HEAD')])
    await rm(hidden, { recursive: true })
  }
  await rm(home, { recursive: true })
})
