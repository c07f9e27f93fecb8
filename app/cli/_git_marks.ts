import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Files that change with each commit and each change of branch, when dates may change. */
export async function findGitMarks(folder: string): Promise<readonly string[]> {
  for (let each = resolve(folder); ; each = dirname(each)) {
    const git = await findGitFolder(join(each, '.git'))
    if (git !== undefined) return [join(git, 'HEAD'), join(git, 'logs/HEAD')]
    if (each === dirname(each)) return []
  }
}

/** In a second work tree of a repository, `.git` is a file that names the folder. */
async function findGitFolder(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isFile() !== true) return stats === undefined ? undefined : path
  const text = await readFile(path, 'utf8').catch(() => '')
  const named = /^gitdir: (.+)$/m.exec(text)?.[1]
  return named === undefined ? undefined : resolve(dirname(path), named)
}
