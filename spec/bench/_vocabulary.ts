import { type Dice, diceFor, pickOne } from '../../app/evaluator/dice.ts'

/** Words with natural frequencies. */
export type Vocabulary = {
  /** Any word, with the frequency of its rank. */
  any(dice: Dice): string
  /** A topical word: none of the few hundred that occur everywhere. */
  rare(dice: Dice): string
}

const WORDS = 60_000
const EVERYWHERE = 250

// Zipf's law with Mandelbrot's correction for the first ranks; the figures fit English prose.
const EXPONENT = 1.07
const SHIFT = 2.7

const STEM_LETTERS_MAX = 8

const COMMON =
  'the of and to a in is that for it as with be on this by are an or from you can at not when if ' +
  'will use which your all has have one more other but using into only than use any each set no'
const ONSETS = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl st t th tr v w z'
const VOWELS = 'a e i o u ai ea ee io oa ou'
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ck', 'nd', 'st', 'x', 'p']
const ENDINGS = ['s', 'ed', 'ing', 'er', 'ly', 'tion', 'able']

/** Creates the same words in the same order every time. */
export function createVocabulary(): Vocabulary {
  const words = inventWords()
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank++) {
    sum += 1 / (rank + 1 + SHIFT) ** EXPONENT
    sums[rank] = sum
  }
  const from = (least: number, dice: Dice): string => {
    const start = least === 0 ? 0 : (sums[least - 1] ?? 0)
    return words[findFirstAbove(sums, start + dice() * (sum - start))] ?? ''
  }
  return { any: (dice) => from(0, dice), rare: (dice) => from(EVERYWHERE, dice) }
}

/** Frequent words are short, and some words are forms of others. */
function inventWords(): readonly string[] {
  const dice = diceFor('vocabulary')
  const words = [...new Set(COMMON.split(' '))]
  const known = new Set(words)
  while (words.length < WORDS) {
    const syllables = 1 + Math.floor(Math.log10(words.length) * 0.64 * dice())
    const stem = dice() < 0.3 ? pickOne(dice, words) : undefined
    const word =
      stem === undefined || stem.length < 4 || stem.length > STEM_LETTERS_MAX
        ? Array.from({ length: syllables }, () => makeSyllable(dice)).join('')
        : stem + (pickOne(dice, ENDINGS) ?? '')
    if (known.has(word) || word.length < 2) continue
    known.add(word)
    words.push(word)
  }
  return words
}

function makeSyllable(dice: Dice): string {
  const [onset, vowel] = [pickOne(dice, ONSETS.split(' ')), pickOne(dice, VOWELS.split(' '))]
  return `${onset}${vowel}${pickOne(dice, CODAS)}`
}

function findFirstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}
