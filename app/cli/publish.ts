import { listOldBuilds, removeOldBuilds } from '../build/transfer/prune.ts'
import {
  type PublishReport,
  planPublication,
  publishBuild,
  restoreBuild,
} from '../build/transfer/publish.ts'
import { LIMITS } from '../contract/limits.ts'
import { countOf } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  findAccessProblems,
  parseStoreAddress,
  type StoreAddress,
} from '../foundation/object_store/address.ts'
import { ObjectStoreFailure } from '../foundation/object_store/failure.ts'
import { type ObjectStore, openObjectStore } from '../foundation/object_store/store.ts'
import type { Config } from '../service/settings/config.ts'
import { progressBar } from './_progress.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

const FOLDER_DEFAULT = 'dist'
const KEPT_MAX = 10_000

const randomId = () => crypto.randomUUID()

export const command = defineCommand({
  usage:
    'publish [--to ADDRESS] [--from DIR] [--keep N] [--dry-run] [--restore BUILD] [--new-address]',
  does: 'uploads a build to an object store, manifest last',
  details:
    'ADDRESS is s3://BUCKET/PREFIX. Without --to, DIST_DIR names the store; without --from,\n' +
    '  the folder is DIST_DIR, or dist. Removes builds that are not among the last five, or\n' +
    '  --keep, and that the manifest has not named for a day. --dry-run says what it would do.\n' +
    '  --restore puts a build back that was published before. A build for another BASE_URL than\n' +
    '  what is served now is refused, unless --new-address says that the service moves.',
  options: {
    ...{ to: 'string', from: 'string', restore: 'string' },
    ...{ keep: 'string', 'dry-run': 'boolean', 'new-address': 'boolean' },
  },
  takesWords: false,
  run: async ({ config, flags }) => {
    const target = readTarget(config, flags.to)
    if (!target.ok) {
      for (const line of target.error) console.error(line)
      return EXIT.wrongUse
    }
    const { restore, from, 'dry-run': isDryRun = false, 'new-address': isMove = false } = flags
    for (const other of ['from', 'keep', 'dry-run'] as const) {
      if (restore === undefined || flags[other] === undefined) continue
      return reportWrongUse(`Cannot use --${other}: --restore uploads nothing: give one of them`)
    }
    const kept = flags.keep === undefined ? LIMITS.buildsKept : readCount(flags.keep)
    if (kept === undefined) {
      const fix = 'give a whole number from 1 to 10000'
      return reportWrongUse(`Cannot keep "${flags.keep}" builds: it is no number of builds: ${fix}`)
    }
    const store = openObjectStore(target.value, config.storeAccess)
    const folder = config.buildStore === undefined ? config.distDir : FOLDER_DEFAULT
    try {
      if (restore !== undefined) return await restoreTo(store, restore, isMove)
      const asked = { distDir: from ?? folder, kept, isMove }
      return isDryRun ? await plan(store, asked) : await publish(store, asked)
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

/** A number of builds as an option gives it. */
function readCount(text: string): number | undefined {
  const count = Number(text)
  return /^\d{1,5}$/.test(text) && count >= 1 && count <= KEPT_MAX ? count : undefined
}

type Publication = { readonly distDir: string; readonly kept: number; readonly isMove: boolean }

async function publish(store: ObjectStore, { kept, ...asked }: Publication): Promise<number> {
  const progress = progressBar('uploading')
  const published = await publishBuild({ ...asked, store, randomId, progress })
  if (!published.ok) {
    console.error(published.error)
    return EXIT.problems
  }
  report(published.value, store)
  const { changed, keepsApart } = published.value
  // Where conditions are ignored, another publisher may need what looks old.
  if (changed && keepsApart) await prune(store, kept)
  return EXIT.fine
}

/** The build is published already: what cannot be removed is no reason to fail. */
async function prune(store: ObjectStore, kept: number): Promise<void> {
  try {
    const removed = await removeOldBuilds(store, kept, randomId)
    if (!removed.ok) console.error(`warning: ${removed.error}`)
    else if (removed.value.length > 0) console.log(`Removed ${formatBuilds(removed.value)}`)
  } catch (error) {
    if (!(error instanceof ObjectStoreFailure)) throw error
    console.error(`warning: Cannot remove old builds from "${store.name}": ${error.message}`)
  }
}

async function plan(store: ObjectStore, { distDir, kept, isMove }: Publication): Promise<number> {
  const planned = await planPublication(distDir, store, { isMove })
  if (!planned.ok) {
    console.error(planned.error)
    return EXIT.problems
  }
  const { build, changed, uploads } = planned.value
  const done = changed ? `Would publish ${countOf(uploads, 'file')}, ` : 'Unchanged: '
  console.log(`${done}build ${build} at ${store.name}`)
  const old = changed ? await listOldBuilds(store, build, { kept, nowMs: Date.now() }) : []
  if (old.length > 0) console.log(`Would remove ${formatBuilds(old)}`)
  return EXIT.fine
}

function formatBuilds(builds: readonly string[]): string {
  return `${countOf(builds.length, 'old build')}: ${builds.join(', ')}`
}

function report({ build, changed, uploaded, keepsApart }: PublishReport, store: ObjectStore): void {
  if (!keepsApart) {
    console.error(
      `warning: "${store.name}" ignores conditions: two publishers at once may replace each ` +
        "other's manifest: let only one publish",
    )
  }
  const done = changed ? `Published ${countOf(uploaded, 'file')}, ` : 'Unchanged: '
  console.log(`${done}build ${build} at ${store.name}`)
}

async function restoreTo(store: ObjectStore, build: string, isMove: boolean): Promise<number> {
  const restored = await restoreBuild(store, build, { randomId, isMove })
  if (!restored.ok) {
    console.error(restored.error)
    return EXIT.problems
  }
  console.log(
    `${restored.value.changed ? 'Restored' : 'Unchanged:'} build ${build} at ${store.name}`,
  )
  return EXIT.fine
}
