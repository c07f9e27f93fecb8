import { open } from 'node:fs/promises'

/** Writes a file that must not exist yet; when this resolves, its bytes survive a crash. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
