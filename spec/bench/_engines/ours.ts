import { normalizeQuery } from '../../../app/contract/query.ts'
import { openSearchData, type SearchIndex, writeSearchData } from '../../../app/docs/search/mod.ts'
import type { Maker } from './engine.ts'

/** Our engine as the service uses it: the build writes bytes, and the service opens them. */
export function createOurs(language?: string): Maker {
  return createMaker(
    'ours',
    (index, query, limit) =>
      index.search(normalizeQuery(query), limit).hits.map(({ page }) => page),
    language,
  )
}

/**
 * The same with the section of each hit, which is found on access. No peer has sections, so this is
 * compared with their bare hits.
 */
export function createOursWithSections(): Maker {
  return createMaker('ours, with sections', (index, query, limit) =>
    index.search(normalizeQuery(query), limit).hits.map(({ page, section }) => {
      if (section?.anchor === '') throw new Error('Cannot answer: a section has no anchor')
      return page
    }),
  )
}

type Search = (index: SearchIndex, query: string, limit: number) => readonly number[]

function createMaker(name: string, search: Search, language?: string): Maker {
  return {
    name,
    build: (documents) => {
      const bytes = writeSearchData(documents, language)
      const opened = openSearchData(bytes)
      if (!opened.ok) throw new Error(opened.error)
      const index = opened.value
      return { search: (query, limit) => search(index, query, limit), bytes: bytes.length }
    },
  }
}
