/** A page that answers a query; 3 answers it fully, 2 answers much of it, 1 is related. */
type Answer = { readonly page: number; readonly grade: number }

/** A query, and the positions of the pages that answer it. */
export type Question = { readonly query: string; readonly wanted: readonly Answer[] }

/** Positions of the pages found, best first. */
type Rank = (query: string) => readonly number[]

/**
 * The figures that are compared, with their usual names: mean reciprocal rank of the first answer
 * among the first ten results; share of queries whose first result is an answer; share of the
 * answers that are among the first ten results, mean over the queries.
 */
export const MEASURES = { mrr: 'MRR@10', success: 'success@1', recall: 'recall@10' } as const
export type Measure = keyof typeof MEASURES

/** How well one kind of query is answered; each measure lies between 0 and 1. */
export type Figures = Readonly<Record<Measure | 'queries', number>>

/** A query whose first result is not an answer. */
export type Miss = {
  readonly question: Question
  /** Rank of the first answer among the results that count. */
  readonly found: number | undefined
  /** The page that came first instead. */
  readonly first: number | undefined
}

export const DEPTH = 10

/** A page of this grade or more is an answer. */
const GRADE_OF_ANSWER = 2

export function measure(
  questions: readonly Question[],
  rank: Rank,
): { readonly figures: Figures; readonly misses: readonly Miss[] } {
  const misses: Miss[] = []
  const sums = { mrr: 0, success: 0, recall: 0 }
  for (const question of questions) {
    const answers = answersOf(question)
    const found = rank(question.query).slice(0, DEPTH)
    const first = found.findIndex((page) => answers.has(page))
    if (first !== 0) {
      misses.push({ question, found: first === -1 ? undefined : first + 1, first: found[0] })
    }
    sums.mrr += first === -1 ? 0 : 1 / (first + 1)
    sums.success += first === 0 ? 1 : 0
    const hits = found.filter((page) => answers.has(page)).length
    sums.recall += hits / Math.min(answers.size, DEPTH)
  }
  const queries = questions.length
  const mean = (sum: number) => (queries === 0 ? 0 : sum / queries)
  const figures = {
    queries,
    mrr: mean(sums.mrr),
    success: mean(sums.success),
    recall: mean(sums.recall),
  }
  return { figures, misses }
}

/** If no page answers much, the best one counts as the answer. */
function answersOf({ wanted }: Question): ReadonlySet<number> {
  const best = Math.max(...wanted.map(({ grade }) => grade))
  const least = Math.min(GRADE_OF_ANSWER, best)
  return new Set(wanted.filter(({ grade }) => grade >= least).map(({ page }) => page))
}
