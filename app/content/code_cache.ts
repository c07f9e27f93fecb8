import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { replaceFile } from '../files/replacement.ts'
import type { Program } from '../source_text/code_block.ts'
import { encodeJson } from '../source_text/escape.ts'

/** What the colours of a program depend on beside it: the packages and our own classes. */
export const CODE_VERSION = 'shiki 4.6.0, classes 1'

const FileSchema = Type.Object({
  version: Type.String(),
  lines: Type.Record(Type.String(), Type.Array(Type.String())),
})

/** Coloured programs of earlier builds. */
export type CodeCache = {
  get(key: string): readonly string[] | undefined
  set(key: string, lines: readonly string[]): void
  /** Writes what was asked for since the cache was opened, and forgets the rest. */
  save(): Promise<void>
}

/** Opens the file of a cache; without a readable one it starts empty. */
export async function openCodeCache(path: string): Promise<CodeCache> {
  const known = await readLines(path)
  const used = new Map<string, readonly string[]>()
  return {
    get: (key) => {
      const lines = used.get(key) ?? known.get(key)
      if (lines !== undefined) used.set(key, lines)
      return lines
    },
    set: (key, lines) => void used.set(key, lines),
    save: async () => {
      const isSame = used.size === known.size && [...used.keys()].every((key) => known.has(key))
      if (isSame) return
      const lines = Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
      await replaceFile(path, encodeJson({ version: CODE_VERSION, lines }))
    },
  }
}

/** Name of a program in the cache. */
export function keyOf({ language, code }: Program): string {
  const text = `${CODE_VERSION}\n${language}\n${code}`
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 32)
}

async function readLines(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(FileSchema, value) && value.version === CODE_VERSION) {
      return new Map(Object.entries(value.lines))
    }
  } catch {}
  return new Map()
}
