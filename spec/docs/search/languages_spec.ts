import { expect } from 'bun:test'
import { join } from 'node:path'
import { readJudgedQueries } from '../../../app/checks/evaluator/judged_queries.ts'
import { measure } from '../../../app/checks/evaluator/measure.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import {
  openSearchData,
  type SearchDocument,
  writeSearchData,
} from '../../../app/docs/search/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { ROOT } from '../../support/repository.ts'

const FIRST_PLACES = 3

/** What a language reaches over its extract: the figures of today, less one question. */
const LEAST = {
  ja: { first: 0.75, three: 0.9 },
  ko: { first: 0.85, three: 0.95 },
} as const

type ExtractPage = Pick<SearchDocument, 'title' | 'description' | 'body' | 'sections'> & {
  readonly name: string
}

async function readExtract(language: string): Promise<readonly ExtractPage[]> {
  const text = await Bun.file(join(import.meta.dir, 'languages', `${language}.jsonl`)).text()
  // The extract was written in this form, and is never edited.
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExtractPage)
}

for (const [language, least] of Object.entries(LEAST)) {
  verifies(
    'search.languages',
    `search answers questions of a user in "${language}" over real documentation`,
    async () => {
      const extract = await readExtract(language)
      const pages = extract.map((page) => ({ ...page, kind: 'guide', status: 'available' }))
      const opened = openSearchData(writeSearchData(pages, language))
      if (!opened.ok) throw new Error(opened.error)
      const file = join(ROOT, `spec/eval/languages/${language}.yaml`)
      const names = extract.map(({ name }) => name)
      const { questions, problems } = await readJudgedQueries({ path: file, name: file }, names)
      expect(problems).toEqual([])
      const { figures, misses } = measure(questions, (query) =>
        opened.value.search(normalizeQuery(query), 10).hits.map(({ page }) => page),
      )
      const late = misses.filter(({ found = Infinity }) => found > FIRST_PLACES)
      expect(figures.success).toBeGreaterThanOrEqual(least.first)
      expect(1 - late.length / questions.length).toBeGreaterThanOrEqual(least.three)
    },
  )
}
