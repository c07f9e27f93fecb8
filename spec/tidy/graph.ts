import { importsOf } from './imports.ts'
import { isProduction } from './layers.ts'
import type { Source } from './source.ts'

/** Where a program or a thread begins: nothing imports these, and something runs them. */
const THREADS =
  'docs/public_docs/_inspector|build/corpus_build/_indexer|text/content/_tokenizer_worker'
const SCRIPTS_OF_PAGES = 'docs/site/client/main|build/preview/client/main'
const STARTS = new RegExp(
  `^(app/(main|${THREADS}|${SCRIPTS_OF_PAGES})\\.ts` +
    '|.*/untyped_modules\\.ts|scripts/[a-z]\\w*\\.ts)$',
)

/** By file, or by room, what it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Circles of imports between production files, each told once, by its files. */
export function circleFaults(sources: readonly Source[]): readonly string[] {
  const graph = importGraph(sources)
  return circlesOf(graph).map((files) => `circle: ${files.join(' → ')}`)
}

/** Production files that no program reaches. */
export function deadFileFaults(sources: readonly Source[]): readonly string[] {
  const graph = importGraph(sources)
  const reached = new Set<string>()
  const waiting = [...graph.keys()].filter((path) => STARTS.test(path))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...(graph.get(path) ?? []))
  }
  return [...graph.keys()].filter((path) => !reached.has(path)).map((path) => `${path}: dead file`)
}

/** Exports of production files that no other file of the tree names. */
export function deadExportFaults(sources: readonly Source[]): readonly string[] {
  const named = namesImported(sources)
  return sources
    .filter(({ path }) => isProduction(path))
    .flatMap((source) => {
      const users = named.get(source.path)
      if (users?.has('*') === true) return []
      return exportsOf(source)
        .filter((name) => users?.has(name) !== true)
        .map((name) => `${source.path}: "${name}" is exported and not imported`)
    })
}

/** The production files that each production file imports. */
export function importGraph(sources: readonly Source[]): Graph {
  const production = sources.filter(({ path }) => isProduction(path))
  const paths = new Set(production.map(({ path }) => path))
  return new Map(
    production.map((source) => [
      source.path,
      importsOf(source).flatMap(({ target }) =>
        target !== undefined && paths.has(target) ? [target] : [],
      ),
    ]),
  )
}

/** Depth first: a file that is met again on the way down closes a circle. */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = []
  const done = new Set<string>()
  const way: string[] = []
  const visit = (path: string) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
    if (done.has(path) || way.includes(path)) return
    way.push(path)
    for (const next of graph.get(path) ?? []) visit(next)
    way.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return circles
}

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:function\*?|const|let|type|class|interface) (\w+)/gm

function exportsOf(source: Source): readonly string[] {
  return [...source.code.matchAll(EXPORTED)].flatMap(([, name]) => name ?? [])
}

/** By file, the names that others import from it; `*` for an import of all of them. */
function namesImported(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>()
  for (const source of sources) {
    for (const { target, names } of importsOf(source)) {
      if (target === undefined) continue
      const users = named.get(target) ?? new Set()
      named.set(target, users)
      for (const name of names) users.add(name)
    }
  }
  return named
}
