import { CODINGS, type PackedForm, type ServedFile } from '../contract/build.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type Columns, openColumns, writeColumns } from '../tables/columns.ts'
import { buildTextColumns, openTexts, sortPositions, type Texts } from '../tables/texts.ts'

const KIND = 'served'
const DIGEST_BYTES = 32

/** All served files of a build, found by path. */
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
  return writeColumns(KIND, {
    ...buildTextColumns('path', paths),
    path_order: sortPositions(paths),
    bytes: Float64Array.from(files, ({ bytes }) => bytes),
    sha256: packDigests(files.map(({ sha256 }) => sha256)),
    ...Object.assign({}, ...forms),
  })
}

/** Opens `private/served.bin` over its bytes; the error says what is wrong with it. */
export function openServed(file: Uint8Array): Result<ServedTable, string> {
  const columns = openColumns(KIND, file)
  if (!columns.ok) return columns
  const paths = openTexts(columns.value, 'path')
  if (!paths.ok) return paths
  const { count } = paths.value
  const order = columns.value.u32('path_order')
  if (!order.ok) return order
  const identity = openForm(columns.value, '', count)
  if (!identity.ok) return identity
  const forms: Form[] = []
  for (const coding of CODINGS) {
    const form = openForm(columns.value, `${coding}_`, count)
    if (!form.ok) return form
    forms.push(form.value)
  }
  if (order.value.length !== count) return err('its columns have different lengths')
  return ok(createTable(paths.value, order.value, identity.value, forms))
}

type Form = {
  readonly at: Float64Array
  readonly bytes: Float64Array
  readonly sha256: Uint8Array
}

function openForm(columns: Columns, prefix: string, count: number): Result<Form, string> {
  const bytes = columns.f64(`${prefix}bytes`)
  if (!bytes.ok) return bytes
  // A file by itself lies nowhere in the pack; only its compressed forms do.
  const at = prefix === '' ? ok(new Float64Array(count)) : columns.f64(`${prefix}at`)
  if (!at.ok) return at
  const sha256 = columns.u8(`${prefix}sha256`)
  if (!sha256.ok) return sha256
  const whole =
    bytes.value.length === count &&
    at.value.length === count &&
    sha256.value.length === count * DIGEST_BYTES
  return whole
    ? ok({ at: at.value, bytes: bytes.value, sha256: sha256.value })
    : err('its columns have different lengths')
}

function createTable(
  paths: Texts,
  order: Uint32Array,
  identity: Form,
  forms: readonly Form[],
): ServedTable {
  const file = (at: number): ServedFile => ({
    path: paths.at(at),
    sha256: readDigest(identity, at),
    bytes: identity.bytes[at] ?? 0,
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
