import { readFile } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { compare } from '../contract/problem.ts'
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
  get(program: Program): readonly string[] | undefined
  set(program: Program, lines: readonly string[]): void
  /** Writes what was asked for since the cache was opened, and forgets the rest. */
  save(): Promise<void>
}

/** Opens the file of a cache; without a readable one it starts empty. */
export async function openCodeCache(path: string): Promise<CodeCache> {
  const known = await readLines(path)
  const used = new Map<string, readonly string[]>()
  return {
    get: (program) => {
      const text = textOf(program)
      const lines = used.get(text) ?? (known.size === 0 ? undefined : known.get(digestOf(text)))
      if (lines !== undefined) used.set(text, lines)
      return lines
    },
    set: (program, lines) => void used.set(textOf(program), lines),
    save: async () => {
      const entries = [...used].map(([text, lines]) => [digestOf(text), lines] as const)
      if (entries.length === known.size && entries.every(([digest]) => known.has(digest))) return
      const lines = Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)))
      await replaceFile(path, encodeJson({ version: CODE_VERSION, lines }))
    },
  }
}

function textOf({ language, code }: Program): string {
  return `${language}\n${code}`
}

/** Name of a program in the file. */
function digestOf(text: string): string {
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
