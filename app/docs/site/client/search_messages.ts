import { listWords } from '../word_list.ts'
import { createElement, fillText } from './elements.ts'
import { type Answer, HITS_MAX } from './search_request.ts'
import { settings } from './settings.ts'

const { texts, language } = settings

/** What stands below the hits of an answer, and what a screen reader says of it. */
type Description = { readonly messages: readonly (string | HTMLElement)[]; readonly spoken: string }

/** Nothing found, no answer and too many questions are three different things. */
export function describeAnswer(text: string, answer: Answer, page: string): Description {
  if (answer.kind !== 'found') {
    const what = texts[answer.kind === 'failed' ? 'search.failed' : 'search.tooMany']
    const retry = createElement('button', { type: 'button', class: 'plain', 'data-retry': '' })
    retry.textContent = texts['search.retry']
    return { messages: [what, retry], spoken: what }
  }
  const count = answer.hits.length
  const notes = [
    ...noteWords('search.corrected', answer.corrected),
    ...noteWords('search.unmatched', answer.unmatched),
  ]
  if (count === 0) {
    const none = fillText(texts['search.none'], { query: text })
    const messages = [none, ...notes, texts['search.noneHelp']]
    return { messages, spoken: messages.join(' ') }
  }
  const weak = answer.isWeak ? [texts['search.weak']] : []
  const more = count === HITS_MAX ? [linkAll(text, page)] : []
  const spoken = [countHits(count, text), ...weak].join('. ')
  return { messages: [...weak, ...notes, ...more], spoken }
}

function noteWords(
  key: 'search.corrected' | 'search.unmatched',
  list: readonly string[],
): readonly string[] {
  const words = listWords(list, language, texts['search.none'])
  return words === '' ? [] : [fillText(texts[key], { words })]
}

/** The page of results, which has more of them. */
function linkAll(text: string, page: string): HTMLAnchorElement {
  const query = new URLSearchParams({ q: text })
  return createElement('a', { href: `${page}?${query}` }, texts['search.all'])
}

function countHits(count: number, query: string): string {
  const isOne = new Intl.PluralRules(language).select(count) === 'one'
  const exact = isOne ? 'search.results.one' : 'search.results.other'
  return fillText(texts[count === HITS_MAX ? 'search.results.best' : exact], { count, query })
}
