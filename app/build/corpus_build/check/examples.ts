import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { readSearchDocument } from '../../../docs/model/page_text.ts'
import { readSearchMeans } from '../../../docs/model/search_means.ts'
import { findExamplePages, isSearchSkill } from '../../../docs/model/skill_examples.ts'
import type { SourceRegistry } from '../../../docs/model/source.ts'
import { SearchWriter } from '../../../docs/search/mod.ts'
import { openBuildSearch } from '../emit/build_search.ts'
import { emitSearchFile } from '../emit/service_file.ts'

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
  const means = readSearchMeans(registry, pages)
  const index = new SearchWriter(registry.service.language, means)
  for (const page of pages) index.add(readSearchDocument(page))
  const search = openBuildSearch(corpus, emitSearchFile(index))
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
