import { createElement } from '../../../docs/site/client/elements.ts'
import { PREVIEW_PATH, type SearchAnswer } from '../messages.ts'

/** Asks the server of this page, which sends the type that its path has and nothing else. */
export async function ask<View>(
  name: 'page' | 'search',
  parameters: Readonly<Record<string, string>>,
): Promise<View> {
  const answer = await fetch(`${PREVIEW_PATH}${name}?${new URLSearchParams(parameters)}`)
  return await answer.json()
}

/** Why search lists pages as it does for a query. */
export function renderReasons(query: string, answer: SearchAnswer): readonly Node[] {
  if ('refusal' in answer) return []
  const label = `Why, for “${query}”`
  return [createElement('pre', { tabindex: '0', 'aria-label': label }, answer.text)]
}

/** Where search lists the page, in one sentence. */
export function describePlace(query: string, answer: SearchAnswer): string {
  if ('refusal' in answer) return answer.refusal
  const { place, found } = answer
  if (place === 0) return `“${query}” does not find this page.`
  return `“${query}” finds this page as number ${place} of ${found}.`
}

export function renderText(title: string, text: string): readonly Node[] {
  const pre = createElement('pre', { tabindex: '0', 'aria-label': title }, text)
  return [createElement('h2', {}, title), pre]
}
