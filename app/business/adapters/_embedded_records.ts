import type { Standing } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { DomainRecord } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Sql, SqlRow, Store } from '../../store/port.ts'
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
  const way = reachOf(desk.registry, type)
  if (way === undefined) return []
  const values = [type, ...way.links.flatMap((link) => [link.type, link.field])]
  for (const member of WAYS) {
    const text = statementOf(desk.dialect, way.links.length, id !== undefined, member)
    const all = [...values, ...standingValues(who), way.column, ...(id === undefined ? [] : [id])]
    const rows = await desk.sql.all(text, ...all)
    if (rows.length > 0) return rows.map((row) => storedOf(row, type, way))
  }
  return []
}

/** Texts differ by the number of links, by one record or all, and by the way of the membership. */
const statements = new Map<string, string>()

function statementOf(
  dialect: Store['dialect'],
  links: number,
  single: boolean,
  member: string,
): string {
  const key = `${dialect} ${links} ${single} ${WAYS.indexOf(member)}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const made = written(dialect, links, single, member)
  statements.set(key, made)
  return made
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
