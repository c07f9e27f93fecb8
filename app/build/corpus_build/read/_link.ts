import { realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'

/**
 * What is wrong with a symbolic link in a corpus. A link inside it is another name for a file; an
 * outside one could publish anything. `root` is the real path of the corpus.
 */
export async function explainBadLink(
  path: string,
  root: string,
): Promise<readonly [what: string, fix: string] | undefined> {
  const target = await realpath(path).catch(() => undefined)
  const found = target === undefined ? undefined : await stat(target).catch(() => undefined)
  if (target === undefined || found === undefined) {
    return ['this symbolic link is broken', 'fix or remove it']
  }
  if (!target.startsWith(root + sep)) {
    return ['this symbolic link points outside the corpus', 'put the file itself here']
  }
  if (found.isFile()) return undefined
  return ['this symbolic link points to a folder', 'put the folder itself here']
}
