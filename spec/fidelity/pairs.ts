import { type OutputPage, type SourcePage, splitWords } from './facts.ts'

export type Pair = { readonly source: SourcePage; readonly output: OutputPage | undefined }

/** A page that has the name of a part, or the path of one of few words, is its own. */
const NAMED = 1_000_000

/** A page of so few word groups keeps its path: its words are on many pages. */
const FEW = 16

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
    const groups = groupsOf(words)
    sizes.push(groups.length)
    for (const group of groups) {
      const known = holders.get(group)
      if (known === undefined) holders.set(group, [at])
      else known.push(at)
    }
  }
  const candidates = sources.flatMap((source, from) => {
    if (source.isPart === true) return []
    const words = source.units.filter(({ kind }) => kind === 'prose').map(({ value }) => value)
    const groups = groupsOf(words)
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
      .filter(([, { all }]) => all >= groups.length * LEAST)
      .map(([to, { rare }]) => {
        const isOwn = groups.length <= FEW && keepsPath(source, outputs[to])
        const part = isOwn ? NAMED : rare / Math.max(groups.length, sizes[to] ?? 0)
        return { from, to, part: part * (1 + likeness(source, outputs[to])) ** 2 }
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
  for (const [from, to] of pairNames(sources, outputs, { chosen, taken })) chosen.set(from, to)
  const findPart = createPartFinder(sources, outputs)
  return sources.map((source, at) => ({
    source,
    output: source.isPart === true ? findPart(source) : outputs[chosen.get(at) ?? -1],
  }))
}

type Pairing = {
  readonly chosen: ReadonlyMap<number, number>
  readonly taken: ReadonlySet<number>
}

/** Pages that have almost no words, such as those of code alone: they keep their path. */
function pairNames(
  sources: readonly SourcePage[],
  outputs: readonly OutputPage[],
  { chosen, taken }: Pairing,
): readonly (readonly [number, number])[] {
  const left = new Map(
    outputs.flatMap(({ address }, to) => (taken.has(to) ? [] : [[pathOf(address), to] as const])),
  )
  return sources.flatMap(({ file, isPart }, from) => {
    if (isPart === true || chosen.has(from)) return []
    const found = pathsOf(file)
      .map((own) => [...left].find(([path]) => path !== '' && own.endsWith(path)))
      .find((each) => each !== undefined)
    if (found === undefined) return []
    left.delete(found[0])
    return [[from, found[1]] as const]
  })
}

function keepsPath({ file }: SourcePage, output: OutputPage | undefined): boolean {
  return output !== undefined && pathsOf(file).includes(pathOf(output.address))
}

/**
 * Paths of a file that stays where it is, in small letters, as in many addresses: some generators
 * leave out the number of its name, and Antora the folders of its modules.
 */
function pathsOf(file: string): readonly string[] {
  const path = `/${file.replace(/(?:\/_?index)?\.\w+$/, '')}`.toLowerCase()
  const inModule = path.replace(/\/modules\/(?:root|([^/]+))\/pages\//, (_, module?: string) => {
    return module === undefined ? '/' : `/${module}/`
  })
  return [path, stripNumbers(path), inModule]
}

function stripNumbers(path: string): string {
  return path.replace(/(?<=^|\/)\d+-/g, '')
}

/** A folder whose name is reserved has another. */
function pathOf(address: string): string {
  const path = new URL(address).pathname.replace(/\/$/, '').toLowerCase()
  return path.replace(/^(\/[^/]+)-pages(?=\/|$)/, '$1')
}

/** Finds the page that has most of the words and code of a part. */
function createPartFinder(
  sources: readonly SourcePage[],
  outputs: readonly OutputPage[],
): (part: SourcePage) => OutputPage | undefined {
  if (!sources.some(({ isPart }) => isPart === true)) return () => undefined
  const held = outputs.map((output) => {
    const code = output.code.flatMap(splitWords)
    return { output, words: new Set([...output.words, ...code]), size: output.words.length }
  })
  return ({ units, name = '' }) => {
    const own = lettersOf(name)
    const wanted = new Set(units.filter(({ kind }) => kind === 'prose').map(({ value }) => value))
    let [best, most, least]: [OutputPage | undefined, number, number] = [undefined, 0, 0]
    for (const { output, words, size } of held) {
      let found = own !== '' && lettersOf(output.address).endsWith(own) ? NAMED : 0
      for (const word of wanted) if (words.has(word)) found += 1
      if (found < most || (found === most && size >= least)) continue
      ;[best, most, least] = [output, found, size]
    }
    return best
  }
}

/** Between pages of much the same text, names decide: from 0 to 1. */
function likeness({ file }: SourcePage, output: OutputPage | undefined): number {
  const parts = (path: string): readonly string[] => {
    return stripNumbers(path.toLowerCase()).split(/[/.]/)
  }
  const named = parts(new URL(output?.address ?? 'http://none/').pathname).filter(
    (part) => part !== '',
  )
  const own = new Set(parts(file))
  return named.filter((part) => own.has(part)).length / Math.max(1, named.length)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Three words that follow each other, and the edges of short pages. A repeated group has a number:
 * a page that says all of it twice is another page than the one that says it once.
 */
function groupsOf(words: readonly string[]): readonly string[] {
  const padded = ['', '', ...words, '']
  const times = new Map<string, number>()
  return padded.slice(2).map((word, at) => {
    const group = `${padded[at]} ${padded[at + 1]} ${word}`
    const time = (times.get(group) ?? 0) + 1
    times.set(group, time)
    return `${group} ${time}`
  })
}
