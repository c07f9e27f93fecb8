import { posix } from 'node:path'
import type { SourceFiles } from '../source_files.ts'

type Settings = {
  readonly folder: string
  /** Pages, with the versions that a group is for. */
  readonly files: ReadonlyMap<string, string | undefined>
  readonly newest: string | undefined
}

const known = new WeakMap<SourceFiles, Settings>()

/** What docfx.json says of pages and versions, read with its own patterns. */
export function readDocfxSettings(source: SourceFiles): Settings {
  const found = known.get(source) ?? readSettings(source)
  known.set(source, found)
  return found
}

type Entry = {
  files?: string | string[]
  exclude?: string | string[]
  src?: string
  group?: string
}

function readSettings(source: SourceFiles): Settings {
  const markers = source.files.filter((file) => posix.basename(file) === 'docfx.json')
  const [marker = 'docfx.json'] = markers.toSorted((a, b) => depthOf(a) - depthOf(b))
  const folder = posix.dirname(marker)
  const build = readJson(source.read(marker) ?? '{}').build ?? {}
  const ranges = new Map<string, string>()
  for (const [name, group] of Object.entries(build.groups ?? {})) {
    ranges.set(name, group.moniker_range ?? group.moniker ?? name)
  }
  const files = new Map<string, string | undefined>()
  for (const entry of build.content ?? []) {
    const base = posix.join(folder, entry.src ?? '')
    const [shown, hidden] = [globs(entry.files), globs(entry.exclude)]
    for (const file of source.files) {
      const path = posix.relative(base, file)
      // A program writes the help of a command as YAML, which the list then names.
      const names = isCommandHelp(file, source) ? [path, path.replace(/md$/, 'yml')] : [path]
      const has = (globs: readonly Bun.Glob[]) =>
        globs.some((glob) => names.some((name) => glob.match(name)))
      if (path.startsWith('../') || !has(shown) || has(hidden) || files.has(file)) continue
      files.set(file, entry.group === undefined ? undefined : ranges.get(entry.group))
    }
  }
  const named = [...ranges.values()].map((range) => range.replace(/^[<>=\s]+/, ''))
  const newest = named.toSorted((a, b) => compareVersions(a, b)).at(-1)
  return { folder, files, newest }
}

function isCommandHelp(file: string, source: SourceFiles): boolean {
  if (!file.endsWith('.md')) return false
  const head = /^---\n([\s\S]*?)\n---/.exec(source.read(file) ?? '')?.[1] ?? ''
  return /^(?:external help file|Module Name):/m.test(head)
}

type Json = {
  build?: {
    content?: Entry[]
    groups?: Record<string, { moniker_range?: string; moniker?: string }>
  }
}

/** JSON as people write it: with comments and a comma too many. */
function readJson(text: string): Json {
  const plain = text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1')
  try {
    // Proof: every member is optional, and only read where it is there.
    return JSON.parse(plain) as Json
  } catch {
    return {}
  }
}

function globs(patterns: string | readonly string[] | undefined): readonly Bun.Glob[] {
  const list = typeof patterns === 'string' ? [patterns] : (patterns ?? [])
  return list.map((pattern) => new Bun.Glob(pattern))
}

function depthOf(path: string): number {
  return path.split('/').length
}

/** Whether a version is in a range such as `>=a-1.0 <a-3.0 || b-2.0`. */
export function isInRange(range: string, version: string): boolean {
  return range.split('||').some((part) => {
    const conditions = [...part.matchAll(/([<>]=?|=)?\s*([^\s<>=]+)/g)]
    return conditions.every(([, sign, name = '']) => {
      if (productOf(name) !== productOf(version)) return false
      const order = compareVersions(version, name)
      if (sign === '>=') return order >= 0
      if (sign === '<=') return order <= 0
      if (sign === '>') return order > 0
      return sign === '<' ? order < 0 : order === 0
    })
  })
}

function productOf(name: string): string {
  return name.replace(/[\d.]+$/, '')
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
