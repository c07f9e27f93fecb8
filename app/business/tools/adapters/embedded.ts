import type { Standing } from '../../../contract/authority.ts'
import type { BusinessRegistry } from '../../../contract/business.ts'
import type {
  DomainCall,
  DomainContext,
  DomainOutcome,
  DomainTarget,
} from '../../../contract/domain.ts'
import {
  EXAMPLE_ISSUER,
  type ExampleUserEntry,
  type ExampleWorkspace,
} from '../../../contract/example.ts'
import { type Sql, type Store, StoreUnavailable } from '../../../foundation/store/port.ts'
import type { DomainServices, Within } from '../port.ts'
import { reachOf } from '../reach.ts'
import { findNamed, getRecord, listRecords, searchRecords } from './_embedded_reads.ts'
import type { EmbeddedDatabase, StoredRecord } from './_embedded_records.ts'
import { businessesOf, findStanding, lockStanding, mayDecide } from './_embedded_standing.ts'
import { createRecord, type EmbeddedPorts, updateRecord } from './_embedded_writes.ts'

/** Fields that name a record for people, the best first. */
const NAMES = ['title', 'name', 'subject'] as const

/** The record that a change names, or to which a new record is added. */
async function findTarget(
  database: EmbeddedDatabase,
  who: Standing,
  { operation, args }: Pick<DomainCall, 'operation' | 'args'>,
): Promise<DomainTarget> {
  const [link] = reachOf(database.registry, String(args.type))?.links ?? []
  switch (operation) {
    case 'record.update':
      return toTarget(await findNamed(database, who, args))
    case 'record.create': {
      if (link === undefined) return 'unknown'
      const parent = args[link.field]
      if (typeof parent !== 'string') return 'absent'
      return toTarget(await findNamed(database, who, { type: link.type, id: parent }))
    }
    default:
      return 'unknown'
  }
}

function toTarget(found: StoredRecord | undefined): DomainTarget {
  if (found === undefined) return 'absent'
  const name = NAMES.map((field) => found.fields[field]).find((value) => typeof value === 'string')
  return name === undefined ? 'unknown' : { name }
}

export { type BusinessState, endMembership, setBusinessState } from './_embedded_changes.ts'

const READS = new Map([
  ['record.get', getRecord],
  ['record.list', listRecords],
  ['record.search', searchRecords],
])
const WRITES = new Map([
  ['record.create', createRecord],
  ['record.update', updateRecord],
])

/** The operations of the embedded domain; a registry binds its tools to these. */
export const EMBEDDED_OPERATIONS: readonly string[] = [...READS.keys(), ...WRITES.keys()]

/**
 * The example workspace, in our own store: a small product that shows what a domain service has to
 * check. Each operation checks business, membership and reach itself.
 */
export function createEmbedded(
  store: Store,
  ports: EmbeddedPorts & { readonly registry: () => BusinessRegistry },
): DomainServices {
  const { dialect, sql, transaction } = store
  const { registry } = ports
  const databaseOn = (on: Sql): EmbeddedDatabase => ({ sql: on, dialect, registry: registry() })
  const inside = (on: Sql): ReturnType<Within> => ({
    standing: (who) => lockStanding(on, dialect, who),
    mayDecide: (who) => mayDecide(on, who),
    target: (who, call) => findTarget(databaseOn(on), who, call),
    call: (context, call) => callOperation(databaseOn(on), context, call, ports),
  })
  return {
    describe: async () => ({
      operations: EMBEDDED_OPERATIONS,
      recordTypes: registry().records.map(({ type }) => type),
    }),
    businessesOf: (userId) => businessesOf(sql, userId),
    standing: (who) => catchUnavailable(findStanding(sql, who)),
    mayDecide: (who) => mayDecide(sql, who),
    target: (who, call) => findTarget(databaseOn(sql), who, call),
    call: (context, call) =>
      call.kind === 'read'
        ? callOperation(databaseOn(sql), context, call, ports)
        : transaction((on) => inside(on).call(context, call)),
    within: inside,
  }
}

async function callOperation(
  database: EmbeddedDatabase,
  context: DomainContext,
  call: DomainCall,
  ports: EmbeddedPorts,
): Promise<DomainOutcome> {
  const { operation, kind } = call
  const scope = kind === 'read' ? 'mcp:business:read' : 'mcp:business:write'
  if (!context.scopes.includes(scope)) return { outcome: 'denied' }
  if (kind === 'read') {
    return (await READS.get(operation)?.(database, context, call)) ?? { outcome: 'denied' }
  }
  const write = WRITES.get(operation)
  if (write === undefined) return { outcome: 'denied' }
  // Locked for the rest of the transaction, whoever began it.
  if ((await lockStanding(database.sql, database.dialect, context)) !== 'active') {
    return { outcome: 'inactive' }
  }
  return await write(database, context, call, ports)
}

async function catchUnavailable<State>(state: Promise<State>): Promise<State | 'unavailable'> {
  try {
    return await state
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unavailable'
    throw error
  }
}

/**
 * Fills a new store with the example workspace and its users, all of it or nothing, and returns
 * whether it did. A store that already has a workspace is left alone.
 */
export async function seedExample(
  store: Store,
  example: ExampleWorkspace,
  nowMs: number,
): Promise<boolean> {
  return await store.transaction(async (sql) => {
    if ((await sql.one('SELECT id FROM workspace LIMIT 1')) !== undefined) return false
    for (const { id, name } of example.workspaces) {
      const insert = `INSERT INTO workspace (id, name, state) VALUES (?, ?, 'active')
        ON CONFLICT (id) DO NOTHING`
      // Another process may be seeding the same store: whoever inserts the first row goes on.
      if ((await sql.run(insert, id, name)) === 0) return false
    }
    for (const { id, workspace, name } of example.businesses) {
      const insert = `INSERT INTO business (id, workspace_id, name, state)
        VALUES (?, ?, ?, 'active')`
      await sql.run(insert, id, workspace, name)
    }
    for (const user of example.users) await seedUser(sql, example, user, nowMs)
    await seedRecords(sql, example)
    return true
  })
}

async function seedUser(
  sql: Sql,
  { businesses }: ExampleWorkspace,
  { id, subject, display, email, memberships }: ExampleUserEntry,
  nowMs: number,
): Promise<void> {
  // A user who signed in before the workspace existed already has a row.
  await sql.run(
    `INSERT INTO app_user (id, issuer, subject, display, email, state, created)
      VALUES (?, ?, ?, ?, ?, 'active', ?) ON CONFLICT (issuer, subject) DO NOTHING`,
    id,
    EXAMPLE_ISSUER,
    subject,
    display,
    email,
    nowMs,
  )
  for (const { business, role } of memberships) {
    const workspace = businesses.find((each) => each.id === business)?.workspace
    if (workspace === undefined) throw new Error(`Cannot seed "${business}": no such business`)
    await sql.run(
      `INSERT INTO membership (user_id, workspace_id, business_id, role)
        SELECT u.id, ?, ?, ? FROM app_user u WHERE u.issuer = ? AND u.subject = ?`,
      workspace,
      business,
      role,
      EXAMPLE_ISSUER,
      subject,
    )
  }
}

async function seedRecords(sql: Sql, { records }: ExampleWorkspace): Promise<void> {
  for (const { type, id, workspace, created, updated, fields } of records) {
    await sql.run(
      `INSERT INTO domain_record (type, id, workspace_id, fields, created, updated, version)
        VALUES (?, ?, ?, ?, ?, ?, 1)`,
      type,
      id,
      workspace,
      JSON.stringify(fields),
      Date.parse(created),
      Date.parse(updated ?? created),
    )
  }
}
