import { compare, listNames, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { urlPathOf } from '../../docs/model/addresses.ts'
import type { LockEntry } from '../../docs/model/corpus.ts'
import type { SourceLock, SourcePage } from '../../docs/model/source.ts'
import { findNearest } from '../../text/source_text/nearest_word.ts'

/** `moved_from: none` marks a page as new when it could be mistaken for a removed one. */
const NOT_MOVED = 'none'

export type IdAssignment = {
  readonly ids: ReadonlyMap<string, string>
  readonly lock: readonly LockEntry[]
  readonly problems: readonly Problem[]
}

/**
 * Gives each page its id: the one it has, the one that it had before a move, or a new one
 * (shapes: pages). With an unreadable lock, which is reported elsewhere, no ids are assigned.
 */
export function assignIds(pages: readonly SourcePage[], lock: SourceLock): IdAssignment {
  if (!lock.readable) return { ids: new Map(), lock: [], problems: [] }
  const byPath = new Map(lock.entries.map((entry) => [entry.path, entry]))
  const here = new Set(pages.map(({ file }) => file))
  const arrivals = pages.filter(({ file }) => !byPath.has(file))
  const gone = new Map([...byPath].filter(([path]) => !here.has(path)))
  const named = findDeclaredMoves(pages, arrivals, byPath, gone, here)
  const renamed = detectMoves(
    arrivals.filter(({ movedFrom }) => movedFrom === undefined),
    [...gone.values()].filter(({ path }) => !named.taken.has(path)),
  )
  const moves = new Map([...named.moves, ...renamed.moves])
  const ids = new Map<string, string>()
  let last = Math.max(0, ...lock.entries.map(({ id }) => Number(id.slice(1))))
  for (const { file } of [...pages].sort((a, b) => compare(a.path, b.path))) {
    const id = byPath.get(file)?.id ?? moves.get(file)
    ids.set(file, id ?? `p${++last}`)
  }
  const problems = [...named.problems, ...renamed.problems]
  return { ids, lock: makeLock(pages, ids, lock), problems }
}

function makeLock(
  pages: readonly SourcePage[],
  ids: ReadonlyMap<string, string>,
  lock: SourceLock,
): readonly LockEntry[] {
  const present = pages.map((page) => ({
    id: ids.get(page.file) ?? '',
    path: page.file,
    title: page.title.text,
    digest: page.digest,
  }))
  const used = new Set(ids.values())
  const gone = lock.entries
    .filter(({ id }) => !used.has(id))
    .map(({ id, path, title, digest }) => ({ id, path, title, digest }))
  return [...present, ...gone].sort((a, b) => compare(a.path, b.path))
}

type Moves = { readonly moves: ReadonlyMap<string, string>; readonly problems: readonly Problem[] }

/** Moves that the front matter declares. Once the lock has them they are valid but do nothing. */
function findDeclaredMoves(
  pages: readonly SourcePage[],
  arrivals: readonly SourcePage[],
  byPath: ReadonlyMap<string, LockEntry>,
  gone: ReadonlyMap<string, LockEntry>,
  here: ReadonlySet<string>,
): Moves & { readonly taken: ReadonlySet<string> } {
  const arrived = new Set(arrivals)
  const moves = new Map<string, string>()
  const taken = new Map<string, SourcePage>()
  const problems: Problem[] = []
  for (const page of pages) {
    const from = page.movedFrom
    if (from === undefined || from.text === '' || from.text === NOT_MOVED) continue
    const report = (what: string, fix: string) => problems.push(problemAt(from.place, what, fix))
    const entry = gone.get(from.text)
    const rival = taken.get(from.text)
    if (here.has(from.text)) {
      report(`the page ${quote(from.text)} still exists`, 'remove that page, or this key')
    } else if (rival !== undefined) {
      const what = `${quote(rival.file)} was also moved from ${quote(from.text)}`
      report(what, 'keep the key on one of the two pages')
    } else if (entry === undefined && arrived.has(page)) {
      report(`ids.lock has no page ${quote(from.text)}`, suggestPath(from.text, gone))
    } else if (entry !== undefined && !arrived.has(page)) {
      const own = byPath.get(page.file)?.id ?? ''
      const what = `this page already has the id ${own}, and ${quote(from.text)} has ${entry.id}`
      report(what, `remove this key, or the line of ${own} from ids.lock to take ${entry.id}`)
    } else if (entry !== undefined) moves.set(page.file, entry.id)
    taken.set(from.text, rival ?? page)
  }
  return { moves, problems, taken: new Set(taken.keys()) }
}

function suggestPath(text: string, gone: ReadonlyMap<string, LockEntry>): string {
  const meant = findNearest(text, gone.keys())
  if (meant !== undefined) return `write ${quote(meant)}`
  if (gone.size === 0) return 'remove the key'
  return `write one of ${listNames([...gone.keys()].sort(compare), 5)}, or remove the key`
}

/** Moves without a declaration: the same text or title at another path, on one page only. */
function detectMoves(arrivals: readonly SourcePage[], gone: readonly LockEntry[]): Moves {
  const moves = new Map<string, string>()
  const taken = new Set<string>()
  // Surest first: pages that are alike in everything we keep cannot be ambiguous.
  for (const likeness of [addressKey, titleAndTextKey]) {
    const pages = Map.groupBy(
      arrivals.filter((page) => !moves.has(page.file)),
      (page) => likeness(page.file, page.title.text, page.digest),
    )
    const entries = Map.groupBy(
      gone.filter((entry) => !taken.has(entry.id)),
      (entry) => likeness(entry.path, entry.title, entry.digest),
    )
    for (const [key, [page, ...otherPages]] of pages) {
      const [entry, ...otherEntries] = entries.get(key) ?? []
      if (page === undefined || entry === undefined) continue
      if (otherPages.length > 0 || otherEntries.length > 0) continue
      moves.set(page.file, entry.id)
      taken.add(entry.id)
    }
  }
  return guessMoves(
    arrivals.filter((page) => !moves.has(page.file)),
    gone.filter((entry) => !taken.has(entry.id)),
    moves,
  )
}

const addressKey = (path: string) => urlPathOf(path)
const titleAndTextKey = (_: string, title: string, digest: string) => `${digest} ${title}`

/** The rest: alike in text or title. More than one candidate on either side is an error. */
function guessMoves(
  arrivals: readonly SourcePage[],
  gone: readonly LockEntry[],
  sure: ReadonlyMap<string, string>,
): Moves {
  const moves = new Map(sure)
  const problems: Problem[] = []
  const goneBy = {
    title: Map.groupBy(gone, (e) => e.title),
    digest: Map.groupBy(gone, (e) => e.digest),
  }
  const pagesBy = {
    title: Map.groupBy(arrivals, (page) => page.title.text),
    digest: Map.groupBy(arrivals, (page) => page.digest),
  }
  for (const page of arrivals) {
    if (page.title.text === '' || page.digest === '') continue
    const candidates = unite(goneBy.digest.get(page.digest), goneBy.title.get(page.title.text))
    const [entry, ...others] = candidates
    if (entry === undefined) continue
    const rivals = unite(pagesBy.digest.get(entry.digest), pagesBy.title.get(entry.title))
    if (others.length === 0 && rivals.length === 1) moves.set(page.file, entry.id)
    else
      problems.push(
        others.length > 0
          ? explainAmbiguousMove(page, candidates)
          : explainContestedMove(page, entry),
      )
  }
  return { moves, problems }
}

function explainAmbiguousMove(page: SourcePage, candidates: readonly LockEntry[]): Problem {
  const paths = candidates.map(({ path }) => path).sort(compare)
  const [first = ''] = paths
  return problemAt(
    page.place,
    `this page could be any of ${listNames(paths, 5)}, which are gone`,
    `add "moved_from: ${first}" or another of them, or "moved_from: none"`,
  )
}

function explainContestedMove(page: SourcePage, entry: LockEntry): Problem {
  return problemAt(
    page.place,
    `this page and others could be ${entry.path}, which is gone`,
    `add "moved_from: ${entry.path}" to one of them, "moved_from: none" to the others`,
  )
}

// A few show the ambiguity as well as thousands would, and keep a corpus of namesakes cheap.
const CANDIDATES_MAX = 8

function unite<Item>(
  some: readonly Item[] | undefined = [],
  more: readonly Item[] | undefined = [],
): readonly Item[] {
  return [...new Set([...some.slice(0, CANDIDATES_MAX), ...more.slice(0, CANDIDATES_MAX)])]
}
