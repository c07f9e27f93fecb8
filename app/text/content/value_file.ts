import { readFile } from 'node:fs/promises'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compare } from '../../contract/problem.ts'
import { replaceByPieces } from '../../foundation/files/replacement.ts'
import { encodeUtf8 } from '../source_text/escape.ts'

/** What earlier builds computed, by name, in a file beside the builds. */
export type ValueFile<Kept> = {
  get(name: string): Kept | undefined
  /** Whether there is a value, without asking for it. */
  has(name: string): boolean
  set(name: string, value: Kept): void
  /** Writes what was asked for since the file was opened, and forgets everything. */
  save(): Promise<void>
}

/** Entries of the file that become bytes at once: all of them together may take 100 MB. */
const ENTRIES_AT_ONCE = 256

/** Opens a file of values; without a readable one of this version it starts empty. */
export async function openValueFile<Schema extends TSchema>(
  path: string,
  version: string,
  schema: Schema,
): Promise<ValueFile<Static<Schema>>> {
  const known = await readValues(path, version, schema)
  const used = new Map<string, Static<Schema>>()
  return {
    get: (name) => {
      const value = used.get(name) ?? known.get(name)
      if (value !== undefined) used.set(name, value)
      return value
    },
    has: (name) => used.has(name) || known.has(name),
    set: (name, value) => void used.set(name, value),
    save: async () => {
      const isSame = used.size === known.size && [...used.keys()].every((name) => known.has(name))
      known.clear()
      if (!isSame) await replaceByPieces(path, encodeValues(version, used))
      used.clear()
    },
  }
}

/** The JSON of a file of values, in pieces; their order is that of their names. */
function* encodeValues(
  version: string,
  values: ReadonlyMap<string, unknown>,
): Generator<Uint8Array> {
  const names = [...values.keys()].sort(compare)
  const write = (name: string) => `${JSON.stringify(name)}:${JSON.stringify(values.get(name))}`
  yield encodeUtf8(`{"version":${JSON.stringify(version)},"values":{`)
  for (let from = 0; from < names.length; from += ENTRIES_AT_ONCE) {
    const entries = names.slice(from, from + ENTRIES_AT_ONCE).map(write)
    yield encodeUtf8(`${from === 0 ? '' : ','}${entries.join(',')}`)
  }
  yield encodeUtf8('}}\n')
}

async function readValues<Schema extends TSchema>(
  path: string,
  version: string,
  schema: Schema,
): Promise<Map<string, Static<Schema>>> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const file = Type.Object({
    version: Type.Literal(version),
    values: Type.Record(Type.String(), schema),
  })
  try {
    const content: unknown = JSON.parse(text)
    if (Value.Check(file, content)) return new Map(Object.entries(content.values))
  } catch {}
  return new Map()
}
