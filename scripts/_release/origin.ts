import { join } from 'node:path'

/** What a release is made from. Nothing in it depends on when or where it is made. */
export type Origin = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  /** Version of the runtime inside. */
  readonly bun: string
  readonly commit: string
  /** Time of the commit, in seconds. */
  readonly epoch: number
  /** Files that differ from the commit: nobody else can make the same release then. */
  readonly uncommitted: readonly string[]
  /** The release before this one, where there is one. */
  readonly tagBefore: string | undefined
}

/** Reads name and version from `package.json`, and commit, time and tags from git. */
export async function readOrigin(root: string): Promise<Origin> {
  const manifest = JSON.parse(await Bun.file(join(root, 'package.json')).text())
  const { name, version, description, license, engines } = manifest
  const git = (...words: string[]) => readGit(root, words)
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-creatordate').split('\n')
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'))
  const status = git('status', '--porcelain', '--untracked-files=all').split('\n')
  return {
    ...{ name, version, description, license, bun: engines.bun },
    commit: git('rev-parse', 'HEAD'),
    epoch: Number.isSafeInteger(epoch) ? epoch : 0,
    uncommitted: status.filter((line) => line !== '').map((line) => line.slice(3)),
    tagBefore: tags.find((tag) => tag !== '' && tag !== `v${version}`),
  }
}

/** Paths below a folder in a commit or tag. */
export function listCommitted(root: string, revision: string, folder: string): readonly string[] {
  return readGit(root, ['ls-tree', '-r', '--name-only', revision, '--', folder]).split('\n')
}

/** Empty where there is no git, or no commit: a release can be made from an archive too. */
function readGit(root: string, words: readonly string[]): string {
  try {
    const { success, stdout } = Bun.spawnSync(['git', '-C', root, ...words], { stderr: 'ignore' })
    return success ? stdout.toString().trimEnd() : ''
  } catch {
    return ''
  }
}
