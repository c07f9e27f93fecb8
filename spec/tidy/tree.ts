import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/repository.ts'
import { treeFiles } from '../support/tree_files.ts'
import { type Source, sourceOf } from './source.ts'

/** Our own TypeScript, read. */
export function treeSources(): readonly Source[] {
  return treeFiles()
    .filter((path) => /^(app|scripts|spec)\/.*\.ts$/.test(path) && !isFixture(path))
    .map((path) => sourceOf(path, readText(path) ?? ''))
}

/** Sources of other generators keep the names and forms that those generators want. */
export function isFixture(path: string): boolean {
  return /^spec\/import\/generators\/\w+\/fixture\//.test(path)
}

/** The text of a file below the root; absent when it is not there. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return undefined
  }
}
