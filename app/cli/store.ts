import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { err, ok, type Result } from '../contract/result.ts'
import {
  archiveAudit,
  archiveFinished,
  countFinished,
  countOldLines,
} from '../foundation/store/archive.ts'
import { explainKeyLack, findKeyLackInBackup } from '../foundation/store/audit_key.ts'
import { backupStore, checkRestore, restoreStore } from '../foundation/store/backup.ts'
import { readAuditRows, verifyChain } from '../foundation/store/chain_report.ts'
import { StoreUnavailable } from '../foundation/store/port.ts'
import { readOauthConfig } from '../service/oauth_config.ts'
import type { Config } from '../service/settings/config.ts'
import {
  OPERATION_OPTIONS,
  type OperationFlags,
  type OperationOutcome,
  runOperation,
} from './_operation.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'store backup FILE | restore FILE | archive DIR [--dry-run] [--json] [--unkeyed-audit]',
  does: 'copies the database to a file and back, or moves what is old to files',
  details:
    'Reads DATABASE_URL, and for archive the block "retention" of OAUTH_CONFIG. A backup of ' +
    'either database can be restored into the other. A file that is not whole is refused.',
  options: OPERATION_OPTIONS,
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb, file, ...more] = words
    const run = new Map(Object.entries({ backup, restore, archive })).get(verb ?? '')
    if (run === undefined || file === undefined || more.length > 0) {
      return reportWrongUse(
        `Cannot run "store ${words.join(' ')}": write store backup FILE, store restore FILE or ` +
          'store archive DIR',
      )
    }
    return await run(config, flags, resolve(file))
  },
})

/** A backup replaces nothing, because that may be the only one. */
const THERE = 'something is there already; name a file that does not exist'

async function backup(config: Config, flags: OperationFlags, path: string): Promise<number> {
  return await runOperation(config, flags, async ({ isDryRun, change }) => {
    if (existsSync(path)) return err(`Cannot back up to "${path}": ${THERE}`)
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

/** Nothing leaves an audit that is broken: what is archived could no longer be proven. */
async function archive(config: Config, flags: OperationFlags, folder: string): Promise<number> {
  const settings = await readOauthConfig(config.business.oauthConfig)
  if (!settings.ok) return refuse(settings.error.join('\n'))
  const { retention } = settings.value
  const keys = config.business.auditKeys
  return await runOperation(config, flags, async ({ store, audit, clock, isDryRun }) => {
    const { brokenAt, unkeyed } = await verifyChain(readAuditRows(store.sql), { keys })
    if (brokenAt !== undefined)
      return err(`Cannot archive: the audit is broken at line ${brokenAt}`)
    if (unkeyed[0] !== undefined)
      return err(`Cannot archive: line ${unkeyed[0]} of the audit has no key and was not accepted`)
    const before = (kept: keyof typeof retention) => clock() - retention[kept]
    if (isDryRun) {
      const counts = {
        approvals: await countFinished(store.sql, 'held_approval', before('approvals')),
        users: await countFinished(store.sql, 'app_user', before('users')),
        audit: await countOldLines(store.sql, before('audit')),
      }
      return ok({ text: describeArchived(counts, folder), data: { folder, ...counts } })
    }
    const ports = { store, audit, folder }
    const done = await attempt('Cannot archive', async () => ({
      approvals: await archiveFinished(ports, 'held_approval', before('approvals')),
      users: await archiveFinished(ports, 'app_user', before('users')),
      audit: await archiveAudit(ports, before('audit')),
    }))
    if (!done.ok) return done
    const { approvals, users, audit: lines } = done.value
    const counts = { approvals: approvals.rows, users: users.rows, audit: lines.rows }
    const files = [...approvals.files, ...users.files, ...lines.files]
    return ok({ text: describeArchived(counts, folder), data: { folder, ...counts, files } })
  })
}

function describeArchived(
  counts: { readonly approvals: number; readonly users: number; readonly audit: number },
  folder: string,
): string {
  const { approvals, users, audit } = counts
  return `to "${folder}": approvals ${approvals}, users ${users}, lines of the audit ${audit}`
}

/** The store is opened only when it is filled: to open it is to create it. */
async function restore(config: Config, flags: OperationFlags, path: string): Promise<number> {
  const { databaseUrl } = config.business
  const what = `Cannot restore "${path}"`
  const checked = await attempt(what, () => checkRestore(databaseUrl, path))
  const accepted = checked.ok ? checked.value : checked
  if (!accepted.ok) return refuse(accepted.error)
  const lack = await attempt(what, () => findKeyLackInBackup(path, config.business.auditKeys))
  if (!lack.ok) return refuse(lack.error)
  if (lack.value !== undefined && flags['unkeyed-audit'] !== true) {
    return refuse(explainKeyLack(lack.value))
  }
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
    if (isKnown && /^(EEXIST|ENOTDIR)\b.*\bmkdir\b/.test(error.message)) {
      return err(`${what}: a file is in the way of its folder; name a path below a folder`)
    }
    if (isKnown) return err(`${what}: ${error.message}`)
    throw error
  }
}

function refuse(message: string): number {
  console.error(message)
  return EXIT.problems
}
