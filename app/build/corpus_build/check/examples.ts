import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { findExamplePages, isSearchSkill } from '../../../docs/model/skill_examples.ts'
import type { SourceRegistry } from '../../../docs/model/source.ts'
import { searchRecords } from '../emit/build_search.ts'
import { indexCorpus } from './_checked_index.ts'

/** As many results as a reader looks at. */
const RESULTS = 10

/** How many of the pages that would be right are named. */
const NAMES = 2

/** Warns of examples on the agent card that lead whoever tries them to nothing. */
export function checkExamples({ examples }: SourceRegistry, corpus: Corpus): readonly Problem[] {
  const { pages, registry } = corpus
  const asked = examples.flatMap(({ skill, ...example }) => {
    const found = registry.skills[skill]
    return found !== undefined && isSearchSkill(found) ? [{ ...example, skill: found }] : []
  })
  // The index takes a while on a large corpus.
  if (asked.length === 0) return []
  const search = searchRecords(corpus, indexCorpus(corpus))
  const titles = pages.map(({ record }) => record.title)
  const positions = new Map(pages.map(({ record }, at) => [record.id, at]))
  return asked.flatMap(({ text, place, skill }) => {
    const found = search(text, RESULTS, {}).map(({ id }) => positions.get(id) ?? -1)
    const wanted = findExamplePages(text, skill, titles)
    if (wanted.length === 0 ? found.length > 0 : wanted.some((page) => found.includes(page))) {
      return []
    }
    const named = wanted.slice(0, NAMES).map((page) => quote(titles[page] ?? ''))
    const missing = named.length === 0 ? 'any page' : named.join(' or ')
    const what = `the example ${quote(text)} does not find ${missing}`
    return [problemAt(place, what, 'ask for what a page has in its title')]
  })
}
