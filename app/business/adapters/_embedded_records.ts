import type { Standing } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { DomainRecord } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Sql, SqlRow, SqlValue, Store } from '../../store/port.ts'
import { numberOf, textOf } from '../_columns.ts'
import { type Reaching, reachOf } from '../reach.ts'
import { ACTIVE_BUSINESS, standingValues, stands, WAYS } from './_embedded_standing.ts'

/** What an operation of the embedded domain works on: one connection, one registry. */
export type Desk = {
  readonly sql: Sql
  readonly dialect: Store['dialect']
  readonly registry: BusinessRegistry
}

/** A stored record, with the business that the database found it to reach. */
export type Stored = DomainRecord & {
  readonly created: number
  readonly version: number
  /** Its fields as text, for a first look. */
  readonly text: string
}

/**
 * Records of a type that reach the business, newest first; one of them where an id is given.
 * Business, membership and reach stand in one statement, so they are of one instant. A link that
 * is absent, leads nowhere or is not one id joins nothing, and reaches nothing.
 */
export async function reachable(
  desk: Desk,
  who: Standing,
  type: string,
  id?: string,
): Promise<readonly Stored[]> {
  const plan = planOf(desk, type, id !== undefined)
  if (plan === undefined) return []
  const standing = standingValues(who)
  for (const text of plan.texts) {
    const values = [...plan.before, ...standing, plan.way.column]
    if (id !== undefined) values.push(id)
    const rows = await desk.sql.all(text, ...values)
    if (rows.length > 0) return rows.map((row) => storedOf(row, type, plan.way))
  }
  return []
}

/** How records of a type are asked for, one or all of them. */
type Plan = {
  readonly way: Reaching
  /** One statement for each way of the membership. */
  readonly texts: readonly string[]
  /** What a statement takes before the standing. */
  readonly before: readonly SqlValue[]
}

/** Made once for a registry: statements and names, never anything that was read. */
const plans = new WeakMap<BusinessRegistry, Map<string, Plan>>()

function planOf({ registry, dialect }: Desk, type: string, single: boolean): Plan | undefined {
  const known = plans.get(registry) ?? new Map<string, Plan>()
  const name = `${dialect} ${single} ${type}`
  const found = known.get(name)
  if (found !== undefined) return found
  const way = reachOf(registry, type)
  // A type without a way is not kept: any word can be asked for.
  if (way === undefined) return undefined
  const before = [type, ...way.links.flatMap((link) => [link.type, link.field])]
  const texts = WAYS.map((member) => written(dialect, way.links.length, single, member))
  const plan = { way, texts, before }
  plans.set(registry, known.set(name, plan))
  return plan
}

function written(
  dialect: Store['dialect'],
  links: number,
  single: boolean,
  member: string,
): string {
  // The record is `r0`; each link leads from one to the next, and the last has the column.
  const joins = Array.from({ length: links }, (_, at) => {
    const [from, to] = [`r${at}`, `r${at + 1}`]
    return `JOIN domain_record ${to} ON ${to}.workspace_id = b.workspace_id AND ${to}.type = ?
      AND ${to}.id = ${fieldOf(dialect, from)}`
  })
  return `SELECT r0.id, r0.fields, r0.created, r0.version, b.id AS reached FROM ${ACTIVE_BUSINESS}
    JOIN domain_record r0 ON r0.workspace_id = b.workspace_id AND r0.type = ?
    ${joins.join('\n')} WHERE ${stands(member)} AND b.id = ${fieldOf(dialect, `r${links}`)}
    ${single ? 'AND r0.id = ?' : 'ORDER BY r0.created DESC, r0.id'}`
}

/**
 * A member of the fields as text; the name of it is a parameter, never a part of the statement.
 * `json` reads the one member alone; `jsonb` would fail at any text in the record that it dislikes.
 */
function fieldOf(dialect: Store['dialect'], alias: string): string {
  return dialect === 'sqlite'
    ? `(${alias}.fields ->> ?)`
    : `(CAST(${alias}.fields AS json) ->> CAST(? AS text))`
}

function storedOf(row: SqlRow, type: string, way: Reaching): Stored {
  const text = textOf(row, 'fields')
  return {
    type,
    id: textOf(row, 'id'),
    businessId: textOf(row, 'reached'),
    fields: withoutColumn(parsed(text), way),
    created: numberOf(row, 'created'),
    version: numberOf(row, 'version'),
    text,
  }
}

/** The column says what `businessId` says already. */
export function withoutColumn(fields: JsonObject, { links, column }: Reaching): JsonObject {
  if (links.length > 0) return fields
  const { [column]: _, ...others } = fields
  return others
}

export function parsed(fields: string): JsonObject {
  // Only `insertRecord`, `updateRecord` and the seed write this column, each from a JsonObject.
  return JSON.parse(fields) as JsonObject
}

/** The record as it leaves the domain. */
export function told({ type, id, businessId, fields }: Stored): DomainRecord {
  return { type, id, businessId, fields }
}
