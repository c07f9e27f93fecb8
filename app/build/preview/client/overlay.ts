import { createElement } from '../../../docs/site/client/elements.ts'
import type { ShownProblem } from '../messages.ts'

let overlay: HTMLElement | undefined
let shownText = ''

/** Shows every problem with its place and its fix; without problems it goes. */
export function showOverlay(problems: readonly ShownProblem[]): void {
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

function renderProblem({
  file,
  line,
  column,
  what,
  fix,
  frame,
  editor,
}: ShownProblem): HTMLElement {
  const place = createElement('code', {}, `${file}:${line}:${column}`)
  const lines = frame.map(({ number, text }) => {
    const shown = `${String(number).padStart(4)}  ${text}\n`
    return number === line ? createElement('mark', {}, shown) : shown
  })
  return createElement(
    'li',
    {},
    editor === undefined ? place : createElement('a', { href: editor }, place),
    createElement('p', {}, what),
    ...(lines.length === 0 ? [] : [createElement('pre', { tabindex: '0' }, ...lines)]),
    createElement('p', { class: 'lectern-fix' }, `Fix: ${fix}`),
  )
}
