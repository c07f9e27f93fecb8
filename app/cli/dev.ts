import { resolve, sep } from 'node:path'
import {
  createLiveCorpus,
  type LiveChange,
  type LiveCorpus,
} from '../build/corpus_build/live_corpus.ts'
import {
  createPreview,
  EDITORS,
  type Editor,
  type ExplainSearch,
  type Preview,
  watchFolders,
} from '../build/preview/mod.ts'
import { explainSearch, formatExplanation, namePages } from '../checks/evaluator/mod.ts'
import { isLoopback } from '../contract/loopback.ts'
import { oauthSettings } from '../contract/oauth.ts'
import { err, ok } from '../contract/result.ts'
import type { PublicDocs } from '../docs/public_docs/mod.ts'
import { listGitFiles } from '../foundation/files/git_folder.ts'
import { createLog } from '../foundation/telemetry/log.ts'
import { openService } from '../service/listen.ts'
import { listenNearby } from '../service/nearby_port.ts'
import type { Config } from '../service/settings/config.ts'
import { createDevReport, type DevReport } from './_dev_report.ts'
import { explainNoCorpus, findCorpus } from './_folder.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { printLine, reportWrongUse } from './report_lines.ts'

type DevFlags = {
  readonly port?: string
  readonly host?: string
  readonly poll?: boolean
  readonly editor?: string
}

export const command = defineCommand({
  usage: 'dev [FOLDER] [--port PORT] [--host HOST] [--poll] [--editor NAME]',
  does: 'shows a corpus in the browser while you write, and follows every save',
  details:
    'FOLDER is a corpus, or has one in "corpus"; without it, CORPUS_DIR. It writes nothing.\n' +
    '  A port in use gives way to the next. --poll looks every second, if a disk has no events.\n' +
    `  --editor makes places of problems links that open them: ${EDITORS.join(', ')}.`,
  options: { port: 'string', host: 'string', poll: 'boolean', editor: 'string' },
  takesWords: true,
  run: runDev,
})

async function runDev({ config, words, flags }: Call<DevFlags>): Promise<number> {
  const [folder, ...more] = words
  if (more.length > 0) return reportWrongUse('Cannot start the preview: name one folder')
  const port = flags.port === undefined ? config.port : Number(flags.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return reportWrongUse(`Cannot use --port "${flags.port}": write a number from 1 to 65535`)
  }
  const editor = EDITORS.find((name) => name === flags.editor)
  if (flags.editor !== undefined && editor === undefined) {
    return reportWrongUse(
      `Cannot use --editor "${flags.editor}": choose from ${EDITORS.join(', ')}`,
    )
  }
  const corpusDir = await findCorpus(folder ?? config.corpusDir)
  if (corpusDir === undefined) {
    return reportWrongUse(explainNoCorpus(folder ?? config.corpusDir))
  }
  return await serveDev(
    { ...config, port, corpusDir, host: flags.host ?? config.host },
    { editor, polls: flags.poll ?? false },
  )
}

type DevChoices = { readonly editor: Editor | undefined; readonly polls: boolean }

async function serveDev(config: Config, { editor, polls }: DevChoices): Promise<number> {
  let preview: Preview | undefined
  const listening = listenNearby(config, () => preview)
  if (!listening.ok) {
    console.error(listening.error)
    return EXIT.problems
  }
  const { server, port } = listening.value
  const own = nameAddress(config, port)
  const { corpusDir, baseUrl, limits } = own
  const onIndexed = () => preview?.refresh()
  const live = createLiveCorpus({ corpusDir, baseUrl, limits, clock: Date.now, onIndexed })
  const openAnswer = async (docs: PublicDocs): Promise<(request: Request) => Promise<Response>> => {
    const app = await openOrThrow(own, docs)
    // The service counts calls by address, which only the server of the socket knows.
    app.server = server as unknown as typeof app.server
    return async (request) => await app.fetch(request)
  }
  const run = crypto.randomUUID()
  const explain = createExplainer(live)
  const opened = createPreview({
    live,
    host: own.host,
    run,
    openService: openAnswer,
    explain,
    editor,
  })
  const print = printLine
  const facts = { live, baseUrl, corpusDir, portWanted: config.port, print }
  const report = createDevReport({ ...facts, clock: () => new Date() })
  const reading = Promise.withResolvers<void>()
  const follow = createFollower({ live, preview: opened, report })
  const watcher = watchFolders({
    folders: () => listFolders(corpusDir, live.pagesFolder()),
    // Each commit and each change of branch changes these, and maybe dates.
    marks: listGitFiles(corpusDir, ['HEAD', 'logs/HEAD']),
    polls,
    follow: async (paths) => {
      await reading.promise
      await follow(paths)
    },
    report: print,
    stopwatch: () => performance.now(),
  })
  // A save from now on is seen, and followed when everything has been read once.
  await watcher.started
  const startMs = performance.now()
  await live.follow()
  preview = opened
  reading.resolve()
  report.started({ port, tookMs: performance.now() - startMs })
  await waitForStop()
  watcher.close()
  await server.stop(true)
  await live.close()
  return EXIT.fine
}

/** The corpus, and its pages where they are outside of it. */
function listFolders(corpusDir: string, pagesFolder: string): readonly string[] {
  const isInside = `${pagesFolder}${sep}`.startsWith(resolve(corpusDir) + sep)
  return isInside ? [corpusDir] : [corpusDir, pagesFolder]
}

/**
 * The preview has an address of its own: that of the future site is not for this machine. Nobody
 * signs in to it, because grants and records would be written into the database of the settings.
 */
function nameAddress(config: Config, port: number): Config {
  const name = isLoopback(config.host) ? 'localhost' : config.host
  const baseUrl = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  const allowedOrigins = new Set([...config.allowedOrigins, baseUrl, `http://127.0.0.1:${port}`])
  const business: Config['business'] = { ...config.business, signIn: { way: 'off' } }
  return { ...config, port, baseUrl, allowedOrigins, business }
}

async function openOrThrow(config: Config, docs: PublicDocs) {
  const log = createLog('error', console.error, Date.now)
  const stopwatch = () => performance.now()
  const given = { docs, log, clock: Date.now, stopwatch, oauth: oauthSettings({}) }
  const service = await openService(config, given)
  if (!service.ok) throw new Error(service.error.lines.join('\n'))
  return service.value.app
}

async function waitForStop(): Promise<void> {
  await new Promise<void>((end) => {
    process.once('SIGTERM', () => end())
    process.once('SIGINT', () => end())
  })
}

/** Explains searches of a preview in the words of `eval --explain`. */
function createExplainer(live: LiveCorpus): ExplainSearch {
  return async (request) => {
    await live.settled()
    const searched = live.searched()
    if (searched === undefined) {
      return err(`Cannot explain "${request.query}": search follows the last save`)
    }
    const { corpus, snapshot, index } = searched
    const source = { pages: namePages(corpus), snapshot, index }
    const explained = explainSearch(source, request)
    if (!explained.ok) return explained
    const { pages, found } = explained.value
    const place = pages.find(({ id }) => id === request.page)?.rank ?? 0
    return ok({ text: formatExplanation(explained.value), place, found })
  }
}

/** Browsers fetch the page within this time; comparing a large corpus would make them wait. */
const CHECK_AFTER_MS = 150

type FollowerParts = {
  readonly live: LiveCorpus
  readonly preview: Preview
  readonly report: DevReport
}

/** Follows a save of these paths; of anything, without them. */
type Follow = (paths: readonly string[] | undefined) => Promise<void>

/** The text of a page is shown first; then it is compared with the rest of the corpus. */
function createFollower({ live, preview, report }: FollowerParts): Follow {
  let timer: ReturnType<typeof setTimeout> | undefined
  let reportSave: (() => void) | undefined

  const check = (): void => {
    try {
      const before = JSON.stringify(live.problems())
      if (JSON.stringify(live.check()) !== before) preview.publish(NOTHING_ELSE)
    } catch (error) {
      // A bug must not end the preview: it goes on with what it showed.
      report.failed(error)
    }
    reportSave?.()
    reportSave = undefined
  }
  return async (paths) => {
    clearTimeout(timer)
    reportSave?.()
    const startMs = performance.now()
    const change = await live.follow(paths)
    preview.publish(change)
    const tookMs = performance.now() - startMs
    reportSave = () => report.followed(paths, change, tookMs)
    timer = setTimeout(check, CHECK_AFTER_MS)
  }
}

const NOTHING_ELSE: LiveChange = { pages: [], moves: new Map() }
