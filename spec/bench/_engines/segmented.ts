import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as japanese } from '@orama/stopwords/japanese'
import { stopwords as russian } from '@orama/stopwords/russian'
import MiniSearch from 'minisearch'
import { joinHeadings, type Maker, USUAL_WEIGHTS } from './engine.ts'

/** A language without a list (Korean) has no stop words. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: german,
  fr: french,
  ja: japanese,
  ru: russian,
}

/** MiniSearch set up for questions in a language: words as Unicode finds them, its stop words. */
export function createSegmentedMiniSearch(language: string): Maker {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const stopWords = new Set(STOP_WORDS[language] ?? [])
  return {
    name: 'MiniSearch 7.2.0, with a segmenter',
    build: (documents) => {
      const index = new MiniSearch({
        fields: ['title', 'description', 'headings', 'body'],
        idField: 'at',
        tokenize: (text) =>
          [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
            isWordLike === true ? [segment] : [],
          ),
        processTerm: (term) => (stopWords.has(term.toLowerCase()) ? null : term.toLowerCase()),
        searchOptions: { boost: { ...USUAL_WEIGHTS }, combineWith: 'OR' },
      })
      index.addAll(
        documents.map((each, at) => ({
          at,
          title: each.title,
          description: each.description,
          headings: joinHeadings(each),
          body: each.body,
        })),
      )
      return {
        search: (query, limit) =>
          index
            .search(query)
            .slice(0, limit)
            .map(({ id }) => Number(id)),
      }
    },
  }
}
