import { type PublishReport, publishBuild, restoreBuild } from '../build_transfer/publish.ts'
import type { Config } from '../config.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  findAccessProblems,
  parseStoreAddress,
  type StoreAddress,
} from '../object_store/address.ts'
import { type ObjectStore, ObjectStoreFailure, openObjectStore } from '../object_store/store.ts'
import { progressBar } from './_progress.ts'
import { reportWrongUse } from './_report.ts'
import { defineCommand, EXIT } from './command.ts'

const FOLDER_DEFAULT = 'dist'

export const command = defineCommand({
  usage: 'publish [--to s3://BUCKET/PREFIX] [--from DIR] [--restore BUILD]',
  does: 'uploads a build to an object store, manifest last',
  details:
    'Without --to, DIST_DIR names the store; without --from, the folder is DIST_DIR, or dist. ' +
    '--restore puts a build back that was published before.',
  options: { to: 'string', from: 'string', restore: 'string' },
  takesWords: false,
  run: async ({ config, flags }) => {
    const target = readTarget(config, flags.to)
    if (!target.ok) {
      for (const line of target.error) console.error(line)
      return EXIT.wrongUse
    }
    const { restore, from } = flags
    if (restore !== undefined && from !== undefined) {
      return reportWrongUse('Cannot use --from: --restore uploads nothing: give one of them')
    }
    const store = openObjectStore(target.value, config.storeAccess)
    const folder = config.buildStore === undefined ? config.distDir : FOLDER_DEFAULT
    try {
      return restore === undefined
        ? await publish(store, from ?? folder)
        : await restoreTo(store, restore)
    } catch (error) {
      if (!(error instanceof ObjectStoreFailure)) throw error
      console.error(`Cannot publish to "${store.name}": ${error.message}`)
      return EXIT.problems
    }
  },
})

/** Where to publish to; the error lists every setting that is missing or wrong. */
function readTarget(
  { buildStore, storeAccess }: Config,
  to: string | undefined,
): Result<StoreAddress, readonly string[]> {
  const fix = 'give --to s3://BUCKET/PREFIX, or set DIST_DIR to it'
  if (to === undefined) {
    if (buildStore !== undefined) return ok(buildStore)
    return err([`Cannot publish: no object store is named: ${fix}`])
  }
  const given = parseStoreAddress(to)
  const faults = findAccessProblems(storeAccess).map(
    (problem) => `${problem.name}: Cannot use: ${problem.what}: ${problem.fix}`,
  )
  if (given.ok && faults.length === 0) return given
  return err(given.ok ? faults : [`Cannot publish to "${to}": ${given.error}: ${fix}`, ...faults])
}

async function publish(store: ObjectStore, distDir: string): Promise<number> {
  const published = await publishBuild({
    distDir,
    store,
    randomId: () => crypto.randomUUID(),
    progress: progressBar('uploading'),
  })
  if (!published.ok) {
    console.error(published.error)
    return EXIT.problems
  }
  report(published.value, store)
  return EXIT.fine
}

function report({ build, changed, uploaded, keepsApart }: PublishReport, store: ObjectStore): void {
  if (!keepsApart) {
    console.error(
      `warning: "${store.name}" ignores conditions: two publishers at once may replace each ` +
        "other's manifest: let only one publish",
    )
  }
  const done = changed ? `Published ${uploaded} files, ` : 'Unchanged: '
  console.log(`${done}build ${build} at ${store.name}`)
}

async function restoreTo(store: ObjectStore, build: string): Promise<number> {
  const restored = await restoreBuild(store, build)
  if (!restored.ok) {
    console.error(restored.error)
    return EXIT.problems
  }
  console.log(
    `${restored.value.changed ? 'Restored' : 'Unchanged:'} build ${build} at ${store.name}`,
  )
  return EXIT.fine
}
