import { listNames, type Place, type Problem, problemAt } from '../../../contract/problem.ts'
import type { LinePlace } from '../../markdown/source_line.ts'

/** A place by a path below the imported folder; the column is the first one unless it is given. */
type SourcePlace = Omit<LinePlace, 'base'> & { readonly column?: number }

/** What an import could not carry over, and what its owner should know. */
export type Report = {
  /** Something that readers had and no longer have. */
  addLoss(place: Place, what: string, fix: string): void
  /** A choice that was made, or something that only decorated. */
  addNote(place: Place, what: string, fix: string): void
  /** A page that cannot be where it was, because the service has something there. */
  addReserved(place: Place, what: string, fix: string): void
  /** What the source has several of, or names one of. */
  readonly chosen: Set<'version' | 'language'>
  /** A loss in a line of the source, or at the top of a file; names are below the folder. */
  lose(at: SourcePlace | string, what: string, fix: string): void
  note(at: SourcePlace | string, what: string, fix: string): void
}

export type CollectedReport = Report & {
  readonly losses: Problem[]
  readonly notes: Problem[]
  readonly reserved: Problem[]
}

/** `show` gives a path below the imported folder as messages name it. */
export function createReport(show: (file: string) => string = (file) => file): CollectedReport {
  const [losses, notes, reserved]: [Problem[], Problem[], Problem[]] = [[], [], []]
  const placeOf = (at: SourcePlace | string) => {
    const { file, line, column = 1 } = typeof at === 'string' ? { file: at, line: 1 } : at
    return { file: show(file), line, column }
  }
  return {
    losses,
    notes,
    reserved,
    chosen: new Set(),
    addLoss: (place, what, fix) => losses.push(problemAt(place, what, fix)),
    addNote: (place, what, fix) => notes.push(problemAt(place, what, fix)),
    addReserved: (place, what, fix) => reserved.push(problemAt(place, what, fix)),
    lose: (at, what, fix) => losses.push(problemAt(placeOf(at), what, fix)),
    note: (at, what, fix) => notes.push(problemAt(placeOf(at), what, fix)),
  }
}

/** A source that several pages include loses the same thing several times. */
export function removeRepeated(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.what])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What is said of an include whose file is not below the imported folder. */
export const OUTSIDE = 'leads out of the imported folder'

/** Includes that lead out all need the same: they are one loss, with the folder to import. */
export function joinOutside(losses: readonly Problem[]): readonly Problem[] {
  const outside = losses.filter(({ what }) => what.includes(OUTSIDE))
  const byFix = Map.groupBy(outside, ({ fix }) => fix)
  return losses.flatMap((loss) => {
    const same = byFix.get(loss.fix) ?? []
    if (!same.includes(loss) || same.length === 1) return [loss]
    if (same[0] !== loss) return []
    const paths = same.map(({ what }) => /"([^"]*)"/.exec(what)?.[1] ?? '')
    const names = listNames([...new Set(paths)])
    const what = `${same.length} includes lead out of the imported folder and stay as written`
    return [{ ...loss, what: `${what}: ${names}` }]
  })
}
