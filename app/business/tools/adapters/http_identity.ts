import type { DomainPerson } from '../../../contract/domain_wire.ts'
import { textIn } from '../../../foundation/store/columns.ts'
import type { Sql } from '../../../foundation/store/port.ts'

/** Issuer and subject of a user, by which a product knows people; absent if the id is unknown. */
export type Identity = Pick<DomainPerson, 'issuer' | 'subject'>

export async function findIdentity(sql: Sql, userId: string): Promise<Identity | undefined> {
  const row = await sql.one('SELECT issuer, subject FROM app_user WHERE id = ?', userId)
  if (row === undefined) return undefined
  return { issuer: textIn(row, 'issuer'), subject: textIn(row, 'subject') }
}
