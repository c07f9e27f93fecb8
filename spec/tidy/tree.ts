import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { type Source, sourceOf } from './source.ts'

/** Every file that is, or is about to be, under version control; paths from the root. */
export function treeFiles(): readonly string[] {
  const listed = Bun.spawnSync(['git', 'ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
  })
  if (!listed.success) throw new Error(`Cannot list the tree: ${listed.stderr.toString()}`)
  const paths = listed.stdout.toString().split('\0').filter(Boolean)
  return [...new Set(paths)].filter((path) => readText(path) !== undefined).sort()
}

/** Our own TypeScript, read. */
export function treeSources(): readonly Source[] {
  return treeFiles()
    .filter((path) => /^(app|scripts|spec)\/.*\.ts$/.test(path))
    .map((path) => sourceOf(path, readText(path) ?? ''))
}

/** The text of a file below the root; absent when it is not there. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return undefined
  }
}
