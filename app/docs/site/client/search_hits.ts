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
  const status = settings.statuses[hit.status]
  if (status !== undefined) {
    option.append(createElement('span', { class: `status ${status.tone}` }, status.label))
  }
  const place = [...findFolders(hit.href), hit.title, hit.heading].filter((name, at, all) => {
    return name !== '' && name !== all[at - 1]
  })
  if (place.length > 1) {
    const shown = createElement('span', { class: 'place' }, ...markWords(place.join(' › '), words))
    option.append(shown)
  }
  option.append(createElement('span', { class: 'text' }, ...markWords(hit.text, words)))
  return option
}

/** The folders of a page, as the tree beside the text names them. */
function findFolders(href: string): readonly string[] {
  const path = new URL(href, location.href).pathname
  const links = document.querySelectorAll<HTMLAnchorElement>('nav.pages a')
  const link = [...links].find(({ pathname }) => pathname === path)
  const names: string[] = []
  for (let at = link?.parentElement?.closest('details'); at != null; ) {
    names.unshift(at.querySelector('summary')?.textContent ?? '')
    at = at.parentElement?.closest('details')
  }
  return names
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
