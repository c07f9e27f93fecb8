import type { Config } from '../config.ts'
import { limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { type OauthSettings, oauthSettings } from '../contract/oauth.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { EventSettings } from '../events/mod.ts'
import { openPublicDocs, type PublicDocs } from '../public_docs/mod.ts'
import { countEvents } from '../telemetry/log.ts'
import { createSearchReport } from '../telemetry/search_report.ts'
import { openBuildStore } from './_build_store.ts'
import { ensureBuildByTimes } from './_ensure_build.ts'
import { FOLDER_HELP, runOnFolder } from './_folder.ts'
import { type Observation, observe } from './_observation.ts'
import type { Runtime } from './_runtime.ts'
import { createStderrLog } from './_stderr_log.ts'
import { waitForStop } from './stop_signals.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'serve [FOLDER]',
  does: 'builds if the corpus is newer than the build, then serves (default command)',
  details: `${FOLDER_HELP}\n  Other settings are HOST, PORT, BASE_URL …`,
  options: {},
  takesWords: true,
  run: (call) => runOnFolder(call, (config) => runServe({ ...call, config })),
})

/** Builds when needed, then serves until it is asked to stop. */
async function runServe({ config, epoch, version }: Call): Promise<number> {
  // A mistake in a setting is reported before anything is written.
  const files = await readFiles(config)
  if (!files.ok) {
    for (const line of files.error) console.error(line)
    return EXIT.wrongUse
  }
  const stderrLog = createStderrLog(config)
  let observation: Observation | undefined
  const log = countEvents(stderrLog.log, (level, event) =>
    observation?.observer.counters.countEvent(level, event),
  )
  const clocks = { clock: Date.now, stopwatch: () => performance.now() }
  const buildStore = await openBuildStore(config, { log, ...clocks })
  if (!buildStore.ok) return reportNoBuild(buildStore.error)
  const built =
    buildStore.value === undefined ? await ensureBuildByTimes(config, epoch, log) : EXIT.fine
  if (built !== EXIT.fine) return built
  // The build is read from the disk while the interfaces load: both take a while at a start.
  const { distDir, limits, adminPort } = config
  // Only the admin port shows the report.
  const isReported = config.searchReport && adminPort !== undefined
  const searchReport = isReported ? createSearchReport(Date.now) : undefined
  const countSearch = searchReport?.count
  const opening = openPublicDocs({ distDir, log, limits, report: console.log, countSearch })
  const { listen } = await import('./_listen.ts')
  const opened = await opening
  if (!opened.ok) {
    console.error(`${opened.error}: run build first, or point DIST_DIR at a whole build`)
    return EXIT.problems
  }
  const docs = opened.value
  if (docs.current().baseUrl !== config.baseUrl) return refuseAddress(docs, config)
  const other = limitsOfBuild(docs, config)
  if (other !== undefined) return refuseLimits(docs, config, other)
  observation = await observe(config, { log, version, docs, ...clocks })
  const runtime = { docs, log, ...clocks, ...files.value, observer: observation?.observer }
  const ports = await listen(config, runtime, {
    searchReport,
    observation,
    buildStore: buildStore.value?.part,
  })
  if (!ports.ok) {
    docs.close()
    for (const line of ports.error.lines) console.error(line)
    return ports.error.exit
  }
  const stopped = waitForStop()
  console.log(`Serving ${docs.current().status().pages} pages at ${config.baseUrl}`)
  log.info('listening', { host: config.host, port: config.port, build: docs.current().build })
  const { drains, hurried } = await stopped
  const drainSeconds = drains ? config.drainSeconds : 0
  log.info('stopping', { drain_seconds: drainSeconds })
  await ports.value.close({ drainSeconds, hurried })
  buildStore.value?.stop()
  docs.close()
  await observation?.stop()
  stderrLog.flush()
  return EXIT.fine
}

function reportNoBuild(reason: string): number {
  console.error(`${reason}: publish a build there, or look why the store does not answer`)
  return EXIT.problems
}

/** Read before anything is written; the code that reads it is loaded where there is a file. */
async function readEvents(
  config: Config,
): Promise<Result<EventSettings | undefined, readonly string[]>> {
  if (config.events.configFile === undefined) return ok(undefined)
  const { readEventsConfig } = await import('./_events_config.ts')
  return await readEventsConfig(config)
}

/** The files that settings name: what is wrong with any of them is reported at once. */
async function readFiles(
  config: Config,
): Promise<Result<Pick<Runtime, 'oauth' | 'events'>, readonly string[]>> {
  const [oauth, events] = [await readOauth(config), await readEvents(config)]
  if (oauth.ok && events.ok) return ok({ oauth: oauth.value, events: events.value })
  return err([oauth, events].flatMap((read) => (read.ok ? [] : read.error)))
}

/** Read even where nobody can sign in: a mistake in the file is found at once. */
async function readOauth({
  business: { oauthConfig },
}: Config): Promise<Result<OauthSettings, readonly string[]>> {
  if (oauthConfig === undefined) return ok(oauthSettings({}))
  const { readOauthConfig } = await import('./_oauth_config.ts')
  return await readOauthConfig(oauthConfig)
}

function refuseAddress(docs: PublicDocs, config: Config): number {
  docs.close()
  console.error(
    `Cannot serve "${config.baseUrl}": the build was made for "${docs.current().baseUrl}" and ` +
      `there is no corpus at "${config.corpusDir}" to build again: set BASE_URL or CORPUS_DIR`,
  )
  return EXIT.wrongUse
}

/** The descriptions name the limits of the build; without a corpus they cannot be rewritten. */
function limitsOfBuild(docs: PublicDocs, { limits: settings }: Config): string | undefined {
  const { limits, registry } = docs.current()
  return limitsDisagreement(limits, limitsInForce(registry.limits, settings))
}

function refuseLimits(docs: PublicDocs, { corpusDir }: Config, other: string): number {
  docs.close()
  console.error(
    `Cannot serve build "${docs.current().build}": ${other}, and there is no corpus at ` +
      `"${corpusDir}" to build again: set the limits of the build, or CORPUS_DIR`,
  )
  return EXIT.wrongUse
}
