import { err, ok, type Result } from '../../contract/result.ts'
import type { Column, Columns } from './columns.ts'

/** Many texts in one blob of UTF-8; text `at` ends where the next begins. */
export type Texts = {
  readonly count: number
  at(at: number): string
  /** Finds a text by binary search in the positions sorted by bytes; -1 if it is missing. */
  find(text: string, order: Uint32Array): number
}

export function createTexts(bytes: Uint8Array, starts: Uint32Array): Texts {
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    count: starts.length - 1,
    at: (at) => blob.toString('utf8', starts[at], starts[at + 1]),
    find: (text, order) => {
      const wanted = Buffer.from(text)
      let low = 0
      let high = order.length - 1
      while (low <= high) {
        const middle = (low + high) >>> 1
        const at = order[middle] ?? 0
        const difference = wanted.compare(blob, starts[at], starts[at + 1])
        if (difference === 0) return at
        if (difference < 0) high = middle - 1
        else low = middle + 1
      }
      return -1
    },
  }
}

/** The two columns of a list of texts: `<name>` and `<name>_at`. */
export function buildTextColumns(
  name: string,
  texts: readonly string[],
): Readonly<Record<string, Column>> {
  const starts = new Uint32Array(texts.length + 1)
  texts.forEach((text, at) => {
    starts[at + 1] = (starts[at] ?? 0) + Buffer.byteLength(text)
  })
  const blob = Buffer.alloc(starts[texts.length] ?? 0)
  texts.forEach((text, at) => {
    blob.write(text, starts[at] ?? 0)
  })
  return { [name]: blob, [`${name}_at`]: starts }
}

/** A value of each row as a number, and the values: columns `<name>` and `<name>_name`. */
export function buildFacetColumns(
  name: string,
  values: readonly string[],
): Readonly<Record<string, Column>> {
  const distinct = [...new Set(values)].sort()
  const numbers = new Map(distinct.map((value, at) => [value, at]))
  return {
    [name]: Uint16Array.from(values, (value) => numbers.get(value) ?? 0),
    ...buildTextColumns(`${name}_name`, distinct),
  }
}

/** The positions of texts sorted by their bytes, for `find`. */
export function sortPositions(texts: readonly string[]): Uint32Array {
  const encoded = texts.map((text) => Buffer.from(text))
  const order = Uint32Array.from(texts.keys())
  return order.sort((one, other) => {
    const [a, b] = [encoded[one], encoded[other]]
    return a === undefined || b === undefined ? 0 : Buffer.compare(a, b)
  })
}

/**
 * Opens texts that `buildTextColumns` wrote. Only the ends are checked: the checksum of the table
 * covers the rest, and checking every offset during a reload would delay requests.
 */
export function openTexts(columns: Columns, name: string): Result<Texts, string> {
  const blob = columns.u8(name)
  if (!blob.ok) return blob
  const starts = columns.u32(`${name}_at`)
  if (!starts.ok) return starts
  const { length } = starts.value
  if (length === 0 || starts.value[0] !== 0 || starts.value[length - 1] !== blob.value.length) {
    return err(`column "${name}" does not end where its texts do`)
  }
  return ok(createTexts(blob.value, starts.value))
}
