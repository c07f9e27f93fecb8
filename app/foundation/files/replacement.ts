import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './folder_writer.ts'
import { writeNewPieces } from './new_file.ts'

/** Replaces a file atomically: a reader sees either the old or the new bytes. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await replaceByPieces(path, [bytes])
}

/** The same for a file that is made piece by piece, so that it is never all in memory. */
export async function replaceByPieces(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`
  try {
    await writeNewPieces(temporary, pieces)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}
