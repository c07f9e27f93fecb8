import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE, PACKED_FILE, type ServedFile } from '../../contract/build.ts'
import { compress, decompress } from '../../contract/content_coding.ts'
import type { PublicRefusal } from '../../contract/public_error.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { computeDigest } from './_build_files.ts'
import type { LoadedBuild } from './_load.ts'
import type { StoredFile, StoredForm } from './_public_docs.ts'

/** How many files are kept as objects; the others stay in the table. */
const OBJECTS_MAX = 1024

/** A larger file is digested beside the thread that answers. */
const DIGEST_BYTES_MAX = 256 * 1024

type Reading = Promise<Result<Uint8Array<ArrayBuffer>, PublicRefusal>>

/**
 * Creates a lookup of served files by path, which creates each file on first access.
 * `onUnreadable` is called when the bytes of one cannot be read, or are not those of the build.
 */
export function createFileLookup(
  build: LoadedBuild,
  onUnreadable: () => void,
): (path: string) => StoredFile | undefined {
  const place = { ...build, onUnreadable }
  const known = new Map<string, StoredFile>()
  return (path) => {
    const kept = known.get(path)
    if (kept !== undefined) return kept
    const file = build.served.find(path)
    if (file === undefined) return undefined
    const stored =
      path === MANIFEST_FILE ? toStoredManifest(file, place) : toStoredFile(file, place)
    if (known.size >= OBJECTS_MAX) known.clear()
    known.set(path, stored)
    return stored
  }
}

type BuildPlace = Pick<LoadedBuild, 'folder' | 'modifiedMs'> & { readonly onUnreadable: () => void }

/** A file of a build; `readPlain` replaces how its own bytes are read. */
function toStoredFile(
  file: ServedFile,
  { folder, modifiedMs, onUnreadable }: BuildPlace,
  readPlain?: () => Reading,
): StoredFile {
  const { path, sha256, bytes } = file
  const watch = async (reading: Reading): Reading => {
    const read = await reading
    if (!read.ok) onUnreadable()
    return read
  }
  const forms = file.forms.map(
    (form): StoredForm => ({
      coding: form.coding,
      sha256: form.sha256,
      read: () => watch(readForm(folder, path, form)),
    }),
  )
  const [packed] = forms
  const isPacked = file.isPacked === true && packed?.coding === 'br'
  const readKept = () => watch(isPacked ? readPacked(packed, file) : readWhole(folder, file))
  const read = readPlain ?? readKept
  const own = { path, sha256, bytes, modifiedMs, read }
  return { ...own, forms: packed === undefined ? [] : addGzip(own, forms) }
}

/** Few clients ask for gzip, and a page takes half a millisecond: the build leaves it out. */
function addGzip(
  file: Pick<StoredFile, 'sha256' | 'read'>,
  forms: readonly StoredForm[],
): readonly StoredForm[] {
  if (forms.some(({ coding }) => coding === 'gzip')) return forms
  const sha256 = computeDigest(new TextEncoder().encode(`gzip ${file.sha256}`))
  const read = async (): Reading => {
    const plain = await file.read()
    return plain.ok ? ok(await compress('gzip', plain.value)) : plain
  }
  return [...forms, { coding: 'gzip', sha256, read }]
}

/** The digest of the form was checked, and that of the file is the one that it was made from. */
async function readPacked(form: StoredForm, { path, bytes }: ServedFile): Reading {
  const packed = await form.read()
  if (!packed.ok) return packed
  const plain = await decompress(packed.value, bytes).catch(() => undefined)
  return plain === undefined ? err(refuseUnreadable(path)) : ok(plain)
}

/** The manifest on disk may have been replaced; the snapshot keeps its own. */
function toStoredManifest(file: ServedFile, build: LoadedBuild & BuildPlace): StoredFile {
  const { manifestBytes, manifestDigest } = build
  const own = { ...file, sha256: manifestDigest, bytes: manifestBytes.length }
  const packed = manifestDigest === file.sha256 ? own : { ...own, forms: [] }
  return toStoredFile(packed, build, async () => ok(manifestBytes))
}

/** The disk is not trusted: nobody gets bytes that the build did not have. */
async function readWhole(folder: string, { path, sha256, bytes }: ServedFile): Reading {
  const read = await readRange(join(folder, path), { from: 0, to: bytes }, 'whole')
  if (read === undefined) return err(refuseUnreadable(path))
  const digest = bytes > DIGEST_BYTES_MAX ? await digestAside(read) : computeDigest(read)
  return digest === sha256 ? ok(read) : err(refuseUnreadable(path))
}

/** On another thread, which costs more than a small file does here. */
async function digestAside(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
}

async function readForm(folder: string, path: string, form: ServedFile['forms'][number]): Reading {
  const range = { from: form.at, to: form.at + form.bytes }
  const read = await readRange(join(folder, PACKED_FILE), range)
  if (read === undefined) return err(refuseUnreadable(path))
  // A wrong byte makes the rest of a compressed body unreadable, so these are always checked.
  return computeDigest(read) === form.sha256 ? ok(read) : err(refuseUnreadable(path))
}

export function refuseUnreadable(what: string): PublicRefusal {
  return { reason: 'unavailable', message: `Cannot read "${what}": its file is missing` }
}

/**
 * The bytes of a file between two offsets. Absent when they cannot be read, or when the file is
 * longer than the whole that was requested.
 */
export async function readRange(
  path: string,
  { from, to }: { readonly from: number; readonly to: number },
  form?: 'whole',
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    if (to < from || (form === 'whole' && (await file.stat()).size !== to)) return undefined
    const bytes = new Uint8Array(to - from)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    return bytesRead === bytes.length ? bytes : undefined
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}
