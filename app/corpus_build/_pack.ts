import { CODINGS, type Coding, PACKED_FILE, type PackedForm } from '../contract/build.ts'
import { COMPRESSED_FROM_BYTES, compress } from '../contract/content_coding.ts'
import type { EmittedFile, FolderWriter } from '../files/folder_writer.ts'

/** Files that are compressed at once; their forms wait in memory for their turn in the pack. */
const FILES_IN_FLIGHT_MAX = 16

/** Formats that are not already compressed. */
const COMPRESSIBLE = /\.(conf|css|csv|html|js|jsonl?|md|service|svg|toml|tsv|txt|xml|ya?ml)$/

/** Writes the compressed forms of files one after another. */
export type Packer = {
  /** Accepts a file; resolves when there is room for the next one. */
  readonly put: (file: EmittedFile) => Promise<void>
  /** Waits for everything and returns the forms of each file by its path. */
  readonly end: () => Promise<ReadonlyMap<string, readonly PackedForm[]>>
}

type CompressedFile = {
  readonly path: string
  readonly forms: readonly (readonly [Coding, Uint8Array])[]
}

export async function createPacker(writer: FolderWriter): Promise<Packer> {
  const pack = await writer.grow(PACKED_FILE)
  const formsByPath = new Map<string, readonly PackedForm[]>()
  const inFlight: Promise<CompressedFile>[] = []
  let at = 0
  // In the order in which files arrive, so that the same files make the same pack.
  const append = async (): Promise<void> => {
    const next = await inFlight.shift()
    if (next === undefined) return
    const forms: PackedForm[] = []
    for (const [coding, bytes] of next.forms) {
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      forms.push({ coding, at, bytes: bytes.length, sha256 })
      await pack.add(bytes)
      at += bytes.length
    }
    formsByPath.set(next.path, forms)
  }
  const put = async (file: EmittedFile): Promise<void> => {
    if (file.bytes.length < COMPRESSED_FROM_BYTES || !COMPRESSIBLE.test(file.path)) return
    const compressing = compressFile(file)
    // After a failure elsewhere nobody awaits this one, and a rejection must not go unhandled.
    compressing.catch(() => undefined)
    inFlight.push(compressing)
    if (inFlight.length >= FILES_IN_FLIGHT_MAX) await append()
  }
  const end = async (): Promise<ReadonlyMap<string, readonly PackedForm[]>> => {
    while (inFlight.length > 0) await append()
    await pack.end()
    return formsByPath
  }
  return { put, end }
}

/** Runs on the runtime's threads while the next pages are rendered. */
async function compressFile({ path, bytes }: EmittedFile): Promise<CompressedFile> {
  const forms = await Promise.all(
    CODINGS.map(async (coding) => [coding, await compress(coding, bytes)] as const),
  )
  return { path, forms: forms.filter(([, form]) => form.length < bytes.length) }
}
