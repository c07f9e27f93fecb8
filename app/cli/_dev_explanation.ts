import type { LiveCorpus } from '../build/corpus_build/live_corpus.ts'
import type { ExplainSearch } from '../build/preview/mod.ts'
import { explainSearch, formatExplanation, namePages } from '../checks/evaluator/mod.ts'
import { err, ok } from '../contract/result.ts'

/** Explains searches of a preview in the words of `eval --explain`. */
export function createExplainer(live: LiveCorpus): ExplainSearch {
  return async (request) => {
    await live.settled()
    const searched = live.searched()
    if (searched === undefined) {
      return err(`Cannot explain "${request.query}": search follows the last save`)
    }
    const { corpus, snapshot, index } = searched
    const source = { pages: namePages(corpus), snapshot, index }
    const explained = explainSearch(source, request)
    if (!explained.ok) return explained
    const { pages, found } = explained.value
    const place = pages.find(({ id }) => id === request.page)?.rank ?? 0
    return ok({ text: formatExplanation(explained.value), place, found })
  }
}
