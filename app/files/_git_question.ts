import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Git finds a repository without a program, and takes no folder of files for one. */
const FINDING = ['git', '-c', 'safe.bareRepository=explicit', '-c', 'core.fsmonitor=false']

/** The user's settings say whom they trust; the other variables of Git name another repository. */
const INHERITED = /^GIT_(CONFIG|CEILING|DISCOVERY)_/

/** Git, whatever the settings say about names. */
const ASKING = ['git', '-c', 'core.quotepath=off']

/** Settings by which files are compared: their values are words, and none names a program. */
const COMPARING =
  '^core\\.(autocrlf|checkstat|eol|filemode|ignorecase|precomposeunicode|symlinks|trustctime)$'

/** What is missing is missing: Git asks no remote for it. */
const OFFLINE = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }

const WITHOUT_SETTINGS = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' }

/** One line each; a path with a line break is not read. */
const FOUND = new RegExp(
  '^(?<workTree>.+)\n(?<objects>.+)\n(?<index>.+)\n(?<shallow>.+)\n' +
    '(?<commit>[0-9a-f]{40}|[0-9a-f]{64})\n$',
)

/**
 * A few trees that hold each other many times are a history of a billion files, which Git lists
 * one by one. Ten times what a folder of a hundred thousand changes of pages prints.
 */
const ANSWER_MAX = { maxBuffer: 64_000_000, timeout: 30_000, killSignal: 'SIGKILL' } as const

const FORMAT_SHA_256 = '[extensions]\nobjectformat = sha256\n'

type Repository = {
  readonly workTree: string
  readonly objects: string
  readonly index: string
  readonly shallow: string
  readonly commit: string
}

/**
 * What Git prints about the last commit of the work tree around a folder, or nothing; nothing too
 * where that is more than any folder of pages makes it print. The settings
 * of a repository name programs, which Git runs even for a question. So it is asked in a Git folder
 * of our own, which has the objects of the repository and copies of its index.
 */
export async function askGit(
  folder: string,
  compose: (commit: string) => readonly string[],
): Promise<string> {
  const repository = await findRepository(folder)
  const own = repository && (await mkdtemp(join(tmpdir(), 'lectern-git-')).catch(() => undefined))
  if (repository === undefined || own === undefined) return ''
  const { workTree, objects, commit } = repository
  try {
    await writeGitFolder(own, repository)
    const settings = await readSettings(folder)
    return await runGit(folder, [...ASKING, ...settings, ...compose(commit)], {
      ...readEnvironment(),
      ...OFFLINE,
      ...WITHOUT_SETTINGS,
      GIT_DIR: own,
      GIT_OBJECT_DIRECTORY: objects,
      GIT_WORK_TREE: workTree,
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Where the parts of a repository are: those of a second work tree are in two folders. */
async function findRepository(folder: string): Promise<Repository | undefined> {
  const paths = ['objects', 'index', 'shallow'].flatMap((name) => ['--git-path', name])
  const printed = await find(folder, ['rev-parse', '--show-toplevel', ...paths, 'HEAD'])
  const found = FOUND.exec(printed)?.groups
  if (found === undefined) return undefined
  const { workTree = '', commit = '' } = found
  // Git prints paths from where the folder is, also where a link leads to it.
  const at = await realpath(folder)
  const locate = (name: string) => resolve(at, found[name] ?? '')
  return {
    workTree,
    objects: locate('objects'),
    index: locate('index'),
    shallow: locate('shallow'),
    commit,
  }
}

/** As words for Git: a setting in each. */
async function readSettings(folder: string): Promise<readonly string[]> {
  const printed = await find(folder, ['config', '-z', '--get-regexp', COMPARING])
  const settings = printed.split('\0').filter((setting) => setting !== '')
  return settings.flatMap((setting) => ['-c', setting.replace('\n', '=')])
}

function find(folder: string, words: readonly string[]): Promise<string> {
  return runGit(folder, [...FINDING, ...words], { ...readEnvironment(INHERITED), ...OFFLINE })
}

/** Everything that an answer needs beside the objects; without hooks and programs. */
async function writeGitFolder(own: string, { index, shallow, commit }: Repository): Promise<void> {
  const format = commit.length === 40 ? '' : FORMAT_SHA_256
  await mkdir(join(own, 'refs'))
  await Bun.write(join(own, 'HEAD'), `${commit}\n`)
  await Bun.write(join(own, 'config'), `[core]\nrepositoryformatversion = 1\n${format}`)
  const beside = await readdir(dirname(index)).catch(() => [])
  const shared = beside.filter((name) => name.startsWith('sharedindex.'))
  const files = [index, shallow, ...shared.map((name) => join(dirname(index), name))]
  // Most repositories have the first alone, and who reads may not be allowed to.
  await Promise.allSettled(files.map((file) => copyFileAndTime(file, join(own, basename(file)))))
}

/** The time of an index tells which files may have changed since it was written. */
async function copyFileAndTime(from: string, to: string): Promise<void> {
  const stats = await stat(from)
  if (!stats.isFile()) return
  await copyFile(from, to)
  await utimes(to, stats.atime, Math.floor(stats.mtimeMs / 1000))
}

/** The environment, but of the variables of Git only those of this pattern. */
function readEnvironment(kept?: RegExp): Readonly<Record<string, string | undefined>> {
  const variables = Object.entries(process.env)
  return Object.fromEntries(
    variables.filter(([name]) => !name.startsWith('GIT_') || kept?.test(name) === true),
  )
}

async function runGit(
  folder: string,
  [git = '', ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  try {
    const child = Bun.spawn([git, '-C', folder, ...words], {
      ...ANSWER_MAX,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const output = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? output : ''
  } catch {
    // There is no git on this machine.
    return ''
  }
}
