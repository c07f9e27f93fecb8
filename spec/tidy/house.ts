import { circlesOf, type Graph, importGraph } from './graph.ts'
import { FOLDERS, folderInside, heightInside, INSIDE, isProduction } from './layers.ts'
import type { Source } from './source.ts'
import { readText, treeSources } from './tree.ts'

const SMALL_LINES = 15
const PRIVATE_LINES = 40

type Arrow = readonly [from: string, to: string]

/** A figure of the code base, and what it counts where names help. */
export type Figure = {
  readonly what: string
  readonly count: number
  readonly names?: readonly string[]
}

/** Counts rooms, arrows and lines. An arrow is a pair: what imports, and what is imported. */
export function measureModules(sources: readonly Source[], tour: string): readonly Figure[] {
  const graph = importGraph(sources)
  const files = sources.filter(({ path }) => isProduction(path))
  const modules = new Set([...graph.keys()].flatMap((path) => topModuleOf(path) ?? []))
  const between = arrowsBetween(graph, topModuleOf)
  const circles = circlesOf(toGraph(between))
  const small = files.filter((source) => countLines(source.text) < SMALL_LINES)
  const lone = files.filter((source) => isLone(source, graph))
  return [
    { what: 'rooms of app', count: modules.size },
    { what: 'arrows between rooms', count: between.length },
    toFigure('arrows back up', between.filter(isBackUp).map(showArrow)),
    toFigure(
      'circles of rooms',
      circles.map((circle) => circle.join(' -> ')),
    ),
    toFigure(
      'circles of files',
      circlesOf(graph).map((circle) => circle.join(' -> ')),
    ),
    ...Object.keys(INSIDE).flatMap((part) => measureInside(graph, part)),
    { what: 'files in cli', count: files.filter(({ path }) => topModuleOf(path) === 'cli').length },
    toFigure(
      `files under ${SMALL_LINES} lines`,
      small.map(({ path }) => path),
    ),
    toFigure(
      `private files under ${PRIVATE_LINES} lines with one importer`,
      lone.map(({ path }) => path),
    ),
    { what: 'production lines', count: files.reduce((sum, { text }) => sum + countLines(text), 0) },
    { what: 'lines of the tour', count: countLines(tour) },
  ]
}

/** The figures as text; with `names`, what they count. */
export function formatFigures(figures: readonly Figure[], names: boolean): string {
  const lines = figures.flatMap(({ what, count, names: listed = [] }) => [
    `${String(count).padStart(7)}  ${what}`,
    ...(names ? listed.map((name) => `         ${name}`) : []),
  ])
  return `${lines.join('\n')}\n`
}

function toFigure(what: string, names: readonly string[]): Figure {
  return { what, count: names.length, names }
}

/** The first folder, or the file, below `app`. */
function topModuleOf(path: string): string | undefined {
  return path.startsWith('app/') ? path.split('/')[1] : undefined
}

/** Arrows between the groups of files; files without one count for nothing. */
function arrowsBetween(
  graph: Graph,
  groupOf: (path: string) => string | undefined,
): readonly Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const [path, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [groupOf(path), groupOf(target)]
      if (from !== undefined && to !== undefined && from !== to)
        arrows.set(`${from} ${to}`, [from, to])
    }
  }
  return [...arrows.values()]
}

function toGraph(arrows: readonly Arrow[]): Graph {
  const all = Map.groupBy(arrows, ([from]) => from)
  return new Map([...all].map(([from, each]) => [from, each.map(([, to]) => to)]))
}

function isBackUp([from, to]: Arrow): boolean {
  const order: readonly string[] = FOLDERS
  return order.indexOf(to) > order.indexOf(from)
}

function showArrow([from, to]: Arrow): string {
  return `${from} -> ${to}`
}

/** Arrows between the files of a room, and of those the ones between its folders. */
function measureInside(graph: Graph, part: string): readonly Figure[] {
  const inside = arrowsBetween(graph, (path) =>
    path.startsWith(`app/${part}/`) ? path : undefined,
  )
  const between = inside.filter(([from, to]) => folderInside(part, from) !== folderInside(part, to))
  const up = between.filter(([from, to]) => heightInside(part, to) > heightInside(part, from))
  return [
    { what: `arrows inside ${part}`, count: inside.length },
    { what: `arrows inside ${part} between its folders`, count: between.length },
    toFigure(`arrows inside ${part} back up`, up.map(showArrow)),
  ]
}

/** A small private file that one file alone imports, which could hold it. */
function isLone({ path, text }: Source, graph: Graph): boolean {
  if (!path.split('/').some((part) => part.startsWith('_'))) return false
  if (countLines(text) >= PRIVATE_LINES) return false
  return [...graph.values()].filter((targets) => targets.includes(path)).length === 1
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

if (import.meta.main) {
  const figures = measureModules(treeSources(), readText('app/README.md') ?? '')
  process.stdout.write(formatFigures(figures, process.argv.includes('--names')))
}
