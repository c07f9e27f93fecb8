import { readFile } from 'node:fs/promises'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compare } from '../contract/problem.ts'
import { replaceFile } from '../files/replacement.ts'
import { encodeJson } from '../source_text/escape.ts'

/** What earlier builds computed, by name, in a file beside the builds. */
export type ValueFile<Kept> = {
  get(name: string): Kept | undefined
  set(name: string, value: Kept): void
  /** Writes what was asked for since the file was opened, and forgets the rest. */
  save(): Promise<void>
}

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
    set: (name, value) => void used.set(name, value),
    save: async () => {
      if (used.size === known.size && [...used.keys()].every((name) => known.has(name))) return
      const values = Object.fromEntries([...used].sort(([a], [b]) => compare(a, b)))
      await replaceFile(path, encodeJson({ version, values }))
    },
  }
}

async function readValues<Schema extends TSchema>(
  path: string,
  version: string,
  schema: Schema,
): Promise<ReadonlyMap<string, Static<Schema>>> {
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
