import { existsSync } from 'node:fs'
import type { Result } from '../contract/result.ts'
import { createAudit } from '../foundation/store/audit.ts'
import { explainKeyLack, findKeyLack, UNKEYED_EVENT } from '../foundation/store/audit_key.ts'
import { openStore } from '../foundation/store/open.ts'
import {
  type Audit,
  type AuditEntry,
  type Sql,
  type Store,
  StoreUnavailable,
} from '../foundation/store/port.ts'
import type { Config } from '../service/settings/config.ts'
import { EXIT } from './command.ts'

/** Options of every command for operators. */
export const OPERATION_OPTIONS = {
  json: 'boolean',
  'dry-run': 'boolean',
  'unkeyed-audit': 'boolean',
} as const

export type OperationFlags = {
  readonly [Name in keyof typeof OPERATION_OPTIONS]?: boolean
}

/** What a command did: a line or more for people, and the same for programs. */
export type OperationOutcome = {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  /** Absent for what was done as asked. */
  readonly exit?: number
}

export type Operation = {
  readonly store: Store
  readonly audit: Audit
  readonly clock: () => number
  readonly isDryRun: boolean
  /** One transaction with its audit line at the end; a dry run takes all of it back. */
  change<Value>(entry: AuditEntry, work: (sql: Sql) => Promise<Value>): Promise<Value>
}

/** Opens the store that a service uses, runs the operation, and prints what it did. */
export async function runOperation(
  { business: { databaseUrl, auditKeys: keys } }: Config,
  flags: OperationFlags,
  work: (operation: Operation) => Promise<Result<OperationOutcome, string>>,
): Promise<number> {
  // To open a file that is not there would create it, and a wrong path would look like no grants.
  const [, file] = /^sqlite:(.+)$/.exec(databaseUrl) ?? []
  if (file !== undefined && !existsSync(file)) {
    return refuse(`Cannot open the store "${databaseUrl}": there is no such file`)
  }
  const opened = await openStore(databaseUrl)
  if (!opened.ok) return refuse(opened.error)
  const [store, clock] = [opened.value, Date.now]
  const isDryRun = flags['dry-run'] === true
  try {
    const lack = await findKeyLack(store.sql, keys)
    if (lack !== undefined && flags['unkeyed-audit'] !== true) return refuse(explainKeyLack(lack))
    const audit = createAudit(store, { clock, keys: lack === undefined ? keys : [] })
    if (lack !== undefined && !isDryRun) await announceUnkeyed(store, audit)
    const change: Operation['change'] = (entry, steps) =>
      changeStore({ store, audit, isDryRun }, entry, steps)
    const done = await work({ store, audit, clock, isDryRun, change })
    if (!done.ok) return refuse(done.error)
    const { text, data, exit = EXIT.fine } = done.value
    const answer = { ...data, ...(isDryRun ? { dry_run: true } : {}) }
    console.log(flags.json === true ? JSON.stringify(answer) : `${isDryRun ? DRY : ''}${text}`)
    return exit
  } catch (error) {
    if (error instanceof StoreUnavailable) return refuse(error.message)
    throw error
  } finally {
    await store.close()
  }
}

/** Checks of the audit name this line and those after it, until the key accepts them. */
async function announceUnkeyed(store: Store, audit: Audit): Promise<void> {
  const entry = { event: UNKEYED_EVENT, outcome: 'operator' }
  await store.transaction((sql) => audit.append(sql, entry))
}

const DRY = 'Nothing was changed; it would be:\n'

/** Thrown inside a transaction, so that the store rolls it back. */
class DryRun<Value> extends Error {
  readonly value: Value

  constructor(value: Value) {
    super('dry run')
    this.value = value
  }
}

async function changeStore<Value>(
  { store, audit, isDryRun }: Pick<Operation, 'store' | 'audit' | 'isDryRun'>,
  entry: AuditEntry,
  steps: (sql: Sql) => Promise<Value>,
): Promise<Value> {
  let dry: DryRun<Value> | undefined
  try {
    return await store.transaction(async (sql) => {
      const value = await steps(sql)
      await audit.append(sql, entry)
      if (!isDryRun) return value
      dry = new DryRun(value)
      throw dry
    })
  } catch (error) {
    if (dry !== undefined && error === dry) return dry.value
    throw error
  }
}

function refuse(message: string): number {
  console.error(message)
  return EXIT.problems
}
