import { createElement } from '../../../docs/site/client/elements.ts'
import type { MachineView, SearchAnswer } from '../messages.ts'
import { ask, describePlace, renderReasons, renderText } from './search_answer.ts'

const KEY = 'lectern-panel'

let panel: HTMLDetailsElement | undefined
let content: HTMLElement | undefined
let queryForm: QueryForm | undefined
let pathOf: () => string = () => ''

/** The side panel: what machines get of this page. */
export function installPanel(ownPath: () => string): void {
  pathOf = ownPath
  content = createElement('div', { class: 'lectern-facts' })
  queryForm = createQueryForm(explain)
  const summary = createElement('summary', {}, 'For machines')
  const parts = [summary, queryForm.element, content]
  panel = createElement('details', { class: 'lectern-panel' }, ...parts)
  const own = panel
  try {
    own.open = sessionStorage.getItem(KEY) === 'open'
    own.addEventListener('toggle', () => sessionStorage.setItem(KEY, own.open ? 'open' : ''))
  } catch {
    // A browser may forbid it: the panel is then closed on each page.
  }
  own.addEventListener('toggle', () => void fill())
  own.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || !own.open) return
    event.preventDefault()
    own.open = false
    summary.focus()
  })
  // A landmark, so that a screen reader finds it.
  document.body.append(createElement('aside', { 'aria-label': 'Preview', 'data-preview': '' }, own))
}

/** Follows the page, if the reader looks at the panel. */
export function updatePanel(path: string, isSearchCurrent: boolean): void {
  if (panel === undefined) return
  panel.dataset.search = isSearchCurrent ? 'current' : 'behind'
  if (path !== pathOf() || !panel.open) return
  void fill()
  if (isSearchCurrent) queryForm?.repeat()
}

let asked = 0

async function fill(): Promise<void> {
  if (panel?.open !== true || content === undefined) return
  asked += 1
  const own = asked
  const view = await ask<MachineView>('page', { path: pathOf() })
  if (own !== asked || content === undefined) return
  if (queryForm !== undefined) queryForm.element.hidden = view.record === undefined
  content.replaceChildren(...renderView(view))
}

async function explain(query: string): Promise<SearchAnswer> {
  return await ask<SearchAnswer>('search', { path: pathOf(), q: query })
}

function renderView(view: MachineView): readonly Node[] {
  if (view.record === undefined) return [createElement('p', {}, 'This address is no page.')]
  const { record, twin, twinTokens, tool, toolName, toolTokens, ownTitle, said } = view
  return [
    createElement('h2', {}, 'Check'),
    ...(said.length === 0
      ? [createElement('p', {}, 'Nothing to say.')]
      : [createElement('ul', {}, ...said.map((each) => createElement('li', {}, each)))]),
    createElement('h2', {}, 'Search for its own title'),
    createElement('p', {}, describePlace(record.title, ownTitle)),
    ...renderReasons(record.title, ownTitle),
    ...renderText('Record', JSON.stringify(record, null, 2)),
    ...renderText(`MCP: ${toolName}, about ${toolTokens} tokens`, tool),
    ...renderText(`Twin, about ${twinTokens} tokens`, twin),
  ]
}

type QueryForm = {
  readonly element: HTMLElement
  /** Explains the last query again: the page or the index changed. */
  readonly repeat: () => void
}

/** Asks how search finds this page for a query; it stays while the rest of the panel follows. */
function createQueryForm(explain: (query: string) => Promise<SearchAnswer>): QueryForm {
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
