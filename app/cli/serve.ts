import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { type OauthSettings, oauthSettings } from '../contract/oauth.ts'
import { ok, type Result } from '../contract/result.ts'
import { openPublicDocs, type PublicDocs } from '../public_docs/mod.ts'
import { createLog, type Log } from '../telemetry/log.ts'

/** Log lines are gathered this long: one write a line would cost more than an answer. */
const LOG_FLUSH_MS = 50

const { timeOrigin } = performance
const clock = (): number => timeOrigin + performance.now()

/** `lectern serve`: builds when needed, then serves until it is told to stop. */
export async function runServe(config: Config, epoch: string | undefined): Promise<number> {
  // A mistake in a setting is told before anything is written.
  const oauth = await oauthOf(config)
  if (!oauth.ok) {
    for (const line of oauth.error) console.error(line)
    return 2
  }
  const built = await ensureBuild(config, epoch)
  if (built !== 0) return built
  const { log, flush } = stderrLog(config)
  // The build is read from the disk while the windows are loaded: both take a while at a start.
  const { distDir, limits } = config
  const opening = openPublicDocs({ distDir, log, limits })
  const { listen } = await import('./_listen.ts')
  const opened = await opening
  if (!opened.ok) {
    console.error(`${opened.error}: run build first, or point DIST_DIR at a whole build`)
    return 1
  }
  const docs = opened.value
  if (docs.current().baseUrl !== config.baseUrl) return otherAddress(docs, config)
  const other = limitsOfBuild(docs, config)
  if (other !== undefined) return otherLimits(docs, config, other)
  const ports = await listen(config, { docs, log, clock, oauth: oauth.value })
  if (!ports.ok) {
    docs.close()
    for (const line of ports.error.lines) console.error(line)
    return ports.error.exit
  }
  console.log(`Serving ${docs.current().status().pages} pages at ${config.baseUrl}`)
  log.info('listening', { host: config.host, port: config.port, build: docs.current().build })
  await stopAsked()
  log.info('stopping')
  await ports.value.close()
  docs.close()
  flush()
  return 0
}

/** Whether or not somebody can sign in: the file is there to be used, so it is read. */
async function oauthOf({
  business: { oauthConfig },
}: Config): Promise<Result<OauthSettings, readonly string[]>> {
  if (oauthConfig === undefined) return ok(oauthSettings({}))
  const { readOauthConfig } = await import('./_oauth_config.ts')
  return await readOauthConfig(oauthConfig)
}

/** Builds where the build in place was not made of this corpus; 0 says that a build stands. */
export async function ensureBuild(
  config: Config,
  epoch: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  const { corpusDir, distDir, baseUrl, limits } = config
  const corpus = await stat(corpusDir).catch(() => undefined)
  if (corpus?.isDirectory() !== true) return 0
  // Only where there is a corpus is the press needed at all, and loading it takes a while.
  const [{ isFresh }, { buildCorpus }] = await Promise.all([
    import('../corpus_build/build.ts'),
    import('./build.ts'),
  ])
  if (await isFresh({ corpusDir, distDir, baseUrl, limits })) return 0
  say(`Building ${corpusDir} into ${distDir}`)
  return await buildCorpus(config, (await isWritable(corpusDir)) ? 'write' : 'keep', epoch, say)
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

/** Its descriptions name the limits of the build, which cannot be written anew without a corpus. */
function limitsOfBuild(docs: PublicDocs, { limits: settings }: Config): string | undefined {
  const { limits, registry } = docs.current()
  return limitsDisagreement(limits, limitsInForce(registry.limits, settings))
}

function otherLimits(docs: PublicDocs, { corpusDir }: Config, other: string): number {
  docs.close()
  console.error(
    `Cannot serve build "${docs.current().build}": ${other}, and there is no corpus at ` +
      `"${corpusDir}" to build again: set the limits of the build, or CORPUS_DIR`,
  )
  return 2
}

function stderrLog(config: Config): { log: Log; flush: () => void } {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') process.stderr.write(text)
  }
  const write = (line: string) => {
    if (waiting === '') setTimeout(flush, LOG_FLUSH_MS)
    waiting += `${line}\n`
  }
  process.on('exit', flush)
  return { log: createLog(config.logLevel, write, clock), flush }
}

async function stopAsked(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
