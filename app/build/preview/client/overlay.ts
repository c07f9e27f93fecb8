import type { Problem } from '../../../contract/problem.ts'
import { createElement } from '../../../docs/site/client/elements.ts'

let overlay: HTMLElement | undefined
let shownText = ''

/** Shows every problem with its place and its fix; without problems it goes. */
export function showOverlay(problems: readonly Problem[]): void {
  const text = JSON.stringify(problems)
  if (text === shownText) return
  shownText = text
  overlay?.remove()
  overlay = undefined
  if (problems.length === 0) return
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`
  const close = createElement('button', { type: 'button' }, 'Hide')
  overlay = createElement(
    'section',
    { class: 'lectern-overlay', role: 'alert', 'aria-label': count, 'data-preview': '' },
    createElement('div', { class: 'lectern-bar' }, createElement('strong', {}, count), close),
    createElement('ol', { tabindex: '0' }, ...problems.map(renderProblem)),
    createElement('p', {}, 'What cannot be read is shown as it was. Fix it, and this goes.'),
  )
  const own = overlay
  close.addEventListener('click', () => own.remove())
  document.body.append(own)
}

function renderProblem({ file, line, column, what, fix }: Problem): HTMLElement {
  return createElement(
    'li',
    {},
    createElement('code', {}, `${file}:${line}:${column}`),
    createElement('p', {}, what),
    createElement('p', { class: 'lectern-fix' }, `Fix: ${fix}`),
  )
}
