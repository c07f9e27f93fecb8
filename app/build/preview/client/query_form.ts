import { createElement } from '../../../docs/site/client/elements.ts'
import type { SearchAnswer } from '../messages.ts'
import { describePlace, renderReasons } from './search_answer.ts'

export type QueryForm = {
  readonly element: HTMLElement
  /** Explains the last query again: the page or the index changed. */
  readonly repeat: () => void
}

/** Asks how search finds this page for a query; it stays while the rest of the panel follows. */
export function createQueryForm(explain: (query: string) => Promise<SearchAnswer>): QueryForm {
  const input = createElement('input', {
    type: 'search',
    name: 'q',
    required: '',
    maxlength: '1024',
    autocomplete: 'off',
  })
  const label = createElement('label', {}, 'How does search find this page for ', input)
  const button = createElement('button', { type: 'submit' }, 'Explain')
  const place = createElement('p', { role: 'status' })
  const reasons = createElement('div', {})
  const form = createElement('form', {}, label, button)
  let query = ''
  let asked = 0

  const show = async (): Promise<void> => {
    asked += 1
    const own = asked
    const shown = query
    const answer = await explain(shown)
    // The answer to an older text is dropped.
    if (own !== asked) return
    place.textContent = describePlace(shown, answer)
    reasons.replaceChildren(...renderReasons(shown, answer))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    query = input.value.trim()
    if (query !== '') void show()
  })
  return {
    element: createElement('div', { class: 'lectern-query' }, form, place, reasons),
    repeat: () => {
      if (query !== '') void show()
    },
  }
}
