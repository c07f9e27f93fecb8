import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Paths of Git's own files, such as `HEAD`, for the work tree around a folder, if there is one. */
export function listGitFiles(folder: string, names: readonly string[]): readonly string[] {
  const git = findGitFolder(folder)
  return git === undefined ? [] : names.map((name) => join(git, name))
}

function findGitFolder(folder: string): string | undefined {
  for (let each = resolve(folder); ; each = dirname(each)) {
    const found = followGitFile(join(each, '.git'))
    if (found !== undefined || each === dirname(each)) return found
  }
}

/**
 * In a submodule and in a second work tree, `.git` is a file that names the folder. Git passes over
 * what is neither, such as a device that hides a repository, and a folder without `HEAD`.
 */
function followGitFile(path: string): string | undefined {
  try {
    const folder = statSync(path).isFile() ? readNamedFolder(path) : path
    return folder !== undefined && statSync(join(folder, 'HEAD')).isFile() ? folder : undefined
  } catch {
    return undefined
  }
}

function readNamedFolder(path: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
  return named === undefined ? undefined : resolve(dirname(path), named)
}
