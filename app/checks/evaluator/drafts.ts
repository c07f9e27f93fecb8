import { LIMITS } from '../../contract/limits.ts'
import type { Document } from './documents.ts'
import type { Question } from './measure.ts'
import { createSeededRandom } from './random.ts'

/** A query that may not identify its page. */
export type Draft = {
  readonly query: string
  readonly page: number
  readonly singlesOut: () => boolean
}

/** Enough for stable figures; a small corpus has fewer. */
const QUERIES_PER_KIND_MAX = 200

const QUERY_CHARACTERS_MIN = 2

/**
 * Questions of one kind. Whether a draft is chosen early depends on that draft only, not on how
 * many there are.
 */
export function chooseQuestions(
  kind: string,
  drafts: readonly Draft[],
  documents: readonly Document[],
): readonly Question[] {
  const placed = drafts
    .filter(({ query: { length } }) => length >= QUERY_CHARACTERS_MIN)
    .filter(({ query: { length } }) => length <= LIMITS.queryCharactersMax)
    .map((draft) => ({
      draft,
      place: createSeededRandom('order', kind, documents[draft.page]?.name ?? '', draft.query)(),
    }))
    .sort((one, other) => one.place - other.place)
  const questions: Question[] = []
  for (const { draft } of placed) {
    if (questions.length === QUERIES_PER_KIND_MAX) break
    if (!draft.singlesOut()) continue
    questions.push({ query: draft.query, wanted: [{ page: draft.page, grade: 3 }] })
  }
  return questions
}
