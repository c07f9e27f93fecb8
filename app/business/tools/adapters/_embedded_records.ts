import type { Standing } from '../../../contract/authority.ts'
import type { BusinessRegistry } from '../../../contract/business.ts'
import type { DomainRecord } from '../../../contract/domain.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { memoize } from '../../../contract/memo.ts'
import { numberIn, textIn } from '../../../foundation/store/columns.ts'
import type { Sql, SqlRow, SqlValue, Store } from '../../../foundation/store/port.ts'
import { type ReachPath, reachOf } from '../reach.ts'
import {
  ACTIVE_BUSINESS,
  MEMBERSHIPS,
  standingValues,
  whereStanding,
} from './_embedded_standing.ts'

/** What an operation of the embedded domain works on: one connection, one registry. */
export type EmbeddedDatabase = {
  readonly sql: Sql
  readonly dialect: Store['dialect']
  readonly registry: BusinessRegistry
}

/** A stored record, with the business that the database found for it. */
export type StoredRecord = DomainRecord & {
  readonly created: number
  readonly version: number
  /** Its fields as they are stored. */
  readonly text: string
}

/**
 * Records of a type that reach the business, newest first; only one where an id is given.
 * Business, membership and reach are one statement, so they are of one instant. A link that is
 * absent, leads nowhere or is not a single id joins nothing, and reaches nothing.
 */
export async function findReachable(
  database: EmbeddedDatabase,
  who: Standing,
  type: string,
  id?: string,
): Promise<readonly StoredRecord[]> {
  const plan = planOf(database, type, id !== undefined)
  if (plan === undefined) return []
  const standing = standingValues(who)
  for (const text of plan.texts) {
    const values = [...plan.before, ...standing, plan.way.column]
    if (id !== undefined) values.push(id)
    const rows = await database.sql.all(text, ...values)
    if (rows.length > 0) return rows.map((row) => readRecord(row, type, plan.way))
  }
  return []
}

/** How records of a type are queried, one or all of them. */
type Plan = {
  readonly way: ReachPath
  /** One statement for each kind of membership. */
  readonly texts: readonly string[]
  /** Parameters of a statement before those of the standing. */
  readonly before: readonly SqlValue[]
}

/** Built once for a registry: statements and names, never data. */
const plansOf = memoize((_: BusinessRegistry) => new Map<string, Plan>())

function planOf(
  { registry, dialect }: EmbeddedDatabase,
  type: string,
  single: boolean,
): Plan | undefined {
  const known = plansOf(registry)
  const name = `${dialect} ${single} ${type}`
  const found = known.get(name)
  if (found !== undefined) return found
  const way = reachOf(registry, type)
  // A type without reach is not cached: callers can ask for any word.
  if (way === undefined) return undefined
  const before = [type, ...way.links.flatMap((link) => [link.type, link.field])]
  const texts = MEMBERSHIPS.map((member) =>
    buildStatement(dialect, way.links.length, single, member),
  )
  const plan = { way, texts, before }
  known.set(name, plan)
  return plan
}

function buildStatement(
  dialect: Store['dialect'],
  links: number,
  single: boolean,
  member: string,
): string {
  // The record is `r0`; each link leads from one to the next, and the last has the column.
  const joins = Array.from({ length: links }, (_, at) => {
    const [from, to] = [`r${at}`, `r${at + 1}`]
    return `JOIN domain_record ${to} ON ${to}.workspace_id = b.workspace_id AND ${to}.type = ?
      AND ${to}.id = ${fieldSql(dialect, from)}`
  })
  return `SELECT r0.id, r0.fields, r0.created, r0.version, b.id AS reached FROM ${ACTIVE_BUSINESS}
    JOIN domain_record r0 ON r0.workspace_id = b.workspace_id AND r0.type = ?
    ${joins.join('\n')} WHERE ${whereStanding(member)} AND b.id = ${fieldSql(dialect, `r${links}`)}
    ${single ? 'AND r0.id = ?' : 'ORDER BY r0.created DESC, r0.id'}`
}

/**
 * A member of the fields as text; its name is a parameter, never part of the statement. `json`
 * reads only that member; `jsonb` would fail on any text in the record that it does not accept.
 */
function fieldSql(dialect: Store['dialect'], alias: string): string {
  return dialect === 'sqlite'
    ? `(${alias}.fields ->> ?)`
    : `(CAST(${alias}.fields AS json) ->> CAST(? AS text))`
}

function readRecord(row: SqlRow, type: string, way: ReachPath): StoredRecord {
  const text = textIn(row, 'fields')
  return {
    type,
    id: textIn(row, 'id'),
    businessId: textIn(row, 'reached'),
    fields: omitColumn(parseFields(text), way),
    created: numberIn(row, 'created'),
    version: numberIn(row, 'version'),
    text,
  }
}

/** The column only repeats `businessId`. */
export function omitColumn(fields: JsonObject, { links, column }: ReachPath): JsonObject {
  if (links.length > 0) return fields
  const { [column]: _, ...others } = fields
  return others
}

export function parseFields(fields: string): JsonObject {
  // Only `insertRecord`, `updateRecord` and the seed write this column, each from a JsonObject.
  return JSON.parse(fields) as JsonObject
}

export function toDomainRecord({ type, id, businessId, fields }: StoredRecord): DomainRecord {
  return { type, id, businessId, fields }
}
