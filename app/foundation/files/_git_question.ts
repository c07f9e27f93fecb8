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
  '^(?<workTree>.+)\n(?<prefix>.*)\n(?<objects>.+)\n(?<index>.+)\n(?<shallow>.+)\n' +
    '(?<commit>[0-9a-f]{40}|[0-9a-f]{64})$',
)

/** Ten times what a hundred thousand changes of pages make Git print for one question. */
const ANSWER_BYTES_MAX = 128_000_000
const ANSWERS_MS_MAX = 30_000

const FORMAT_SHA_256 = '[extensions]\nobjectformat = sha256\n'

/** Asks Git, and tells whether its answer was whole: each line is taken when it is read. */
export type Ask = (
  words: readonly string[],
  input: string,
  take: (line: string) => void,
) => Promise<boolean>

type Repository = {
  readonly workTree: string
  /** The path of the folder in the work tree, and a slash; empty for the work tree itself. */
  readonly prefix: string
  readonly objects: string
  readonly index: string
  readonly shallow: string
  readonly commit: string
}

/**
 * What is read from Git about the last commit of the work tree around a folder; nothing outside of
 * one. The settings of a repository name programs, which Git runs even for a question. So it is
 * asked in a Git folder of our own, which has the objects of the repository and copies of its
 * index.
 */
export async function askGit<Answer>(
  folder: string,
  read: (ask: Ask, repository: Repository) => Promise<Answer>,
): Promise<Answer | undefined> {
  const repository = await findRepository(folder)
  const own = repository && (await mkdtemp(join(tmpdir(), 'lectern-git-')).catch(() => undefined))
  if (repository === undefined || own === undefined) return undefined
  try {
    await writeGitFolder(own, repository)
    const settings = await readSettings(folder)
    const env = {
      ...readEnvironment(),
      ...OFFLINE,
      ...WITHOUT_SETTINGS,
      GIT_DIR: own,
      GIT_OBJECT_DIRECTORY: repository.objects,
      GIT_WORK_TREE: repository.workTree,
    }
    const signal = AbortSignal.timeout(ANSWERS_MS_MAX)
    const ask: Ask = (words, input, take) =>
      runGit(folder, [...ASKING, ...settings, ...words], { env, signal, input, take })
    return await read(ask, repository)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** Where the parts of a repository are: those of a second work tree are in two folders. */
async function findRepository(folder: string): Promise<Repository | undefined> {
  const paths = ['objects', 'index', 'shallow'].flatMap((name) => ['--git-path', name])
  const printed = await find(folder, [
    'rev-parse',
    '--show-toplevel',
    '--show-prefix',
    ...paths,
    'HEAD',
  ])
  const found = FOUND.exec(printed)?.groups
  if (found === undefined) return undefined
  const { workTree = '', prefix = '', commit = '' } = found
  // Git prints paths from where the folder is, also where a link leads to it.
  const at = await realpath(folder)
  const locate = (name: string) => resolve(at, found[name] ?? '')
  return {
    workTree,
    prefix,
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

async function find(folder: string, words: readonly string[]): Promise<string> {
  const lines: string[] = []
  const isWhole = await runGit(folder, [...FINDING, ...words], {
    env: { ...readEnvironment(INHERITED), ...OFFLINE },
    signal: AbortSignal.timeout(ANSWERS_MS_MAX),
    input: '',
    take: (line) => lines.push(line),
  })
  return isWhole ? lines.join('\n') : ''
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

type Running = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly input: string
  readonly take: (line: string) => unknown
}

async function runGit(
  folder: string,
  [git = '', ...words]: readonly string[],
  { env, signal, input, take }: Running,
): Promise<boolean> {
  try {
    const child = Bun.spawn([git, '-C', folder, ...words], {
      env,
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: ANSWER_BYTES_MAX,
      stdin: new TextEncoder().encode(input),
      stdout: 'pipe',
      stderr: 'ignore',
    })
    let rest = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    }
    if (rest !== '') take(rest)
    return (await child.exited) === 0
  } catch {
    // There is no git on this machine.
    return false
  }
}
