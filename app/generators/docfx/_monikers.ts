import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { sortVersions } from '../../foreign_source/source/choice.ts'

/** A moniker names a version of a product: `dotnet-8.0`. */
type Moniker = { readonly family: string; readonly version: string }

const OPEN = /^[ \t>]*:{3,}[ \t]*moniker[ \t]+range[ \t]*=[ \t]*"([^"\n]*)"[ \t]*:{0,9}[ \t]*$/i
const CLOSE = /^[ \t>]*:{3,}[ \t]*moniker-end[ \t]*:{0,9}[ \t]*$/i
const COMPARATOR = /(>=|<=|>|<|=)?\s*([A-Za-z0-9][\w.-]*)/g

/** Whether a range, such as `>=dotnet-6.0 <dotnet-9.0 || dotnet-5.0`, has the moniker. */
export function isInRange(range: string, moniker: string): boolean {
  if (range.trim() === '') return true
  return range.split('||').some((part) => {
    const comparators = [...part.matchAll(COMPARATOR)]
    return (
      comparators.length > 0 &&
      comparators.every(([, sign = '', bound = '']) => {
        return compareTo(moniker, sign, bound)
      })
    )
  })
}

function compareTo(moniker: string, sign: string, bound: string): boolean {
  if (sign === '' || sign === '=') return moniker.toLowerCase() === bound.toLowerCase()
  const [own, other] = [readMoniker(moniker), readMoniker(bound)]
  if (own.family !== other.family) return false
  const order = compareVersions(own.version, other.version)
  if (sign === '>=') return order >= 0
  if (sign === '<=') return order <= 0
  return sign === '>' ? order > 0 : order < 0
}

function readMoniker(moniker: string): Moniker {
  const found = /^(.*?)-?(\d[\w.]*)?$/.exec(moniker.toLowerCase())
  return { family: found?.[1] ?? '', version: found?.[2] ?? '' }
}

/** A product without a number is its newest version. */
function compareVersions(a: string, b: string): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The monikers that ranges name, those of the most frequent product first, newest first. */
export function sortMonikers(ranges: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  const found = new Set<string>()
  for (const [, , bound = ''] of ranges.flatMap((range) => [...range.matchAll(COMPARATOR)])) {
    const { family } = readMoniker(bound)
    counts.set(family, (counts.get(family) ?? 0) + 1)
    found.add(bound)
  }
  const countOf = (moniker: string) => counts.get(readMoniker(moniker).family) ?? 0
  return sortVersions([...found]).toSorted((a, b) => {
    const [one, other] = [readMoniker(a), readMoniker(b)]
    if (one.family === other.family) return compareVersions(other.version, one.version)
    return countOf(b) - countOf(a)
  })
}

/** The ranges of a text, those of its blocks and that of its front matter. */
export function findRanges(text: string): readonly string[] {
  if (!/moniker/i.test(text)) return []
  const lines = text.split('\n')
  const own = /^monikerRange:[ \t]*["']?([^"'\n]*)/m.exec(text)?.[1]
  const ranges = lines.flatMap((line) => OPEN.exec(line)?.[1] ?? [])
  return own === undefined ? ranges : [own, ...ranges]
}

/** Leaves out the blocks of other versions, and the marks of those that stay. */
export function keepMoniker(
  lines: readonly SourceLine[],
  moniker: string | undefined,
): readonly SourceLine[] {
  if (!lines.some(({ text }) => OPEN.test(text) || CLOSE.test(text))) return lines
  const isCode = createFenceFollower()
  const kept: boolean[] = []
  return lines.flatMap((line): SourceLine[] => {
    const { text } = line
    // A fence within a block that is left out must not stay open after it.
    const isMark = !isCode(text)
    const range = isMark ? OPEN.exec(text)?.[1] : undefined
    if (range !== undefined) {
      kept.push(moniker === undefined || isInRange(range, moniker))
      return [replaceText(line, '')]
    }
    if (isMark && CLOSE.test(text)) {
      kept.pop()
      return [replaceText(line, '')]
    }
    return kept.every(Boolean) ? [line] : []
  })
}
