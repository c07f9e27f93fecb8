import { dirname, join } from 'node:path/posix'
import { lineAt, type Source } from './source.ts'

/** An import of a source file. */
export type Import = {
  readonly line: number
  /** As written: `./page.ts`, `yaml`, `node:fs`. */
  readonly name: string
  /** Path from the root, for a relative import. */
  readonly target?: string
}

/** Every import, re-export and dynamic import of a file. */
export function importsOf(source: Source): readonly Import[] {
  return [...source.code.matchAll(/\b(?:from|import)\s*\(?\s*(['"])/g)].map((found) => {
    const start = found.index + found[0].length
    const end = source.bare.indexOf(found[1] ?? "'", start)
    const name = source.bare.slice(start, end)
    const line = lineAt(source.text, found.index)
    return name.startsWith('.')
      ? { line, name, target: resolved(source.path, name) }
      : { line, name }
  })
}

/** The package of a bare import: `@sinclair/typebox` of `@sinclair/typebox/value`. */
export function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

function resolved(from: string, name: string): string {
  return join(dirname(from), name)
}
