import { createRandom } from '../../contract/seeded_random.ts'

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
