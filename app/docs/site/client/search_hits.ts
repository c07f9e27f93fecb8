import { createElement } from './elements.ts'
import type { Hit } from './search_request.ts'
import { settings } from './settings.ts'

/** One option of the list: the link itself, so that it opens in a new tab as any other. */
export function createOption(hit: Hit, at: number, words: readonly string[]): HTMLAnchorElement {
  const option = createElement('a', {
    class: 'hit',
    role: 'option',
    id: `search:hit-${at}`,
    href: hit.href,
    tabindex: '-1',
    'aria-selected': 'false',
  })
  option.append(createElement('strong', {}, ...markWords(hit.title, words)))
  if (hit.heading !== '' && hit.heading !== hit.title) {
    option.append(' ', createElement('span', { class: 'place' }, ...markWords(hit.heading, words)))
  }
  const status = settings.statuses[hit.status]
  if (status !== undefined) {
    option.append(createElement('span', { class: `status ${status.tone}` }, status.label))
  }
  option.append(createElement('span', { class: 'text' }, ...markWords(hit.text, words)))
  return option
}

/** Words of a query, for marks in titles and texts. */
export function splitWords(query: string): readonly string[] {
  return query.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 1)
}

/** A text with the words of the query marked. */
function markWords(text: string, words: readonly string[]): readonly (Node | string)[] {
  if (words.length === 0) return [text]
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
  return parts
    .map((part, at) => (at % 2 === 1 ? createElement('mark', {}, part) : part))
    .filter((part) => part !== '')
}
