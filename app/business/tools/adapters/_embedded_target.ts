import type { Standing } from '../../../contract/authority.ts'
import type { DomainCall, DomainTarget } from '../../../contract/domain.ts'
import { reachOf } from '../reach.ts'
import { findNamed } from './_embedded_reads.ts'
import type { EmbeddedDatabase, StoredRecord } from './_embedded_records.ts'

/** Fields that name a record for people, the best first. */
const NAMES = ['title', 'name', 'subject'] as const

/** The record that a change names, or to which a new record is added. */
export async function findTarget(
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
