import type { EventSettings } from '../business/events/mod.ts'
import { type OauthSettings, oauthSettings } from '../contract/oauth.ts'
import { countOf } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { countEvents } from '../foundation/telemetry/log.ts'
import { createSearchReport } from '../foundation/telemetry/search_report.ts'
import { openFirstDocs } from '../service/first_docs.ts'
import { type Observation, observe } from '../service/observation.ts'
import { openBuildStore } from '../service/parts/build_store.ts'
import type { Runtime } from '../service/parts/runtime.ts'
import type { Config } from '../service/settings/config.ts'
import { createStderrLog } from '../service/stderr_log.ts'
import { buildNow, isBuiltByTimes } from './_ensure_build.ts'
import { FOLDER_HELP, runOnFolder } from './_folder.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { waitForStop } from './stop_signals.ts'

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
  const buildStore = openBuildStore(config, { log, ...clocks })
  // Only the admin port shows the report.
  const isReported = config.searchReport && config.adminPort !== undefined
  const searchReport = isReported ? createSearchReport(Date.now) : undefined
  const countSearch = searchReport?.count
  const ports = { log, report: console.log, countSearch }
  const found = await openCurrentDocs({ config, epoch }, ports, buildStore)
  if (typeof found === 'number') return found
  const { opening } = found
  const { listen } = await import('../service/listen.ts')
  const opened = await opening
  if (!opened.ok) {
    for (const line of opened.error.lines) console.error(line)
    return opened.error.isForeign ? EXIT.wrongUse : EXIT.problems
  }
  const docs = opened.value
  observation = await observe(config, { log, version, docs, ...clocks })
  const runtime = { docs, log, ...clocks, ...files.value, observer: observation?.observer }
  const open = await listen(config, runtime, {
    searchReport,
    observation,
    buildStore,
  })
  if (!open.ok) {
    docs.close()
    for (const line of open.error.lines) console.error(line)
    return open.error.exit
  }
  buildStore?.start()
  const stopped = waitForStop()
  console.log(`Serving ${countOf(docs.current().status().pages, 'page')} at ${config.baseUrl}`)
  log.info('listening', { host: config.host, port: config.port, build: docs.current().build })
  const { drains, forced } = await stopped
  const drainSeconds = drains ? config.drainSeconds : 0
  log.info('stopping', { drain_seconds: drainSeconds })
  await open.value.close({ drainSeconds, forced })
  await buildStore?.stop()
  docs.close()
  await observation?.stop()
  stderrLog.flush()
  return EXIT.fine
}

/**
 * Opens the build, which is read from the disk while it is compared with the corpus and while the
 * interfaces load; one that is not of the corpus is replaced first. A number is the exit code.
 */
async function openCurrentDocs(
  { config, epoch }: Pick<Call, 'config' | 'epoch'>,
  ports: Parameters<typeof openFirstDocs>[1],
  buildStore: Parameters<typeof openFirstDocs>[2],
): Promise<number | { readonly opening: ReturnType<typeof openFirstDocs> }> {
  const opening = openFirstDocs(config, ports, buildStore)
  if (buildStore !== undefined || (await isBuiltByTimes(config, ports.log))) return { opening }
  const outdated = await opening
  if (outdated.ok) outdated.value.close()
  const built = await buildNow(config, epoch)
  return built === EXIT.fine ? { opening: openFirstDocs(config, ports, buildStore) } : built
}

/** Read before anything is written; the code that reads it is loaded where there is a file. */
async function readEvents(
  config: Config,
): Promise<Result<EventSettings | undefined, readonly string[]>> {
  if (config.events.configFile === undefined) return ok(undefined)
  const { readEventsConfig } = await import('../service/events_config.ts')
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
  const { readOauthConfig } = await import('../service/oauth_config.ts')
  return await readOauthConfig(oauthConfig)
}
