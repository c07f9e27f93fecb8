import { createTar } from 'nanotar'

export type ArchiveFile = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isProgram?: boolean
}

/** An archive ends with two empty blocks, which the library leaves out when its pages are full. */
const END = new Uint8Array(1024)

/** A compressed archive: the same files and time give the same bytes, whoever packs them. */
export function packArchive(files: readonly ArchiveFile[], epoch: number): Uint8Array {
  const tar = createTar(
    files.map(({ name, bytes, isProgram }) => ({
      name,
      data: bytes,
      attrs: { mode: isProgram === true ? '755' : '644' },
    })),
    { attrs: { uid: 0, gid: 0, mtime: epoch * 1000 } },
  )
  return Bun.gzipSync(Buffer.concat([tar, END]), { level: 9 })
}
