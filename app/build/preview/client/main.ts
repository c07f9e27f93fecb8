import type { PreviewMessage } from '../messages.ts'
import { showOverlay } from './overlay.ts'
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
