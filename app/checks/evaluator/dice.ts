import { createRandom } from '../../contract/seeded_random.ts'
import { hashText } from '../../contract/text_hash.ts'

/** Returns numbers from 0 up to, but not including, 1; the same sequence for the same seed. */
export type Dice = () => number

/** Changing this changes every known-item query and invalidates every baseline. */
const SEED = 'known items 1'

/**
 * Separate dice for each purpose and page, so that adding or removing a page changes only its own
 * queries, and a baseline survives the next edit.
 */
export function diceFor(...names: readonly string[]): Dice {
  return createRandom(hashText([SEED, ...names].join('\n')))
}

/** A whole number from 0 up to, but not including, `end`. */
export function rollBelow(dice: Dice, end: number): number {
  return Math.floor(dice() * end)
}

export function pickOne<Item>(dice: Dice, items: readonly Item[]): Item | undefined {
  return items[rollBelow(dice, items.length)]
}

export function shuffle<Item>(dice: Dice, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, place: dice() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
