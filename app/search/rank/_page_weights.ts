import { countBodyWords, type SearchFile } from '../file/search_file.ts'
import { PAGE_SATURATION, RARITY_POWER } from './_weights.ts'

/** How much words weigh, and pages dampen how often they say them. */
export type PageWeights = {
  /** The weight of a word that so many pages hold. */
  weigh(holders: number): number
  /** For each page, by its length. */
  readonly damping: Float32Array
}

/** Measures the pages of a file. */
export function createPageWeights(file: SearchFile): PageWeights {
  const { pages, meanBodyWords } = file
  const damping = new Float32Array(pages)
  for (let page = 0; page < pages; page++) {
    damping[page] = PAGE_SATURATION * (countBodyWords(file, page) / meanBodyWords)
  }
  // Rare words weigh more; this formula never drops below zero.
  const weigh = (holders: number) =>
    Math.log(1 + (pages - holders + 0.5) / (holders + 0.5)) ** RARITY_POWER
  return { weigh, damping }
}
