import { Type } from '@sinclair/typebox'
import type { Program } from '../source_text/code_block.ts'
import { openValueFile } from './value_file.ts'

/** What the colours of a program depend on beside it: the packages and our own classes. */
export const CODE_VERSION = 'shiki 4.6.0, classes 2, lines joined'

/** Coloured programs of earlier builds: HTML of their lines, joined by line ends. */
export type CodeCache = {
  get(program: Program): string | undefined
  /** Whether there are colours, without asking for them. */
  has(program: Program): boolean
  set(program: Program, html: string): void
  /** Writes what was asked for since the cache was opened, and forgets everything. */
  save(): Promise<void>
}

/** Opens the file of a cache; without a readable one it starts empty. */
export async function openCodeCache(path: string): Promise<CodeCache> {
  const kept = await openValueFile(path, CODE_VERSION, Type.String())
  return {
    get: (program) => kept.get(digestOf(program)),
    has: (program) => kept.has(digestOf(program)),
    set: (program, html) => kept.set(digestOf(program), html),
    save: kept.save,
  }
}

/** Name of a program in the file. */
function digestOf({ language, code }: Program): string {
  return new Bun.CryptoHasher('sha256').update(`${language}\n${code}`).digest('hex').slice(0, 32)
}
