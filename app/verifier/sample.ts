/** Seeded numbers in [0, 1): the same seed gives the same sample (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Takes at most so many items, chosen by the seed alone, in their own order. */
export function takeSample<Item>(
  items: readonly Item[],
  most: number,
  seed: number,
): readonly Item[] {
  const next = createRandom(seed)
  const chosen = items
    .map((item, at) => ({ item, at, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
  return chosen.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}
