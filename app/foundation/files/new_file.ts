import { open } from 'node:fs/promises'

/** Writes a file that must not exist yet; when this resolves, its bytes survive a crash. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  await writeNewPieces(path, [bytes])
}

/** The same for a file that is made piece by piece, so that it is never all in memory. */
export async function writeNewPieces(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    for (const piece of pieces) await handle.appendFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
