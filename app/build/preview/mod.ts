import type { ServerWebSocket } from 'bun'
import { parseHostHeader } from '../../contract/http_headers.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import type { Problem } from '../../contract/problem.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { LiveChange, LiveCorpus } from '../corpus_build/live_corpus.ts'
import { insertScript, renderUnreadable } from './_documents.ts'
import { describeForMachines, type ExplainSearch, explainQuery } from './_panel.ts'
import { type Editor, frameProblems } from './_source_frames.ts'
import clientStyle from './client/preview.css' with { type: 'text' }
import clientScript from './client_bundle.txt' with { type: 'text' }
import {
  type MachineView,
  PREVIEW_PATH,
  type PreviewMessage,
  type SearchAnswer,
} from './messages.ts'

export type { ExplainSearch } from './_panel.ts'
export { EDITORS, type Editor } from './_source_frames.ts'
export { watchFolders } from './watch.ts'

/** Answers a request as the service does. */
type Answer = (request: Request) => Response | Promise<Response>

type PreviewOptions = {
  readonly live: LiveCorpus
  /** The name that the server is bound to. */
  readonly host: string
  /** Opens the service over what can be shown; called when there is something. */
  readonly openService: (docs: PublicDocs) => Promise<Answer>
  readonly explain: ExplainSearch
  /** What opens the place of a problem; without one, the place is text. */
  readonly editor?: Editor | undefined
  /** A word for this run that no other run has. */
  readonly run: string
}

/** The preview of a corpus in browsers, over the service that answers everything else. */
export type Preview = {
  readonly fetch: (
    request: Request,
    upgrade: (request: Request) => boolean,
  ) => Promise<Response | undefined>
  readonly open: (socket: Socket) => void
  readonly close: (socket: Socket) => void
  readonly publish: (change: LiveChange) => void
  /** Tells every open page about problems and search, where nothing else changed. */
  readonly refresh: () => void
}

type Socket = ServerWebSocket<undefined>

/** A page is sent without its colours rather than later than this; they follow. */
const COLOURS_MS = 50

/** Paths whose answers need search: the first of them waits for the index. */
const SEARCHES = /^\/(api|mcp|a2a|search|developers)(\/|$)/

const NEVER_STORED = { 'cache-control': 'no-store' } as const

export function createPreview(options: PreviewOptions): Preview {
  const { live, host, openService, explain, run } = options
  const sockets = new Set<Socket>()
  const state = { run, revision: 0 }
  let isSearchCurrent = false

  const describe = (change: LiveChange): string => {
    const message: PreviewMessage = {
      ...state,
      ...(change.pages === undefined ? {} : { pages: change.pages }),
      moves: Object.fromEntries(change.moves),
      problems: frameProblems(live.problems(), options.editor),
      isSearchCurrent,
    }
    return JSON.stringify(message)
  }
  const send = (change: LiveChange): void => {
    if (sockets.size === 0) return
    const text = describe(change)
    for (const socket of sockets) socket.send(text)
  }
  const publish = (change: LiveChange): void => {
    if (change.pages === undefined || change.pages.length > 0) {
      state.revision += 1
      isSearchCurrent = false
    }
    send(change)
  }
  const answer = createAnswer({ live, openService, state, publish })
  const answerOwn = createOwnAnswer({ live, answer, explain })
  return {
    fetch: async (request, upgrade) => {
      if (!isOwnHost(request, host) || isForeignOrigin(request)) return refuse(request)
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith(PREVIEW_PATH)) return await answer(request)
      const name = pathname.slice(PREVIEW_PATH.length)
      if (name !== 'live') return await answerOwn(name, request)
      return isOwnOrigin(request) && upgrade(request) ? undefined : refuse(request)
    },
    open: (socket) => {
      sockets.add(socket)
      socket.send(describe(NOTHING))
    },
    close: (socket) => void sockets.delete(socket),
    publish,
    refresh: () => {
      isSearchCurrent = true
      send(NOTHING)
    },
  }
}

const NOTHING: LiveChange = { pages: [], moves: new Map() }

type AnswerParts = Pick<PreviewOptions, 'live' | 'openService'> & {
  readonly state: { readonly run: string; readonly revision: number }
  readonly publish: Preview['publish']
}

/** Answers as the service does, with the script of the preview in documents. */
function createAnswer({ live, openService, state, publish }: AnswerParts) {
  const docs = createDocs(live)
  let service: Promise<Answer> | undefined

  const showColours = async (path: string): Promise<void> => {
    const colouring = live.colour(path)
    const isLate = await Promise.race([colouring.then(() => false), sleepLong(COLOURS_MS)])
    if (!isLate) return
    void colouring.then((wasPlain) => {
      if (wasPlain) publish({ pages: [path], moves: new Map() })
    })
  }
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (live.current() === undefined) return answerUnreadable(live.problems(), state)
    if (SEARCHES.test(pathname)) await live.searchable()
    if (pathname.endsWith('/')) await showColours(decodePercentLeniently(pathname).slice(1, -1))
    service ??= openService(docs)
    // Taken before the answer: a save in the meantime must not look as if it were in it.
    const shown = { ...state }
    return await withScript(await (await service)(request), shown)
  }
}

function createOwnAnswer(ports: Parameters<typeof explainQuery>[2]) {
  return async (name: string, request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url)
    const path = searchParams.get('path') ?? ''
    switch (name) {
      case 'preview.js':
        return sendText(clientScript, 'text/javascript')
      case 'preview.css':
        return sendText(clientStyle, 'text/css')
      case 'page':
        return sendJson(await describeForMachines(path, ports))
      case 'search':
        return sendJson(await explainQuery(path, searchParams.get('q') ?? '', ports))
      default:
        return new Response('Not found\n', { status: 404, headers: NEVER_STORED })
    }
  }
}

function sendJson(view: MachineView | SearchAnswer): Response {
  return Response.json(view, { headers: NEVER_STORED })
}

function createDocs(live: LiveCorpus): PublicDocs {
  return {
    current: () => {
      const snapshot = live.current()
      if (snapshot === undefined) throw new Error('Cannot answer: there is nothing to show yet')
      return snapshot
    },
    refusal: () => undefined,
    look: async () => undefined,
    close: () => undefined,
  }
}

async function withScript(
  response: Response,
  shown: { readonly run: string; readonly revision: number },
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (!type.startsWith('text/html') || response.body === null) {
    return new Response(response.body, { status: response.status, headers })
  }
  headers.delete('content-length')
  const html = insertScript(await response.text(), shown)
  return new Response(html, { status: response.status, headers })
}

function answerUnreadable(
  problems: readonly Problem[],
  shown: { readonly run: string; readonly revision: number },
): Response {
  const headers = { ...NEVER_STORED, 'content-type': 'text/html; charset=utf-8' }
  return new Response(renderUnreadable(problems, shown), { status: 503, headers })
}

function sendText(text: string, type: string): Response {
  const headers = { ...NEVER_STORED, 'content-type': `${type}; charset=utf-8` }
  return new Response(text, { headers })
}

function refuse(request: Request): Response {
  const host = request.headers.get('host')
  const fix = 'open the address that the terminal shows'
  return new Response(`Cannot answer "${host}": it is no address of this preview: ${fix}\n`, {
    status: 403,
  })
}

async function sleepLong(ms: number): Promise<true> {
  await Bun.sleep(ms)
  return true
}

/**
 * Whether a request was meant for this server. A page elsewhere can make a name of its own lead to
 * loopback and then read what it likes (DNS rebinding); it cannot make a browser send another Host.
 */
function isOwnHost(request: Request, host: string): boolean {
  const hostname = parseHostHeader(request.headers.get('host') ?? '')
  if (hostname === undefined) return false
  return isLoopback(hostname) || hostname === host || isAddress(hostname)
}

/** Whether a page of this server opens the socket; browsers send the header with each. */
function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  return new URL(origin).host === request.headers.get('host')
}

/** Whether a page elsewhere asks: a preview may hold what is not for the public yet. */
function isForeignOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || isOwnOrigin(request)) return false
  return !URL.canParse(origin) || !isLoopback(new URL(origin))
}

/** An address is nobody's name, so nobody can make it lead elsewhere. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}
