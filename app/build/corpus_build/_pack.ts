import { CODINGS, type Coding, PACKED_FILE, type PackedForm } from '../../contract/build.ts'
import { compress, type GrowingForm, growForm } from '../../contract/content_coding.ts'
import type { ManifestFile } from '../../contract/corpus.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { EmittedFile, FolderWriter } from '../../foundation/files/folder_writer.ts'

/** Files that are compressed at once; their forms wait in memory for their turn in the pack. */
const FILES_IN_FLIGHT_MAX = 16

/** Formats that are not already compressed. */
const COMPRESSIBLE = /\.(conf|css|csv|html|js|jsonl?|md|service|svg|toml|tsv|txt|xml|ya?ml)$/

/** From this size on, gzip would keep a reader waiting who asks for it; below, it is made then. */
const GZIP_FROM_BYTES = 256 * 1024

/** The forms of a file in the pack, and whether there is no file beside them. */
type PackedFile = { readonly forms: readonly PackedForm[]; readonly isPacked: boolean }

/** Writes the compressed forms of files one after another. */
export type Packer = {
  /** Accepts a file; resolves when there is room for the next one. */
  readonly put: (file: EmittedFile) => Promise<void>
  /** Accepts a file that is kept nowhere else. */
  readonly putAlone: (file: EmittedFile) => Promise<void>
  /** Accepts the forms of a file that an earlier build made. */
  readonly putForms: (file: CompressedFile) => Promise<void>
  /** Starts a file that grows piece by piece; `isPacked` tells that it is kept nowhere else. */
  readonly grow: (path: string, isPacked: boolean) => GrowingPackedFile
  /** Waits for everything and returns what the pack has of each file by its path. */
  readonly end: () => Promise<ReadonlyMap<string, PackedFile>>
}

type GrowingPackedFile = {
  readonly add: (bytes: Uint8Array) => Promise<void>
  readonly end: () => Promise<ManifestFile>
}

/** A file, and its forms that are smaller. */
export type CompressedFile = {
  readonly path: string
  readonly forms: readonly (readonly [Coding, Uint8Array])[]
  readonly isPacked: boolean
}

export async function createPacker(writer: FolderWriter): Promise<Packer> {
  const pack = await writer.grow(PACKED_FILE)
  const packedByPath = new Map<string, PackedFile>()
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
    packedByPath.set(next.path, { forms, isPacked: next.isPacked })
  }
  const accept = async (compressing: Promise<CompressedFile>): Promise<void> => {
    // After a failure elsewhere nobody awaits this one, and a rejection must not go unhandled.
    compressing.catch(() => undefined)
    inFlight.push(compressing)
    if (inFlight.length >= FILES_IN_FLIGHT_MAX) await append()
  }
  return {
    put: async (file) => {
      if (file.bytes.length < LIMITS.compressedFromBytes || !COMPRESSIBLE.test(file.path)) return
      await accept(compressFile(file))
    },
    putAlone: (file) => accept(compressAlone(file)),
    putForms: (file) => accept(Promise.resolve(file)),
    grow: (path, isPacked) => growFile(path, isPacked, accept),
    end: async () => {
      while (inFlight.length > 0) await append()
      await pack.end()
      return packedByPath
    },
  }
}

/** Runs on the runtime's threads while the next pages are rendered. */
async function compressFile({ path, bytes }: EmittedFile): Promise<CompressedFile> {
  const forms = await Promise.all(
    codingsOf(bytes.length).map(async (coding) => [coding, await compress(coding, bytes)] as const),
  )
  return { path, forms: forms.filter(([, form]) => form.length < bytes.length), isPacked: false }
}

async function compressAlone({ path, bytes }: EmittedFile): Promise<CompressedFile> {
  return { path, forms: [['br', await compress('br', bytes)]], isPacked: true }
}

function codingsOf(bytes: number): readonly Coding[] {
  return bytes < GZIP_FROM_BYTES ? ['br'] : CODINGS
}

/** Compresses pieces as they come, so that a large file is never all in memory. */
function growFile(
  path: string,
  isPacked: boolean,
  accept: (compressing: Promise<CompressedFile>) => Promise<void>,
): GrowingPackedFile {
  const growing = CODINGS.map((coding): readonly [Coding, GrowingForm] => [
    coding,
    growForm(coding),
  ])
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  return {
    add: async (piece) => {
      hasher.update(piece)
      bytes += piece.length
      await Promise.all(growing.map(([, form]) => form.add(piece)))
    },
    end: async () => {
      const made = await Promise.all(
        growing.map(async ([coding, form]) => [coding, await form.end()] as const),
      )
      const forms = isPacked || bytes >= LIMITS.compressedFromBytes ? made : []
      await accept(Promise.resolve({ path, forms, isPacked }))
      return { path, sha256: hasher.digest('hex'), bytes }
    },
  }
}
