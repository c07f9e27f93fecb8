import type { Standing } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { DomainRecord } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Sql, SqlRow, SqlValue, Store } from '../../store/port.ts'
import { numberOf, textOf } from '../_columns.ts'
import { type Reaching, reachOf } from '../reach.ts'
import { STANDING_FROM, STANDING_WHERE, standingValues } from './_embedded_standing.ts'

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
  const { text, values } = statementOf(desk.dialect, way, type)
  const rows =
    id === undefined
      ? await desk.sql.all(`${text} ORDER BY r.created DESC, r.id`, ...values(who))
      : await desk.sql.all(`${text} AND r.id = ?`, ...values(who), id)
  return rows.map((row) => storedOf(row, type, way))
}

type Statement = {
  readonly text: string
  readonly values: (who: Standing) => readonly SqlValue[]
}

function statementOf(dialect: Store['dialect'], way: Reaching, type: string): Statement {
  const { links, column } = way
  const aliases = ['r', ...links.map((_, at) => `l${at}`)]
  const joins = links.map((_, at) => {
    const [from, to] = [aliases[at] ?? 'r', aliases[at + 1] ?? 'r']
    return `JOIN domain_record ${to} ON ${to}.workspace_id = b.workspace_id AND ${to}.type = ?
      AND ${to}.id = ${fieldOf(dialect, from)}`
  })
  const reached = fieldOf(dialect, aliases.at(-1) ?? 'r')
  return {
    text: `SELECT r.id, r.fields, r.created, r.version, b.id AS reached FROM ${STANDING_FROM}
      JOIN domain_record r ON r.workspace_id = b.workspace_id AND r.type = ?
      ${joins.join('\n')} WHERE ${STANDING_WHERE} AND b.id = ${reached}`,
    values: (who) => [
      type,
      ...links.flatMap((link) => [link.type, link.field]),
      ...standingValues(who),
      column,
    ],
  }
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
