import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { SourcePage, SourceQuestion } from '../../../docs/model/source.ts'
import { createQuestionNames, type SearchIndex } from '../../../docs/search/mod.ts'
import { indexCorpus } from './_checked_index.ts'
import { suggestName } from './names.ts'
import { checkRepeats, checkWords } from './search_means.ts'

/** As many results as a reader looks at: a question of two pages counts for those among them. */
const RESULTS = 10

/** Checks that each question has words, is one of its page, and names a section of it. */
export function checkQuestions(pages: readonly SourcePage[]): readonly Problem[] {
  return pages.flatMap((page) => {
    const asked = page.questions.map(({ ask }) => ask)
    const hidden = page.search.standing === 'hidden' ? asked.slice(0, 1) : []
    return [
      ...asked.flatMap(checkWords),
      ...checkRepeats(asked, 'question'),
      ...page.questions.flatMap((question) => checkSection(question, page)),
      ...hidden.map(({ place }) => {
        const what = 'the questions lead to a page that search never finds'
        return problemAt(place, what, 'remove them, or "search: hidden"')
      }),
    ]
  })
}

function checkSection({ section }: SourceQuestion, page: SourcePage): readonly Problem[] {
  if (section === undefined || page.headings === undefined) return []
  const anchors = page.headings.map(({ anchor }) => anchor)
  if (anchors.includes(section.text)) return []
  const what = `the section ${quote(section.text)} is not on ${quote(page.file)}`
  const otherwise = anchors.length === 0 ? 'remove it; the page has no headings' : undefined
  return [problemAt(section.place, what, suggestName(section.text, anchors, otherwise))]
}

type PageQuestion = SourceQuestion & { readonly page: SourcePage }

/** Warns of questions that change nothing, and of those that more than one page claims. */
export function warnOfQuestions(
  pages: readonly SourcePage[],
  corpus: Pick<Corpus, 'pages' | 'registry'>,
): readonly Problem[] {
  const asked = pages.flatMap((page) =>
    page.questions.map((each): PageQuestion => ({ ...each, page })),
  )
  if (asked.length === 0) return []
  const nameOf = createQuestionNames(corpus.registry.service.language)
  const byName = Map.groupBy(asked, ({ ask }) => nameOf(ask.text))
  const byTitle = new Map(pages.map((page) => [nameOf(page.title.text), page]))
  const files = corpus.pages.map(({ file }) => file)
  const index = indexCorpus({ ...corpus, pages: corpus.pages.map(withoutQuestions) })
  return asked.flatMap((question) => {
    const { ask, page } = question
    const name = nameOf(ask.text)
    const found = index.search(normalizeQuery(ask.text), RESULTS)
    const names = found.hits.map((hit) => files[hit.page])
    const other = byName.get(name)?.find((each) => each.page !== page)
    const titled = byTitle.get(name)
    const claim = other === undefined ? describeTitle(titled, page) : describeQuestion(other)
    if (claim !== undefined) {
      const use = names.includes(`pages/${page.file}`) ? '' : ', so search does not use it here'
      const what = `the question ${quote(ask.text)} is also ${claim}${use}`
      return [problemAt(ask.place, what, 'keep it on the page that answers it')]
    }
    if (names[0] !== `pages/${page.file}` || !isAnswered(question, found)) return []
    const what = `the question ${quote(ask.text)} finds this page first without it`
    return [problemAt(ask.place, what, 'remove it')]
  })
}

function describeQuestion({ ask, page }: PageQuestion): string {
  return `on line ${ask.place.line} of ${quote(`pages/${page.file}`)}`
}

function describeTitle(titled: SourcePage | undefined, page: SourcePage): string | undefined {
  if (titled === undefined || titled === page) return undefined
  return `the title of ${quote(`pages/${titled.file}`)}`
}

/** Whether the first page is shown as the answer that the question makes of it. */
function isAnswered(
  { section }: SourceQuestion,
  { hits, isWeak }: ReturnType<SearchIndex['search']>,
): boolean {
  return !isWeak && (section === undefined || hits[0]?.section?.anchor === section.text)
}

function withoutQuestions(page: Corpus['pages'][number]): Corpus['pages'][number] {
  const { search } = page
  return search === undefined ? page : { ...page, search: { ...search, questions: [] } }
}
