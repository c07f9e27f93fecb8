import type { OutputPage, SourcePage } from './facts.ts'

export type Pair = { readonly source: SourcePage; readonly output: OutputPage | undefined }

/** Part of a source page's word groups that its result must share. */
const LEAST = 0.2

/** Finds the result of each source page by its words alone, the surest pairs first. */
export function pairPages(
  sources: readonly SourcePage[],
  outputs: readonly OutputPage[],
): readonly Pair[] {
  const holders = new Map<string, number[]>()
  const sizes: number[] = []
  for (const [at, { words }] of outputs.entries()) {
    const groups = new Set(groupsOf(words))
    sizes.push(groups.size)
    for (const group of groups) {
      const known = holders.get(group)
      if (known === undefined) holders.set(group, [at])
      else known.push(at)
    }
  }
  const candidates = sources.flatMap((source, from) => {
    const words = source.units.filter(({ kind }) => kind === 'prose').map(({ value }) => value)
    const groups = new Set(groupsOf(words))
    const votes = new Map<number, { rare: number; all: number }>()
    for (const group of groups) {
      const found = holders.get(group) ?? []
      for (const at of found) {
        const vote = votes.get(at) ?? { rare: 0, all: 0 }
        vote.rare += 1 / found.length
        vote.all += 1
        votes.set(at, vote)
      }
    }
    return [...votes]
      .filter(([, { all }]) => all >= groups.size * LEAST)
      .map(([to, { rare }]) => {
        const part = rare / Math.max(groups.size, sizes[to] ?? 0)
        return { from, to, part: part * (1 + likeness(source, outputs[to])) }
      })
  })
  candidates.sort((a, b) => b.part - a.part)
  const taken = new Set<number>()
  const chosen = new Map<number, number>()
  for (const { from, to } of candidates) {
    if (chosen.has(from) || taken.has(to)) continue
    chosen.set(from, to)
    taken.add(to)
  }
  return sources.map((source, at) => ({ source, output: outputs[chosen.get(at) ?? -1] }))
}

/** Between pages of much the same text, names decide: from 0 to 1. */
function likeness({ file }: SourcePage, output: OutputPage | undefined): number {
  const parts = (path: string): readonly string[] => {
    return path
      .toLowerCase()
      .split(/[/.]/)
      .map((part) => part.replace(/^\d+-/, ''))
  }
  const named = parts(new URL(output?.address ?? 'http://none/').pathname).filter(
    (part) => part !== '',
  )
  const own = new Set(parts(file))
  return named.filter((part) => own.has(part)).length / Math.max(1, named.length)
}

/** Three words that follow each other, and the edges of short pages. */
function groupsOf(words: readonly string[]): readonly string[] {
  const padded = ['', '', ...words, '']
  return padded.slice(2).map((word, at) => `${padded[at]} ${padded[at + 1]} ${word}`)
}
