import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFresh } from '../scripts/build.ts'
import { type AdminServer, openAdmin } from './_admin.ts'
import { buildCorpus } from './_press.ts'
import type { Config } from './config.ts'
import { limitsInForce, MCP_CALLS_PER_MINUTE } from './contract/limits.ts'
import { createAdmit } from './limits/admit.ts'
import { slidingWindow } from './limits/rate_limit.ts'
import { type Diagnostics, loadDiagnostics } from './mcp/plugin.ts'
import { openPublicDocs, type PublicDocs } from './public_docs/mod.ts'
import { service } from './service.ts'
import { createLog, type Log } from './telemetry/log.ts'

/** Backstop of the HTTP server, in bytes; our own caps stand far below and answer properly. */
const SERVER_BODY_BYTES_MAX = 4 * 1024 * 1024

/** How long running requests may take to end after a stop was asked for. */
const DRAIN_MS = 10_000

/** Log lines are gathered this long: one write a line would cost more than an answer. */
const LOG_FLUSH_MS = 50

const clock = (): number => performance.timeOrigin + performance.now()

/** `lectern serve`: builds when needed, then serves until it is told to stop. */
export async function runServe(config: Config, epoch: string | undefined): Promise<number> {
  const built = await ensureBuild(config, epoch)
  if (built !== 0) return built
  const { log, flush } = stderrLog(config)
  const opened = await openPublicDocs({ distDir: config.distDir, log })
  if (!opened.ok) {
    console.error(`${opened.error}: run build first, or point DIST_DIR at a whole build`)
    return 1
  }
  const docs = opened.value
  if (docs.current().baseUrl !== config.baseUrl) return otherAddress(docs, config)
  const ports = await listen(config, docs, log)
  if (typeof ports === 'string') {
    docs.close()
    console.error(ports)
    return 1
  }
  console.log(`Serving ${docs.current().status().pages} pages at ${config.baseUrl}`)
  log.info('listening', { host: config.host, port: config.port, build: docs.current().build })
  await stopAsked()
  log.info('stopping')
  await ports.close()
  docs.close()
  flush()
  return 0
}

async function ensureBuild(config: Config, epoch: string | undefined): Promise<number> {
  const { corpusDir, distDir, baseUrl } = config
  const corpus = await stat(corpusDir).catch(() => undefined)
  if (corpus?.isDirectory() !== true) return 0
  if (await isFresh({ corpusDir, distDir, baseUrl })) return 0
  console.log(`Building ${corpusDir} into ${distDir}`)
  return await buildCorpus(config, (await isWritable(corpusDir)) ? 'write' : 'keep', epoch)
}

/** Mode bits count too: root may write anywhere, and a read-only corpus stays as it is. */
async function isWritable(corpusDir: string): Promise<boolean> {
  for (const path of [corpusDir, join(corpusDir, 'ids.lock')]) {
    const stats = await stat(path).catch(() => undefined)
    if (stats === undefined) continue
    const allowed = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!allowed || (stats.mode & 0o222) === 0) return false
  }
  return true
}

function otherAddress(docs: PublicDocs, config: Config): number {
  docs.close()
  console.error(
    `Cannot serve "${config.baseUrl}": the build was made for "${docs.current().baseUrl}" and ` +
      `there is no corpus at "${config.corpusDir}" to build again: set BASE_URL or CORPUS_DIR`,
  )
  return 2
}

type Ports = {
  /** Lets running requests end, for a while; then the rest is cut off. */
  close(): Promise<void>
}

/** Opens both ports, or says in one line why one is not to be had and opens none. */
async function listen(config: Config, docs: PublicDocs, log: Log): Promise<Ports | string> {
  const { allowedOrigins, limits } = config
  const own = { ...admissions(config, docs), ...(await underTest(config, log)) }
  const app = service({ ...own, allowedOrigins, limits, docs, log, clock })
  let at = `${config.host}:${config.port}`
  try {
    app.listen({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: SERVER_BODY_BYTES_MAX,
      // Elysia would share the port with another process and each would get half the calls.
      reusePort: false,
    })
    at = `127.0.0.1:${config.adminPort}`
    const admin = config.adminPort === undefined ? undefined : openAdmin(config.adminPort)
    return { close: () => closePorts(app, admin) }
  } catch (error) {
    await app.server?.stop(true)
    return `Cannot listen on "${at}": ${reasonOf(error)}`
  }
}

async function closePorts(
  app: ReturnType<typeof service>,
  admin: AdminServer | undefined,
): Promise<void> {
  admin?.drain()
  const server = app.server
  await Promise.race([server?.stop(), drainOver()])
  await server?.stop(true)
  await admin?.stop()
}

/** Fixtures for test suites: the type of a production config has no such field. */
async function underTest(config: Config, log: Log): Promise<{ diagnostics?: Diagnostics }> {
  if (config.production || !config.diagnostics) return {}
  log.warn('diagnostics', { fixtures: 'on' })
  return { diagnostics: await loadDiagnostics() }
}

function admissions(config: Config, docs: PublicDocs) {
  const publicCallsPerMinute = () =>
    limitsInForce(docs.current().registry.limits, config.limits).publicCallsPerMinute
  const admitAt = (callsPerMinute: number | (() => number)) =>
    createAdmit({
      window: slidingWindow({ callsPerMinute, overrides: config.rateOverrides }),
      trusted: config.trustedProxies,
      clock,
    })
  return {
    admitPublic: admitAt(publicCallsPerMinute),
    admitMcp: admitAt(MCP_CALLS_PER_MINUTE),
  }
}

function stderrLog(config: Config): { log: Log; flush: () => void } {
  let waiting: string[] = []
  const flush = () => {
    if (waiting.length === 0) return
    const text = `${waiting.join('\n')}\n`
    waiting = []
    process.stderr.write(text)
  }
  const write = (line: string) => {
    if (waiting.push(line) === 1) setTimeout(flush, LOG_FLUSH_MS)
  }
  process.on('exit', flush)
  return { log: createLog(config.logLevel, write, clock), flush }
}

/** Ends the wait for running requests. The timer must not keep a stopped process alive. */
async function drainOver(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref())
}

async function stopAsked(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
