import { createElement } from '../../site/client/elements.ts'
import type { MachineView } from '../messages.ts'

const KEY = 'lectern-panel'

let panel: HTMLDetailsElement | undefined
let content: HTMLElement | undefined
let pathOf: () => string = () => ''

/** The side panel: what machines get of this page. */
export function installPanel(ownPath: () => string): void {
  pathOf = ownPath
  content = createElement('div', { class: 'lectern-facts' })
  const summary = createElement('summary', {}, 'For machines')
  panel = createElement('details', { class: 'lectern-panel', 'data-preview': '' }, summary, content)
  const own = panel
  try {
    own.open = sessionStorage.getItem(KEY) === 'open'
    own.addEventListener('toggle', () => sessionStorage.setItem(KEY, own.open ? 'open' : ''))
  } catch {
    // A browser may forbid it: the panel is then closed on each page.
  }
  own.addEventListener('toggle', () => void fill())
  document.body.append(own)
}

/** Follows the page, if the reader looks at the panel. */
export function updatePanel(path: string, isSearchCurrent: boolean): void {
  if (panel === undefined) return
  panel.dataset.search = isSearchCurrent ? 'current' : 'behind'
  if (path === pathOf()) void fill()
}

let asked = 0

async function fill(): Promise<void> {
  if (panel?.open !== true || content === undefined) return
  asked += 1
  const own = asked
  const answer = await fetch(`/.lectern/page?path=${encodeURIComponent(pathOf())}`)
  // The server of this page sends nothing else.
  const view = (await answer.json()) as MachineView
  if (own === asked) content.replaceChildren(...renderView(view))
}

function renderView(view: MachineView): readonly Node[] {
  if (view.record === undefined) return [createElement('p', {}, 'This address is no page.')]
  const { record, twin, twinTokens, tool, toolName, toolTokens, ownPlace, found, said } = view
  const place =
    ownPlace === 0
      ? `Its own title does not find it. First is: ${found[0] ?? 'nothing'}`
      : `Its own title finds it as number ${ownPlace}.`
  return [
    createElement('h2', {}, 'Check'),
    ...(said.length === 0
      ? [createElement('p', {}, 'Nothing to say.')]
      : [createElement('ul', {}, ...said.map((each) => createElement('li', {}, each)))]),
    createElement('h2', {}, 'Search'),
    createElement('p', {}, place),
    createElement('ol', {}, ...found.map((title) => createElement('li', {}, title))),
    ...renderText('Record', JSON.stringify(record, null, 2)),
    ...renderText(`MCP: ${toolName}, about ${toolTokens} tokens`, tool),
    ...renderText(`Twin, about ${twinTokens} tokens`, twin),
  ]
}

function renderText(title: string, text: string): readonly Node[] {
  return [createElement('h2', {}, title), createElement('pre', { tabindex: '0' }, text)]
}
