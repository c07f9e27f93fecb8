import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './repository.ts'

/** Every file that is, or is about to be, under version control; paths from the root, sorted. */
export function treeFiles(): readonly string[] {
  const listed = Bun.spawnSync(['git', 'ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
  })
  if (!listed.success) throw new Error(`Cannot list the tree: ${listed.stderr.toString()}`)
  const paths = listed.stdout.toString().split('\0').filter(Boolean)
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path))).sort()
}

/** Copies what a clone would hold: the files that git knows, as they are now. */
export async function copyTree(folder: string): Promise<void> {
  for (const path of treeFiles()) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true })
  }
}
