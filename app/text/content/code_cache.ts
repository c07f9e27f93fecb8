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

/** A cache in a file, which keeps what somebody used. */
type CodeFile = CodeCache & {
  /** Keeps the colours of programs that nobody asks for, by the digests of `digestCode`. */
  keep(digests: readonly string[]): void
}

/** Opens the file of a cache; without a readable one it starts empty. */
export async function openCodeCache(path: string): Promise<CodeFile> {
  const kept = await openValueFile(path, CODE_VERSION, Type.String())
  return {
    get: (program) => kept.get(digestCode(program)),
    has: (program) => kept.has(digestCode(program)),
    set: (program, html) => kept.set(digestCode(program), html),
    keep: (digests) => {
      for (const digest of digests) kept.get(digest)
    },
    save: kept.save,
  }
}

/** Name of a program in the file. */
export function digestCode({ language, code }: Program): string {
  return new Bun.CryptoHasher('sha256').update(`${language}\n${code}`).digest('hex').slice(0, 32)
}
