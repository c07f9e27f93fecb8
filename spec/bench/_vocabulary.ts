import { createSeededRandom, pickOne, type Random } from '../../app/checks/evaluator/random.ts'

/** Words with natural frequencies. */
export type Vocabulary = {
  /** Any word, with the frequency of its rank. */
  any(random: Random): string
  /** A topical word: none of the few hundred that occur everywhere. */
  rare(random: Random): string
  /** An identifier such as `parseHeaderLine`. */
  name(random: Random): string
}

const WORDS = 60_000
const EVERYWHERE = 250

// Zipf's law with Mandelbrot's correction for the first ranks; the figures fit English prose.
const EXPONENT = 1.07
const SHIFT = 2.7

/**
 * Heaps' law: a text of n words has about n ** .59 different terms, as measured over the
 * documentations of Bun and Next.js from 14,000 to 990,000 words, pages in any order, and n ** .55
 * at the end of that. Frequencies that fall so in the tail give the same growth
 * (spec/decisions/scale.md).
 */
const TAIL_EXPONENT = 1.58
/** From this rank on, frequencies fall faster; the first ranks are those of prose. */
const TAIL_FROM = 900
/** More than the largest corpus ever uses. */
const GROWING_WORDS = 1_000_000
/** How many words of the tail are identifiers, and of what they are made. */
const NAMES_SHARE = 0.45
const NAME_PARTS = 2

const STEM_LETTERS_MAX = 8

const COMMON =
  'the of and to a in is that for it as with be on this by are an or from you can at not when if ' +
  'will use which your all has have one more other but using into only than use any each set no'
const ONSETS =
  'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl st t th tr v w z'.split(' ')
const VOWELS = 'a e i o u ai ea ee io oa ou'.split(' ')
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ck', 'nd', 'st', 'x', 'p']
const ENDINGS = ['s', 'ed', 'ing', 'er', 'ly', 'tion', 'able']

/** Creates the same words in the same order every time: as many, whatever is written with them. */
export function createVocabulary(): Vocabulary {
  const { any, rare } = drawFrom(inventWords(WORDS), (rank) => (rank + 1 + SHIFT) ** -EXPONENT)
  const name = (random: Random) => joinName([any(random), rare(random), rare(random)])
  return { any, rare, name }
}

/** Creates words of which more are used the more is written, as in real documentation. */
export function createGrowingVocabulary(): Vocabulary {
  const plain = inventWords(TAIL_FROM * 8)
  const random = createSeededRandom('growing vocabulary')
  const words = plain.slice(0, TAIL_FROM)
  const known = new Set(plain)
  while (words.length < GROWING_WORDS) {
    const isName = random() < NAMES_SHARE
    const word = isName
      ? joinName(Array.from({ length: NAME_PARTS }, () => pickOne(random, plain) ?? ''))
      : (plain[words.length] ?? inventWord(random, words.length))
    if (word.length < 2 || (known.has(word) && word !== plain[words.length])) continue
    known.add(word)
    words.push(word)
  }
  const tail = TAIL_FROM ** (TAIL_EXPONENT - EXPONENT)
  const { any, rare } = drawFrom(words, (rank) =>
    rank < TAIL_FROM ? (rank + 1 + SHIFT) ** -EXPONENT : tail * (rank + 1) ** -TAIL_EXPONENT,
  )
  return { any, rare, name: (each) => findName(each, rare) }
}

/** The next identifier among topical words. */
function findName(random: Random, rare: Vocabulary['rare']): string {
  for (;;) {
    const word = rare(random)
    if (/[A-Z]/.test(word)) return word
  }
}

function joinName(parts: readonly string[]): string {
  const capitalise = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1)
  return parts.map((part, at) => (at === 0 ? part : capitalise(part))).join('')
}

/** Draws words with the frequencies of their ranks. */
function drawFrom(
  words: readonly string[],
  frequencyOf: (rank: number) => number,
): Pick<Vocabulary, 'any' | 'rare'> {
  const sums = new Float64Array(words.length)
  let sum = 0
  for (let rank = 0; rank < words.length; rank++) {
    sum += frequencyOf(rank)
    sums[rank] = sum
  }
  const from = (least: number, random: Random): string => {
    const start = least === 0 ? 0 : (sums[least - 1] ?? 0)
    return words[findFirstAbove(sums, start + random() * (sum - start))] ?? ''
  }
  return { any: (random) => from(0, random), rare: (random) => from(EVERYWHERE, random) }
}

/** Frequent words are short, and some words are forms of others. */
function inventWords(count: number): readonly string[] {
  const random = createSeededRandom('vocabulary')
  const words = [...new Set(COMMON.split(' '))]
  const known = new Set(words)
  while (words.length < count) {
    const syllables = countSyllables(random, words.length)
    const stem = random() < 0.3 ? pickOne(random, words) : undefined
    const word =
      stem === undefined || stem.length < 4 || stem.length > STEM_LETTERS_MAX
        ? makeWord(random, syllables)
        : stem + (pickOne(random, ENDINGS) ?? '')
    if (known.has(word) || word.length < 2) continue
    known.add(word)
    words.push(word)
  }
  return words
}

function inventWord(random: Random, rank: number): string {
  return makeWord(random, countSyllables(random, rank))
}

function countSyllables(random: Random, rank: number): number {
  return 1 + Math.floor(Math.log10(rank) * 0.64 * random())
}

function makeWord(random: Random, syllables: number): string {
  return Array.from({ length: syllables }, () => makeSyllable(random)).join('')
}

function makeSyllable(random: Random): string {
  const [onset, vowel] = [pickOne(random, ONSETS), pickOne(random, VOWELS)]
  return `${onset}${vowel}${pickOne(random, CODAS)}`
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
