import { CODINGS, type PackedForm, type ServedFile } from '../../contract/build.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { ColumnReader } from '../../foundation/tables/column_reader.ts'
import { openColumns, type Trust, writeColumns } from '../../foundation/tables/columns.ts'
import { buildTextColumns, sortPositions, type Texts } from '../../foundation/tables/texts.ts'

const KIND = 'served'
/** A table that names packed files: a program that does not know them must not open it. */
const KIND_WITH_PACKED = 'served 2'
const DIGEST_BYTES = 32

/** All served files of a build, by path. */
export type ServedTable = {
  readonly count: number
  find(path: string): ServedFile | undefined
  at(at: number): ServedFile
}

/** Writes `private/served.bin`. */
export function writeServed(files: readonly ServedFile[]): Uint8Array<ArrayBuffer> {
  const paths = files.map(({ path }) => path)
  const forms = CODINGS.map((coding) => {
    const packed = files.map((file) => file.forms.find((form) => form.coding === coding))
    return {
      [`${coding}_at`]: Float64Array.from(packed, (form) => form?.at ?? 0),
      [`${coding}_bytes`]: Float64Array.from(packed, (form) => form?.bytes ?? 0),
      [`${coding}_sha256`]: packDigests(packed.map((form) => form?.sha256)),
    }
  })
  const isPacked = Uint8Array.from(files, (file) => Number(file.isPacked === true))
  const hasPacked = isPacked.includes(1)
  return writeColumns(hasPacked ? KIND_WITH_PACKED : KIND, {
    ...(hasPacked ? { is_packed: isPacked } : {}),
    ...buildTextColumns('path', paths),
    path_order: sortPositions(paths),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    sha256: packDigests(files.map(({ sha256 }) => sha256)),
    ...Object.assign({}, ...forms),
  })
}

/** Opens `private/served.bin` over its bytes; the error gives the reason. */
export function openServed(file: Uint8Array, trust?: Trust): Result<ServedTable, string> {
  const packed = openColumns(KIND_WITH_PACKED, file, trust)
  const columns = packed.ok ? packed : openColumns(KIND, file, trust)
  if (!columns.ok) return columns
  const reader = new ColumnReader(columns.value)
  const isPacked = packed.ok ? reader.u8('is_packed') : undefined
  const paths = reader.texts('path')
  const order = reader.u32('path_order')
  const { count } = paths
  // Only compressed forms have a position in the pack; the file itself has none.
  const identity = {
    at: new Float64Array(count),
    bytes: reader.f64('bytes'),
    sha256: reader.u8('sha256'),
  }
  const forms = CODINGS.map((coding): Form => {
    const bytes = reader.f64(`${coding}_bytes`)
    const at = reader.f64(`${coding}_at`)
    return { at, bytes, sha256: reader.u8(`${coding}_sha256`) }
  })
  if (reader.fault !== undefined) return err(reader.fault)
  const isWhole = order.length === count && [identity, ...forms].every((form) => fits(form, count))
  if (!isWhole || (isPacked ?? order).length !== count) {
    return err('its columns have different lengths')
  }
  return ok(createTable(paths, order, { identity, forms, isPacked }))
}

type Form = {
  readonly at: Float64Array
  readonly bytes: Float64Array
  readonly sha256: Uint8Array
}

function fits({ at, bytes, sha256 }: Form, count: number): boolean {
  const digests = sha256.length / DIGEST_BYTES
  return at.length === count && bytes.length === count && digests === count
}

type Forms = {
  readonly identity: Form
  readonly forms: readonly Form[]
  /** Absent where every file is at its path. */
  readonly isPacked: Uint8Array | undefined
}

function createTable(
  paths: Texts,
  order: Uint32Array,
  { identity, forms, isPacked }: Forms,
): ServedTable {
  const file = (at: number): ServedFile => ({
    path: paths.at(at),
    sha256: readDigest(identity, at),
    bytes: identity.bytes[at] ?? 0,
    ...(isPacked?.[at] === 1 ? { isPacked: true } : {}),
    forms: CODINGS.flatMap((coding, index): PackedForm[] => {
      const form = forms[index]
      const bytes = form?.bytes[at] ?? 0
      if (form === undefined || bytes === 0) return []
      return [{ coding, at: form.at[at] ?? 0, bytes, sha256: readDigest(form, at) }]
    }),
  })
  return {
    count: paths.count,
    find: (path) => {
      const at = paths.find(path, order)
      return at === -1 ? undefined : file(at)
    },
    at: file,
  }
}

function packDigests(texts: readonly (string | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(texts.length * DIGEST_BYTES)
  texts.forEach((text, at) => {
    if (text !== undefined) bytes.set(Uint8Array.fromHex(text), at * DIGEST_BYTES)
  })
  return bytes
}

function readDigest({ sha256 }: Form, at: number): string {
  return sha256.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES).toHex()
}
