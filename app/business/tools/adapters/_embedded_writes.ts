import type { Standing } from '../../../contract/authority.ts'
import type { DomainCall, DomainOutcome } from '../../../contract/domain.ts'
import { newId } from '../../../contract/ids.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { type ReachPath, reachOf } from '../reach.ts'
import { findNamed } from './_embedded_reads.ts'
import {
  type EmbeddedDatabase,
  findReachable,
  omitColumn,
  parseFields,
  type StoredRecord,
  toDomainRecord,
} from './_embedded_records.ts'

export type EmbeddedPorts = {
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

/**
 * Every argument that the operation does not know is a field of the new record. The record belongs
 * to the business of the grant, or to a record that this business reaches.
 */
export async function createRecord(
  database: EmbeddedDatabase,
  who: Standing,
  { args }: DomainCall,
  { clock, randomBytes }: EmbeddedPorts,
): Promise<DomainOutcome> {
  const { type, ...given } = args
  const way = typeof type === 'string' ? reachOf(database.registry, type) : undefined
  if (typeof type !== 'string' || way === undefined) return { outcome: 'denied' }
  const fields = await placeFields(database, who, given, way)
  if (typeof fields === 'string') return { outcome: fields }
  const [id, nowMs] = [newId(`${type}_`, randomBytes), clock()]
  await database.sql.run(
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
  const record = { type, id, businessId, fields: omitColumn(fields, way) }
  return { outcome: 'applied', result: { id }, records: [record] }
}

/** The fields with their link to the business; a refusal if they would reach another one. */
async function placeFields(
  database: EmbeddedDatabase,
  who: Standing,
  given: JsonObject,
  { links, column }: ReachPath,
): Promise<JsonObject | 'denied' | 'not_found'> {
  const [link] = links
  if (link === undefined) {
    return Object.hasOwn(given, column) ? 'denied' : { ...given, [column]: who.businessId }
  }
  const target = given[link.field]
  if (typeof target !== 'string') return 'not_found'
  const [reached] = await findReachable(database, who, link.type, target)
  return reached === undefined ? 'not_found' : given
}

/** Every argument that the operation does not know replaces a field. */
export async function updateRecord(
  database: EmbeddedDatabase,
  who: Standing,
  { args }: DomainCall,
  { clock }: EmbeddedPorts,
): Promise<DomainOutcome> {
  const { type, id: _, ...changes } = args
  const way = typeof type === 'string' ? reachOf(database.registry, type) : undefined
  if (way === undefined) return { outcome: 'denied' }
  // A record stays in its business: its link to it cannot be changed.
  const fixed = way.links[0]?.field ?? way.column
  if (Object.hasOwn(changes, fixed)) return { outcome: 'denied' }
  const found = await findNamed(database, who, args)
  if (found === undefined) return { outcome: 'not_found' }
  const changed = await replaceFields(database, found, changes, clock())
  if (!changed) return { outcome: 'conflict', message: 'it was changed in the meantime' }
  const record = toDomainRecord({ ...found, fields: { ...found.fields, ...changes } })
  return { outcome: 'applied', result: { id: found.id }, records: [record] }
}

async function replaceFields(
  { sql }: EmbeddedDatabase,
  { type, id, text, version }: StoredRecord,
  changes: JsonObject,
  nowMs: number,
): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE domain_record SET fields = ?, updated = ?, version = version + 1
      WHERE type = ? AND id = ? AND version = ?`,
    JSON.stringify({ ...parseFields(text), ...changes }),
    nowMs,
    type,
    id,
    version,
  )
  return changed === 1
}
