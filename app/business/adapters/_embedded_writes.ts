import type { Standing } from '../../contract/authority.ts'
import type { DomainCall, DomainOutcome } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { newId } from '../identifiers.ts'
import { type Reaching, reachOf } from '../reach.ts'
import { named } from './_embedded_reads.ts'
import { type Desk, reachable, type Stored, told, withoutColumn } from './_embedded_records.ts'

export type Making = {
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

/**
 * Every argument that is no word of the operation is a field of the new record. It belongs to the
 * business of the grant, or to a record that this business reaches.
 */
export async function createRecord(
  desk: Desk,
  who: Standing,
  { args }: DomainCall,
  { clock, randomBytes }: Making,
): Promise<DomainOutcome> {
  const { type, ...given } = args
  const way = typeof type === 'string' ? reachOf(desk.registry, type) : undefined
  if (typeof type !== 'string' || way === undefined) return { outcome: 'denied' }
  const fields = await placed(desk, who, given, way)
  if (typeof fields === 'string') return { outcome: fields }
  const [id, nowMs] = [newId(`${type}_`, randomBytes), clock()]
  await desk.sql.run(
    `INSERT INTO domain_record (type, id, workspace_id, fields, created, updated, version)
      VALUES (?, ?, ?, ?, ?, ?, 1)`,
    type,
    id,
    who.workspaceId,
    JSON.stringify(fields),
    nowMs,
    nowMs,
  )
  const { businessId } = who
  const record = { type, id, businessId, fields: withoutColumn(fields, way) }
  return { outcome: 'applied', result: { id }, records: [record] }
}

/** The fields with what makes them reach; a refusal where they would reach something else. */
async function placed(
  desk: Desk,
  who: Standing,
  given: JsonObject,
  { links, column }: Reaching,
): Promise<JsonObject | 'denied' | 'not_found'> {
  const [link] = links
  if (link === undefined) {
    return Object.hasOwn(given, column) ? 'denied' : { ...given, [column]: who.businessId }
  }
  const target = given[link.field]
  if (typeof target !== 'string') return 'not_found'
  const [reached] = await reachable(desk, who, link.type, target)
  return reached === undefined ? 'not_found' : given
}

/** Every argument that is no word of the operation replaces a field. */
export async function updateRecord(
  desk: Desk,
  who: Standing,
  { args }: DomainCall,
  { clock }: Making,
): Promise<DomainOutcome> {
  const { type, id: _, ...changes } = args
  const way = typeof type === 'string' ? reachOf(desk.registry, type) : undefined
  if (way === undefined) return { outcome: 'denied' }
  // A record stays where it is: what makes it reach its business is not changed.
  const fixed = way.links[0]?.field ?? way.column
  if (Object.hasOwn(changes, fixed)) return { outcome: 'denied' }
  const found = await named(desk, who, args)
  if (found === undefined) return { outcome: 'not_found' }
  const changed = await replace(desk, found, changes, clock())
  if (!changed) return { outcome: 'conflict', message: 'it was changed meanwhile' }
  const record = told({ ...found, fields: { ...found.fields, ...changes } })
  return { outcome: 'applied', result: { id: found.id }, records: [record] }
}

async function replace(
  { sql }: Desk,
  { type, id, text, version }: Stored,
  changes: JsonObject,
  nowMs: number,
): Promise<boolean> {
  // `text` is a column that only JsonObjects were written to.
  const stored = JSON.parse(text) as JsonObject
  const changed = await sql.run(
    `UPDATE domain_record SET fields = ?, updated = ?, version = version + 1
      WHERE type = ? AND id = ? AND version = ?`,
    JSON.stringify({ ...stored, ...changes }),
    nowMs,
    type,
    id,
    version,
  )
  return changed === 1
}
