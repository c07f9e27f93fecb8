import { DOMAIN_UNKNOWN_QUESTION } from '../../app/contract/domain_wire.ts'
import { listDifferences } from './check_reach.ts'
import type { ProductClient } from './product_client.ts'
import type { Call, Person, Place } from './target.ts'

/** Lists what is wrong with how a product names what a write is about; it need not name it. */
export async function findTargetFaults(client: ProductClient): Promise<readonly string[]> {
  const { member, stranger, active, archived, writeAcross } = client.target
  const { own, foreign, unknown } = writeAcross
  const find = (call: Call, user: Person = member, place: Place = active) =>
    findWord(client, call, user, place)
  const first = await find(unknown)
  if (UNSUPPORTED.has(first)) return []
  const faults = listDifferences([
    ['"target" of a record that is unknown', first, 'absent'],
    ['"target" of a record of another business', await find(foreign), 'absent'],
  ])
  if (own === undefined) return faults
  const named = { ...own, operation: 'no.such.operation' }
  return [
    ...faults,
    ...listDifferences([
      ['"target" of a record of the business', await find(own), 'record'],
      ['"target" for a stranger', await find(own, stranger), 'unknown'],
      ['"target" in an archived business', await find(own, member, archived), 'unknown'],
      ['"target" of an operation that is not described', await find(named), 'unknown'],
    ]),
  ]
}

const UNSUPPORTED = new Set([...DOMAIN_UNKNOWN_QUESTION].map((status) => `status ${status}`))

async function findWord(
  client: ProductClient,
  { operation, args }: Call,
  user: Person,
  place: Place,
): Promise<string> {
  const answer = await client.ask('target', { user, ...place, operation, args })
  if (typeof answer === 'string') return answer
  if (answer.target !== 'record') return answer.target
  return answer.business_id === place.business_id ? 'record' : 'a record of another business'
}
