import { createElement } from '../../../docs/site/client/elements.ts'
import type { PreviewMessage, ShownProblem } from '../messages.ts'
import { installPanel, updatePanel } from './panel.ts'
import { refreshPage } from './refresh.ts'

const script = document.currentScript
const shown = {
  run: script?.dataset.run ?? '',
  revision: Number(script?.dataset.revision ?? 0),
}

/** How long to wait for a server that went away, at first and at most. */
const RETRY_MS = 250
const RETRY_MS_MAX = 2000

let retryMs = RETRY_MS

function connect(): void {
  const socket = new WebSocket(new URL('/.lectern/live', location.href.replace(/^http/, 'ws')))
  let isFirst = true
  socket.addEventListener('message', ({ data }) => {
    retryMs = RETRY_MS
    // Only the server of this page opened the socket, and it sends nothing else.
    void take(JSON.parse(String(data)) as PreviewMessage, isFirst)
    isFirst = false
  })
  socket.addEventListener('close', () => {
    setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
  })
}

/** The first message of a connection tells of no change, but there may have been some before. */
async function take(message: PreviewMessage, isFirst: boolean): Promise<void> {
  showOverlay(message.problems)
  const path = ownPath()
  const moved = message.moves[path]
  if (moved !== undefined) {
    location.replace(`/${moved === '' ? '' : `${moved}/`}${location.hash}`)
    return
  }
  const isNext = message.revision > shown.revision
  const isLater = message.revision > shown.revision + 1 || (isFirst && isNext)
  const isMissed = message.run !== shown.run || isLater
  const isOwn = message.pages === undefined || message.pages.includes(path)
  if (isMissed || (isNext && isOwn)) await refreshPage()
  shown.run = message.run
  shown.revision = message.revision
  if (isMissed || isNext || message.pages?.length === 0) updatePanel(path, message.isSearchCurrent)
}

function ownPath(): string {
  return decodeURI(location.pathname).replace(/^\/|\/$/g, '')
}

installPanel(ownPath)
connect()

let overlay: HTMLElement | undefined
let shownText = ''

/** Shows every problem with its place and its fix; without problems it goes. */
function showOverlay(problems: readonly ShownProblem[]): void {
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
