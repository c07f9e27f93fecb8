import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What a source folder holds, byte for byte, and its symbolic links. */
export type FolderState = { readonly digest: string; readonly links: readonly string[] }

/** Digests every name, every byte of a file and every target of a link below a folder. */
export async function describeFolder(root: string): Promise<FolderState> {
  const hasher = new Bun.CryptoHasher('sha256')
  const links: string[] = []
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      hasher.update(`${path}\n`)
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile()) hasher.update(await readFile(join(root, path)))
      else if (entry.isSymbolicLink()) {
        hasher.update(await readlink(join(root, path)))
        links.push(path)
      }
    }
  }
  await visit('')
  return { digest: hasher.digest('hex'), links }
}
