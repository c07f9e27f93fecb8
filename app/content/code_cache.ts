import { Type } from '@sinclair/typebox'
import type { Program } from '../source_text/code_block.ts'
import { openValueFile } from './value_file.ts'

/** What the colours of a program depend on beside it: the packages and our own classes. */
export const CODE_VERSION = 'shiki 4.6.0, classes 1'

/** Coloured programs of earlier builds. */
export type CodeCache = {
  get(program: Program): readonly string[] | undefined
  set(program: Program, lines: readonly string[]): void
  /** Writes what was asked for since the cache was opened, and forgets the rest. */
  save(): Promise<void>
}

/** Opens the file of a cache; without a readable one it starts empty. */
export async function openCodeCache(path: string): Promise<CodeCache> {
  const kept = await openValueFile(path, CODE_VERSION, Type.Array(Type.String()))
  return {
    get: (program) => kept.get(digestOf(program)),
    set: (program, lines) => kept.set(digestOf(program), [...lines]),
    save: kept.save,
  }
}

/** Name of a program in the file. */
function digestOf({ language, code }: Program): string {
  return new Bun.CryptoHasher('sha256').update(`${language}\n${code}`).digest('hex').slice(0, 32)
}
