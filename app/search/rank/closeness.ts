import type { ScoredPage } from './_best_pages.ts'
import { CLASS, STRICT_WORDS_MAX } from './rank_classes.ts'

/**
 * How close each page comes to the best, from 0 to 1. Evidence decides, which has words for a share
 * of what was asked: a page of a higher class than evidence is close, and so is the first. A short
 * query is ranked by place, so all of its pages are close. What a low page has says nothing about
 * the others, which search puts before it.
 */
export function measureCloseness(
  pages: readonly ScoredPage[],
  words: number,
  isLow: (page: number) => boolean,
): readonly number[] {
  if (words <= STRICT_WORDS_MAX) return pages.map(() => 1)
  const normal = pages.filter(({ page }) => !isLow(page))
  const compared = normal.length > 0 ? normal : pages
  const most = Math.max(...compared.map(({ score }) => score % CLASS))
  return pages.map(({ score }, at) =>
    at === 0 || score >= CLASS || score >= most ? 1 : score / most,
  )
}
