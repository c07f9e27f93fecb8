import { copyFile, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createCollector } from '../../../foundation/files/garbage.ts'

/** A file of the corpus: its text, made when it is asked for, or the file that is copied. */
export type WantedFile = { readonly path: string } & (
  | { readonly text: () => string }
  | { readonly source: string }
)

/** A file that waits beside the corpus until all are ready. */
export type Change = { readonly path: string; readonly staged: string }

/** Writes files beside a corpus: what does not fit on the disk shows before anything changes. */
export async function stageChanges(
  temporary: string,
  files: readonly WantedFile[],
): Promise<readonly Change[]> {
  const folder = join(temporary, crypto.randomUUID())
  await mkdir(folder)
  const changes: Change[] = []
  const collect = createCollector()
  for (const [at, file] of files.entries()) {
    collect()
    const staged = join(folder, String(at))
    if ('text' in file) await writeFile(staged, file.text())
    else await copyFile(file.source, staged)
    changes.push({ path: file.path, staged })
  }
  return changes
}

/**
 * Puts files in place, each at once, and removes others: who reads the corpus meanwhile sees whole
 * files only. New files come first, so that no link leads to what is not there yet.
 */
export async function switchFiles(
  corpusDir: string,
  changes: readonly Change[],
  removed: readonly string[],
): Promise<void> {
  const folders = new Set(changes.map(({ path }) => dirname(join(corpusDir, path))))
  for (const folder of folders) await mkdir(folder, { recursive: true })
  for (const { path, staged } of changes) await rename(staged, join(corpusDir, path))
  for (const path of removed) await rm(join(corpusDir, path), { force: true })
  for (const path of removed) await removeEmptyFolders(corpusDir, dirname(path))
}

async function removeEmptyFolders(corpusDir: string, below: string): Promise<void> {
  for (let each = below; each.includes('/'); each = dirname(each)) {
    const isRemoved = await rmdir(join(corpusDir, each)).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}
