import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as japanese } from '@orama/stopwords/japanese'
import { stopwords as chinese } from '@orama/stopwords/mandarin'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import type { Maker } from './engine.ts'
import { createUsualMiniSearch } from './usual_minisearch.ts'

/** A language without a list (Korean) has no stop words. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
  ru: russian,
  zh: chinese,
}

/** MiniSearch set up for questions in a language: words as Unicode finds them, its stop words. */
export function createSegmentedMiniSearch(language: string): Maker {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const stopWords = new Set(STOP_WORDS[language] ?? [])
  return createUsualMiniSearch('with a segmenter', {
    isStopWord: (word) => stopWords.has(word.toLowerCase()),
    tokenize: (text) =>
      [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
        isWordLike === true ? [segment] : [],
      ),
  })
}
