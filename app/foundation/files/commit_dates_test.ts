import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commitEndlessHistory } from '../../../spec/support/endless_history.ts'
import { runGit } from '../../../spec/support/git.ts'
import { listUncommitted, readCommitDates } from './commit_dates.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-dates-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const FILES = ['one é.md', 'two.md', 'new.md']

/** Ways to keep a repository; each makes one beside `origin` and names the folder to read. */
const LAYOUTS: Readonly<Record<string, (origin: string, folder: string) => Promise<unknown>>> = {
  'a clone': clone(),
  'a clone with SHA-256': async (_, folder) => {
    await writeHistory(folder, ['--object-format=sha256'])
  },
  'a clone of the last commit alone': clone('--depth=1'),
  'a clone without texts': async (origin, folder) => {
    await runGit(origin, ['config', 'uploadpack.allowFilter', 'true'])
    await clone('--filter=blob:none')(origin, folder)
  },
  'a clone with the objects of another': async (origin, folder) => {
    await runGit(home, ['clone', '-q', '--shared', origin, folder])
  },
  'a clone with a split index': async (origin, folder) => {
    await clone('-c', 'core.splitIndex=true')(origin, folder)
    await runGit(folder, ['update-index', '--split-index'])
  },
  'a second work tree': async (origin, folder) => {
    await runGit(origin, ['worktree', 'add', '-q', folder])
  },
  'a submodule': async (origin, folder) => {
    const [above, inner] = [`${folder}-above`, `${folder}-above/inner`]
    await runGit(home, ['init', '-q', above])
    await runGit(above, ['-c', 'protocol.file.allow=always', 'submodule', 'add', origin, 'inner'])
    await symlink(inner, folder)
  },
  'a Git folder elsewhere': async (origin, folder) => {
    await clone(`--separate-git-dir=${folder}.git`)(origin, folder)
  },
  'line ends of another system': clone('-c', 'core.autocrlf=true'),
  'packed objects': async (origin, folder) => {
    await clone()(origin, folder)
    await runGit(folder, ['gc', '-q'])
  },
}

for (const [name, make] of Object.entries(LAYOUTS)) {
  test(`readCommitDates() and listUncommitted() read ${name}`, async () => {
    const place = await mkdtemp(join(home, 'layout-'))
    const [origin, folder] = [join(place, 'origin'), join(place, 'folder')]
    await writeHistory(origin)
    await make(origin, folder)
    const docs = join(folder, 'docs')
    await writeFile(join(docs, 'two.md'), '# Two\n\nChanged.\n')
    // Its time is another, and its text is not.
    await utimes(join(docs, 'one é.md'), 1_700_000_000, 1_700_000_000)
    const one = name.includes('alone') ? '2026-02-02' : '2026-01-01'
    expect(Object.fromEntries(await readCommitDates(docs, FILES))).toEqual({
      'one é.md': one,
      'two.md': '2026-02-02',
    })
    expect([...(await listUncommitted(docs, FILES))]).toEqual(['two.md'])
  })
}

test('readCommitDates() reads the folder, whatever repository a hook names', async () => {
  const place = await mkdtemp(join(home, 'hook-'))
  const [folder, other] = [join(place, 'folder'), join(place, 'other')]
  await writeHistory(folder)
  await runGit(home, ['init', '-q', other])
  const kept = { ...process.env }
  Object.assign(process.env, { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: '/nowhere' })
  try {
    expect((await readCommitDates(join(folder, 'docs'), FILES)).size).toBe(2)
  } finally {
    for (const key of ['GIT_DIR', 'GIT_INDEX_FILE']) {
      if (kept[key] === undefined) delete process.env[key]
      else process.env[key] = kept[key]
    }
  }
})

test('readCommitDates() finds none without a commit, and outside a repository', async () => {
  const place = await mkdtemp(join(home, 'none-'))
  expect((await readCommitDates(place, FILES)).size).toBe(0)
  await runGit(place, ['init', '-q'])
  expect((await readCommitDates(place, FILES)).size).toBe(0)
})

test('threat 53: readCommitDates() and listUncommitted() end in a billion names', async () => {
  const folder = await mkdtemp(join(home, 'bomb-'))
  await writeHistory(folder)
  await commitEndlessHistory(folder, 'docs')
  const docs = join(folder, 'docs')
  await mkdir(join(docs, 'bomb/a'), { recursive: true })
  await writeFile(join(docs, 'bomb/a/new.md'), '# New\n')
  const files = [...FILES, 'bomb/a/new.md']
  const dates = { 'one é.md': '2026-01-01', 'two.md': '2026-02-02' }
  expect(Object.fromEntries(await readCommitDates(docs, files))).toEqual(dates)
  expect([...(await listUncommitted(docs, files))]).toEqual([])
  await runGit(folder, ['update-ref', 'HEAD', 'HEAD^'])
  expect(Object.fromEntries(await readCommitDates(docs, files))).toEqual(dates)
  expect([...(await listUncommitted(docs, files))]).toEqual([])
})

function clone(...words: readonly string[]): (origin: string, folder: string) => Promise<unknown> {
  return (origin, folder) => runGit(home, ['clone', '-q', ...words, `file://${origin}`, folder])
}

async function writeHistory(folder: string, words: readonly string[] = []): Promise<void> {
  await mkdir(join(folder, 'docs'), { recursive: true })
  await runGit(folder, ['init', '-q', ...words])
  for (const [day, file] of [
    ['2026-01-01', 'one é.md'],
    ['2026-02-02', 'two.md'],
  ]) {
    await writeFile(join(folder, `docs/${file}`), `# ${file}\n\nText.\n`)
    await runGit(folder, ['add', '.'])
    await runGit(folder, ['commit', '-qm', 'a change'], `${day}T12:00:00Z`)
  }
}
