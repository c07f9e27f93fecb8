import { dirname, join } from 'node:path/posix'
import { lineAt, type Source } from './source.ts'

/** An import of a source file. */
export type Import = {
  readonly line: number
  /** As written: `./page.ts`, `yaml`, `node:fs`. */
  readonly name: string
  /** The exports that are taken; `*` where all of them are. */
  readonly names: readonly string[]
  /** Path from the root, for a relative import. */
  readonly target?: string
}

const IMPORT = /\b(?:from|import)\s*\(?\s*(['"])/g

/** Every import, re-export and dynamic import of a file. */
export function importsOf(source: Source): readonly Import[] {
  return [...source.code.matchAll(IMPORT)].map((found) => {
    const start = found.index + found[0].length
    const end = source.bare.indexOf(found[1] ?? "'", start)
    const name = source.bare.slice(start, end)
    const line = lineAt(source.text, found.index)
    const names = namesBefore(source.code.slice(0, found.index))
    return name.startsWith('.')
      ? { line, name, names, target: join(dirname(source.path), name) }
      : { line, name, names }
  })
}

/** The package of a bare import: `@sinclair/typebox` of `@sinclair/typebox/value`. */
export function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The names in the braces before `from`; a dynamic import or a star takes everything. */
function namesBefore(code: string): readonly string[] {
  const braces = /\{([^{}]*)\}\s*$/.exec(code)
  if (braces === null) return ['*']
  return (braces[1] ?? '').split(',').flatMap((part) => {
    const [name] = part
      .replace(/^\s*type\s+/, '')
      .trim()
      .split(/\s+as\s+/)
    return name === undefined || name === '' ? [] : [name]
  })
}
