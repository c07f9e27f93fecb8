/** Returns numbers from 0 up to, but not including, 1; the same sequence for the same seed. */
export type Dice = () => number

/** Changing this changes every known-item query and invalidates every baseline. */
const SEED = 'known items 1'

/**
 * Separate dice for each purpose and page, so that adding or removing a page changes only its own
 * queries, and a baseline survives the next edit.
 */
export function diceFor(...names: readonly string[]): Dice {
  let state = hashOf([SEED, ...names].join('\n'))
  return () => {
    // mulberry32: one 32-bit word of state, well mixed.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
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

/** 32 bits of FNV-1a over the code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash
}
