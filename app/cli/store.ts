import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { backupStore, checkRestore, restoreStore } from '../store/backup.ts'
import { StoreUnavailable } from '../store/port.ts'
import { OPERATION_OPTIONS, type OperationOutcome, runOperation } from './_operation.ts'
import { reportWrongUse } from './_report.ts'
import { defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'store backup|restore FILE [--dry-run] [--json]',
  does: 'writes all tables to one checked file, or fills an empty database from it',
  details:
    'Reads DATABASE_URL. A backup of either database can be restored into the other. A file that ' +
    'is not whole is refused.',
  options: OPERATION_OPTIONS,
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb, file, ...more] = words
    const isKnown = verb === 'backup' || verb === 'restore'
    if (!isKnown || file === undefined || more.length > 0) {
      return reportWrongUse(
        `Cannot run "store ${words.join(' ')}": write store backup or store restore, and a FILE`,
      )
    }
    const path = resolve(file)
    return verb === 'backup'
      ? await backup(config, flags, path)
      : await restore(config, flags, path)
  },
})

type Flags = Parameters<typeof runOperation>[1]

async function backup(config: Config, flags: Flags, path: string): Promise<number> {
  return await runOperation(config, flags, async ({ isDryRun, change }) => {
    if (isDryRun) return ok({ text: `a backup at "${path}"`, data: { file: path } })
    const written = await attempt(`Cannot back up to "${path}"`, () =>
      backupStore(config.business.databaseUrl, path),
    )
    if (!written.ok) return written
    const { rows, sha256 } = written.value
    const entry = { event: 'store_backup', outcome: 'made', argsDigest: sha256 }
    await change(entry, async () => undefined)
    return ok({
      text: `"${path}": ${rows} rows, SHA-256 ${sha256}`,
      data: { file: path, rows, sha256 },
    })
  })
}

/** The store is opened only when it is filled: to open it is to create it. */
async function restore(config: Config, flags: Flags, path: string): Promise<number> {
  const { databaseUrl } = config.business
  const what = `Cannot restore "${path}"`
  const checked = await attempt(what, () => checkRestore(databaseUrl, path))
  const accepted = checked.ok ? checked.value : checked
  if (!accepted.ok) return refuse(accepted.error)
  const { rows, sha256 } = accepted.value
  const outcome: OperationOutcome = {
    text: `restored ${rows} rows from "${path}"`,
    data: { file: path, rows, sha256 },
  }
  if (flags['dry-run'] === true) {
    console.log(flags.json === true ? JSON.stringify({ ...outcome.data, dry_run: true }) : DRY)
    return EXIT.fine
  }
  const filled = await attempt(what, () => restoreStore(databaseUrl, path))
  if (!filled.ok) return refuse(filled.error)
  return await runOperation(config, flags, async ({ change }) => {
    const entry = { event: 'store_restored', outcome: 'done', argsDigest: sha256 }
    await change(entry, async () => undefined)
    return ok(outcome)
  })
}

const DRY = 'Nothing was changed; the file is whole, and the database is empty'

/** A file or a database that fails is the operator's to know, and no bug. */
async function attempt<Value>(
  what: string,
  work: () => Promise<Value>,
): Promise<Result<Value, string>> {
  try {
    return ok(await work())
  } catch (error) {
    const isKnown = error instanceof StoreUnavailable || (error instanceof Error && 'code' in error)
    if (isKnown) return err(`${what}: ${error.message}`)
    throw error
  }
}

function refuse(message: string): number {
  console.error(message)
  return EXIT.problems
}
