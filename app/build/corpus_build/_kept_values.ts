import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { compare } from '../../contract/problem.ts'
import { replaceByPieces } from '../../foundation/files/replacement.ts'
import { encodeJson, encodeUtf8 } from '../../text/source_text/escape.ts'

/** What the last build computed, by names that say what it was computed from. */
export type KeptValues = {
  /** The build whose values these are; undefined where nothing is kept. */
  readonly build: string | undefined
  has(name: string): boolean
  /** A value of the last build, which is kept for the next one, too; undefined if it is damaged. */
  get(name: string): unknown
  set(name: string, value: unknown): void
  /** Writes what was asked for and set, and forgets everything. */
  save(build: string): Promise<void>
  /** Gives up the file, also after a failure. */
  close(): void
}

type Entry = readonly [name: string, at: number, bytes: number, sum: number]

/** Where the values of a file are; its bytes stay on the disk. */
type OpenFile = {
  readonly build: string
  readonly entries: ReadonlyMap<string, Entry>
  readonly file: number
}

/** At the end of the file: bytes of the list of values, its checksum, and what the file is. */
const TRAILER_BYTES = 12
const MAGIC = 0x6c6b7631

/** Slower levels save next to nothing more. */
const PACKING = { level: 6 } as const

/** Opens the file of a cache; one that is damaged, or of another version, is as if it were not. */
export function openKeptValues(path: string, version: string): KeptValues {
  const old = openFile(path, version)
  const used = new Map<string, Entry | Uint8Array>()
  let isOpen = old !== undefined
  const close = (): void => {
    if (isOpen && old !== undefined) closeSync(old.file)
    isOpen = false
  }
  return {
    build: old?.build,
    has: (name) => old?.entries.has(name) === true,
    get: (name) => {
      const entry = old?.entries.get(name)
      if (entry === undefined || old === undefined || !isOpen) return undefined
      const packed = readEntry(old.file, entry)
      if (packed === undefined) return undefined
      used.set(name, entry)
      return JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(packed)))
    },
    set: (name, value) => void used.set(name, Bun.zstdCompressSync(encodeJson(value), PACKING)),
    save: async (build) => {
      const isSame =
        old?.build === build &&
        used.size === old.entries.size &&
        [...used.values()].every((value) => !(value instanceof Uint8Array))
      // A build on a disk that is full or read-only is as good without it.
      if (!isSame) {
        await replaceByPieces(path, writePieces({ version, build }, used, old?.file)).catch(
          () => undefined,
        )
      }
      used.clear()
      close()
    },
    close,
  }
}

function* writePieces(
  head: { readonly version: string; readonly build: string },
  used: ReadonlyMap<string, Entry | Uint8Array>,
  old: number | undefined,
): Generator<Uint8Array> {
  const entries: Entry[] = []
  let at = 0
  for (const [name, value] of [...used].sort(([one], [other]) => compare(one, other))) {
    const packed =
      value instanceof Uint8Array ? value : old === undefined ? undefined : readEntry(old, value)
    if (packed === undefined) continue
    entries.push([name, at, packed.length, Bun.hash.crc32(packed)])
    at += packed.length
    yield packed
  }
  const list = encodeUtf8(JSON.stringify({ ...head, entries }))
  yield list
  yield new Uint8Array(Uint32Array.of(list.length, Bun.hash.crc32(list), MAGIC).buffer)
}

function openFile(path: string, version: string): OpenFile | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const found = readList(file, version)
    if (found !== undefined) return { ...found, file }
  } catch {}
  if (file !== undefined) closeSync(file)
  return undefined
}

function readList(file: number, version: string): Omit<OpenFile, 'file'> | undefined {
  const { size } = fstatSync(file)
  const trailer = readRange(file, size - TRAILER_BYTES, TRAILER_BYTES)
  if (trailer === undefined) return undefined
  const [bytes = 0, sum = 0, magic = 0] = new Uint32Array(trailer.buffer)
  const list = readRange(file, size - TRAILER_BYTES - bytes, bytes)
  if (magic !== MAGIC || list === undefined || Bun.hash.crc32(list) !== sum) return undefined
  // Only this file writes it, and its checksum holds.
  const content = JSON.parse(new TextDecoder().decode(list)) as {
    readonly version: string
    readonly build: string
    readonly entries: readonly Entry[]
  }
  if (content.version !== version) return undefined
  return { build: content.build, entries: new Map(content.entries.map((each) => [each[0], each])) }
}

function readEntry(file: number, [, at, bytes, sum]: Entry): Uint8Array<ArrayBuffer> | undefined {
  const packed = readRange(file, at, bytes)
  return packed !== undefined && Bun.hash.crc32(packed) === sum ? packed : undefined
}

function readRange(file: number, at: number, bytes: number): Uint8Array<ArrayBuffer> | undefined {
  if (at < 0) return undefined
  const range = new Uint8Array(bytes)
  return readSync(file, range, 0, bytes, at) === bytes ? range : undefined
}
