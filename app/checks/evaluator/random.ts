import { createRandom, hashText } from '../../contract/text_hash.ts'

/** Returns numbers from 0 up to, but not including, 1; the same sequence for the same seed. */
export type Random = () => number

/** Changing this changes every known-item query and invalidates every baseline. */
const SEED = 'known items 1'

/**
 * A sequence of its own for each purpose and page, so that adding or removing a page changes only
 * its own queries, and a baseline survives the next edit.
 */
export function createSeededRandom(...names: readonly string[]): Random {
  return createRandom(hashText([SEED, ...names].join('\n')))
}

/** A whole number from 0 up to, but not including, `end`. */
export function randomBelow(random: Random, end: number): number {
  return Math.floor(random() * end)
}

export function pickOne<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[randomBelow(random, items.length)]
}

export function shuffle<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
