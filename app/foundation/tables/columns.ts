import { err, ok, type Result } from '../../contract/result.ts'

/**
 * A file of named columns: a header, a directory, then the columns, each aligned to eight bytes so
 * that typed arrays can view it directly. Little-endian, like every machine that Bun runs on.
 *
 * Header: 8 bytes of magic, 8 bytes for the kind of table, then four bytes each for the format, the
 * length of the file, the number of columns and the CRC-32 of all other bytes. Directory: for each
 * column 16 bytes of name, then its offset and length.
 */
const MAGIC = 'LECTERN'
const FORMAT = 1
const CHECKSUM_AT = 28
const HEADER_BYTES = 32
const ENTRY_BYTES = 24
const NAME_BYTES = 16

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** The columns of an opened file. A missing column, or one of the wrong width, is an error. */
export type Columns = {
  u8(name: string): Result<Uint8Array, string>
  u16(name: string): Result<Uint16Array, string>
  u32(name: string): Result<Uint32Array, string>
  f64(name: string): Result<Float64Array, string>
}

/** A column that is written in its place in the file, so that it is never in memory twice. */
export type ColumnPlan = {
  readonly byteLength: number
  readonly write: (file: ArrayBuffer, start: number) => void
}

/** Plans a column of so many values, which `fill` gets once, all zero. */
export function planColumn<Values extends Column>(
  View: ViewOf<Values>,
  length: number,
  fill: (column: Values) => void,
): ColumnPlan {
  return {
    byteLength: length * View.BYTES_PER_ELEMENT,
    write: (file, start) => fill(new View(file, start, length)),
  }
}

/** Whether these very bytes have passed all checks before, on another thread of this process. */
export type Trust = 'unchecked' | 'checked'

/** Writes a table, one column after the other. Equal columns give equal bytes. */
export function writeColumns(
  kind: string,
  columns: Readonly<Record<string, Column | ColumnPlan>>,
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(columns)
  const starts: number[] = []
  let end = HEADER_BYTES + entries.length * ENTRY_BYTES
  for (const [, column] of entries) {
    starts.push(alignOffset(end))
    end = alignOffset(end) + column.byteLength
  }
  const file = new Uint8Array(end)
  const view = new DataView(file.buffer)
  entries.forEach(([name, column], at) => {
    const entry = HEADER_BYTES + at * ENTRY_BYTES
    const start = starts[at] ?? 0
    writeName(file, entry, name, NAME_BYTES)
    view.setUint32(entry + NAME_BYTES, start, true)
    view.setUint32(entry + NAME_BYTES + 4, column.byteLength, true)
    if (!ArrayBuffer.isView(column)) column.write(file.buffer, start)
    else file.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start)
  })
  writeName(file, 0, MAGIC, 8)
  writeName(file, 8, kind, 8)
  view.setUint32(16, FORMAT, true)
  view.setUint32(20, file.length, true)
  view.setUint32(24, entries.length, true)
  view.setUint32(CHECKSUM_AT, computeChecksum(file), true)
  return file
}

/** Opens a table without copying or parsing it; the error gives the reason. */
export function openColumns(
  kind: string,
  file: Uint8Array,
  trust: Trust = 'unchecked',
): Result<Columns, string> {
  if (file.length < HEADER_BYTES) return err('it is too short')
  if (!isNamed(file, 0, MAGIC)) return err('it is not a Lectern table')
  if (!isNamed(file, 8, kind)) return err(`it is not a table of ${kind}`)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const format = view.getUint32(16, true)
  if (format !== FORMAT) return err(`it has format ${format}, not ${FORMAT}`)
  const length = view.getUint32(20, true)
  if (length !== file.length) return err(`it has ${file.length} bytes, not ${length}`)
  if (trust === 'unchecked' && view.getUint32(CHECKSUM_AT, true) !== computeChecksum(file)) {
    return err('its checksum does not match')
  }
  const places = readDirectory(file, view, view.getUint32(24, true))
  return places.ok ? ok(createColumns(file, places.value)) : places
}

type Place = { readonly start: number; readonly length: number }

function readDirectory(
  file: Uint8Array,
  view: DataView,
  count: number,
): Result<ReadonlyMap<string, Place>, string> {
  if (HEADER_BYTES + count * ENTRY_BYTES > file.length) return err('its directory is truncated')
  const places = new Map<string, Place>()
  for (let at = 0; at < count; at += 1) {
    const entry = HEADER_BYTES + at * ENTRY_BYTES
    const name = readName(file, entry, NAME_BYTES)
    const start = view.getUint32(entry + NAME_BYTES, true)
    const length = view.getUint32(entry + NAME_BYTES + 4, true)
    if (start % 8 !== 0 || start + length > file.length) return err(`column "${name}" is truncated`)
    places.set(name, { start, length })
  }
  return ok(places)
}

function createColumns(file: Uint8Array, places: ReadonlyMap<string, Place>): Columns {
  // Typed arrays need aligned memory, so an unaligned file is copied once.
  const base = file.byteOffset % 8 === 0 ? file : file.slice()
  const placeOf = (name: string, size: number): Result<Place, string> => {
    const place = places.get(name)
    if (place === undefined) return err(`column "${name}" is absent`)
    return place.length % size === 0 ? ok(place) : err(`column "${name}" has the wrong width`)
  }
  const view =
    <Values extends Column>(View: ViewOf<Values>) =>
    (name: string): Result<Values, string> => {
      const size = View.BYTES_PER_ELEMENT
      const place = placeOf(name, size)
      if (!place.ok) return place
      const { start, length } = place.value
      return ok(new View(base.buffer, base.byteOffset + start, length / size))
    }
  return {
    u8: view(Uint8Array),
    u16: view(Uint16Array),
    u32: view(Uint32Array),
    f64: view(Float64Array),
  }
}

type ViewOf<Values extends Column> = {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, start: number, length: number): Values
}

/** CRC-32 detects accidental damage, at 9 GB a second; digests detect the rest. */
function computeChecksum(file: Uint8Array): number {
  return Bun.hash.crc32(file.subarray(HEADER_BYTES), Bun.hash.crc32(file.subarray(0, CHECKSUM_AT)))
}

function alignOffset(offset: number): number {
  return Math.ceil(offset / 8) * 8
}

function writeName(file: Uint8Array, at: number, name: string, bytesMax: number): void {
  const bytes = new TextEncoder().encode(name)
  if (bytes.length > bytesMax) throw new Error(`Cannot name a column "${name}": it is too long`)
  file.set(bytes, at)
}

/** Whether eight bytes hold this name and nothing else. */
function isNamed(file: Uint8Array, at: number, name: string): boolean {
  const wanted = new Uint8Array(8)
  writeName(wanted, 0, name, wanted.length)
  return wanted.every((byte, offset) => byte === file[at + offset])
}

function readName(file: Uint8Array, at: number, bytesMax: number): string {
  let end = at
  while (end < at + bytesMax && file[end] !== 0) end += 1
  return new TextDecoder().decode(file.subarray(at, end))
}
