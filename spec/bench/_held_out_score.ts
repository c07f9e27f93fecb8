import { type HeldOutQuestion, toLetters } from './_held_out_questions.ts'

/** What an engine answers: paths of pages, best first, and what it shows of the first ones. */
export type EngineAnswer = {
  readonly pages: readonly string[]
  /** One for each of the first pages; '' for a page of which nothing is shown. */
  readonly passages: readonly string[]
  /** Whether it says that this is an answer. */
  readonly isSure: boolean
}

const MEASURES = ['first', 'three', 'ten', 'passage', 'passages'] as const
type Measure = (typeof MEASURES)[number]

/** Whether the right page, or the right passage, is where a reader looks. */
export type Marks = Readonly<Record<Measure, boolean>>

/** One question and the marks of each engine, in the order of their names. */
export type QuestionMarks = {
  readonly language: string
  readonly kind: HeldOutQuestion['kind']
  readonly marks: readonly Marks[]
}

const PASSAGES_READ = 3
const GRADE_OF_ANSWER = 2

export function markAnswer({ pages, holds }: HeldOutQuestion, shown: EngineAnswer): Marks {
  const best = Math.max(...pages.map(({ grade }) => grade))
  const right = new Set(
    pages.filter(({ grade }) => grade >= Math.min(best, GRADE_OF_ANSWER)).map(({ path }) => path),
  )
  const rank = shown.pages.findIndex((path) => right.has(path))
  const isWithin = (depth: number) => rank !== -1 && rank < depth
  const quotes = holds.map(toLetters)
  const holdsOne = shown.passages.slice(0, PASSAGES_READ).map((passage) => {
    const letters = toLetters(passage)
    return quotes.some((quote) => letters.includes(quote))
  })
  return {
    first: isWithin(1),
    three: isWithin(3),
    ten: isWithin(10),
    passage: holdsOne[0] === true,
    passages: holdsOne.includes(true),
  }
}

/** How many questions have a mark, engine by engine. */
export function countMarks(scored: readonly QuestionMarks[], measure: Measure): readonly number[] {
  const [{ marks: engines = [] } = {}] = scored
  return engines.map((_, at) => scored.filter(({ marks }) => marks[at]?.[measure] === true).length)
}

/** Counts by language, by kind and by both, and of all questions. */
export function formatScores(engines: readonly string[], scored: readonly QuestionMarks[]): string {
  const languages = [...new Set(scored.map(({ language }) => language))].toSorted()
  const kinds = [...new Set(scored.map(({ kind }) => kind))].toSorted()
  const groups: readonly (readonly [string, readonly QuestionMarks[]])[] = [
    ['all', scored],
    ...languages.map((each) => [each, scored.filter((one) => one.language === each)] as const),
    ...kinds.map((each) => [each, scored.filter((one) => one.kind === each)] as const),
    ...languages.flatMap((language) =>
      kinds.map((kind) => {
        const both = scored.filter((one) => one.language === language && one.kind === kind)
        return [`${language} ${kind}`, both] as const
      }),
    ),
  ]
  const head = ['', 'questions', ...engines.map((name) => `${name}: ${MEASURES.join('/')}`)]
  const lines = groups
    .filter(([, group]) => group.length > 0)
    .map(([name, group]) => {
      const counts = MEASURES.map((measure) => countMarks(group, measure))
      const cells = engines.map((_, at) => counts.map((count) => count[at] ?? 0).join('/'))
      return [name, String(group.length), ...cells]
    })
  return alignColumns([head, ...lines])
}

/** Of the questions whose right page stands first, those whose passage is right, by engine. */
export function formatShown(engines: readonly string[], scored: readonly QuestionMarks[]): string {
  return engines
    .map((name, at) => {
      const first = scored.filter(({ marks }) => marks[at]?.first === true)
      const right = first.filter(({ marks }) => marks[at]?.passage === true).length
      return `${name}: of ${first.length} right pages that stand first ${right} show the answer`
    })
    .join('\n')
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
