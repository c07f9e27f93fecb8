import type { Standing } from '../../contract/authority.ts'
import type { DomainCall, DomainTarget } from '../../contract/domain.ts'
import { findNamed } from './_embedded_reads.ts'
import type { EmbeddedDatabase } from './_embedded_records.ts'

/** Fields that name a record for people, the best first. */
const NAMES = ['title', 'name', 'subject'] as const

/** The record that a change names; a new record has no name before it exists. */
export async function findTarget(
  database: EmbeddedDatabase,
  who: Standing,
  { operation, args }: Pick<DomainCall, 'operation' | 'args'>,
): Promise<DomainTarget> {
  if (operation !== 'record.update') return 'unknown'
  const found = await findNamed(database, who, args)
  if (found === undefined) return 'absent'
  const name = NAMES.map((field) => found.fields[field]).find((value) => typeof value === 'string')
  return name === undefined ? 'unknown' : { name }
}
