import { pickOne, type Random, randomBelow } from './random.ts'

/** Shorter words cannot be recognised once they are misspelt. */
const LETTERS_MIN = 4

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Puts one typo into one word of a text; absent if all its words are short. */
export function misspell(text: string, random: Random): string | undefined {
  const words = [...text.matchAll(/\p{L}+/gu)].filter(([word]) => word.length >= LETTERS_MIN)
  const found = pickOne(random, words)
  if (found === undefined) return undefined
  const [word] = found
  const changed = addTypo(word, random)
  return text.slice(0, found.index) + changed + text.slice(found.index + word.length)
}

/** Swaps, drops, inserts or replaces one letter, but never the first. */
function addTypo(word: string, random: Random): string {
  const at = 1 + randomBelow(random, word.length - 2)
  const [before, letter, next, after] = [
    word.slice(0, at),
    word.slice(at, at + 1),
    word.slice(at + 1, at + 2),
    word.slice(at + 2),
  ]
  const another =
    pickOne(
      random,
      [...LETTERS].filter((each) => each !== letter.toLowerCase()),
    ) ?? ''
  switch (randomBelow(random, 4)) {
    case 0:
      if (letter !== next) return before + next + letter + after
      return before + another + next + after
    case 1:
      return before + next + after
    case 2:
      return before + another + letter + next + after
    default:
      return before + another + next + after
  }
}
