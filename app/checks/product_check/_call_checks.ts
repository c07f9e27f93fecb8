import { type Check, defineTargetCheck } from './_check.ts'
import { NOBODY, NOWHERE, type ProductClient } from './_client.ts'
import type { Call, Place } from './target_file.ts'

const OWN_RECORDS = 'records of the business and the types asked for'
const AT_EACH_CALL = 'check business and member in the transaction of the call (contract 5, rule 3)'
const ONE_PATH = 'look a record up by business and id together, so that both cases are one'
const SCOPES = 'a write needs mcp:business:write, a read mcp:business:read'
const KIND = 'answer "denied" where the operation is not of the kind that the call names'

/** Which records a read returns, and which calls reach nothing. */
export const CALL_CHECKS: readonly Check[] = [
  defineTargetCheck(
    ['read'],
    {
      name: 'read.records',
      sent: 'the read of the target file',
      expected: OWN_RECORDS,
      fix: 'filter by the business in "context" and by "record_types"',
    },
    (client, { read, active, elsewhere }) => findRecords(client, read, active, elsewhere),
  ),
  defineTargetCheck(
    ['one'],
    {
      name: 'read.one',
      sent: 'the read of one own record',
      expected: OWN_RECORDS,
      fix: 'find the record by the business in "context" and its id',
    },
    (client, { one, active, elsewhere }) => findRecords(client, one.own, active, elsewhere),
  ),
  defineTargetCheck(
    ['read', 'archived'],
    outcome('archived.read', 'a read of the archived business', 'inactive', AT_EACH_CALL),
    (client, { read, archived }) => client.outcome(read, 'read', { place: archived }),
  ),
  defineTargetCheck(
    ['write', 'archived'],
    outcome('archived.write', 'a write to the archived business', 'inactive', AT_EACH_CALL),
    (client, { write, archived }) => client.outcome(write, 'write', { place: archived }),
  ),
  defineTargetCheck(
    ['read', 'stranger'],
    outcome('stranger.read', 'a read by the stranger', 'inactive', AT_EACH_CALL),
    (client, { read, stranger }) => client.outcome(read, 'read', { user: stranger }),
  ),
  defineTargetCheck(
    ['write', 'stranger'],
    outcome('stranger.write', 'a write by the stranger', 'inactive', AT_EACH_CALL),
    (client, { write, stranger }) => client.outcome(write, 'write', { user: stranger }),
  ),
  defineTargetCheck(
    ['read'],
    outcome('issuer.read', 'a read by a namesake at another issuer', 'inactive', AT_EACH_CALL),
    (client, { read, member }) =>
      client.outcome(read, 'read', { user: { ...member, issuer: NOBODY.issuer } }),
  ),
  defineTargetCheck(
    ['read'],
    outcome('workspace.read', 'a read under another workspace', 'inactive', AT_EACH_CALL),
    (client, { read, active }) =>
      client.outcome(read, 'read', { place: { ...NOWHERE, business_id: active.business_id } }),
  ),
  defineTargetCheck(
    ['member'],
    outcome(
      'operation.unknown',
      'an operation that is not described',
      'denied',
      'answer "denied" for every other name',
    ),
    (client) =>
      client.outcome({ operation: 'no.such.operation', args: {}, record_types: [] }, 'read'),
  ),
  defineTargetCheck(
    ['one'],
    outcome('foreign.unknown_read', 'a read of an unknown record', 'not_found', ONE_PATH),
    (client, { one }) => client.outcome(one.unknown, 'read'),
  ),
  defineTargetCheck(
    ['one'],
    outcome('foreign.read', 'a read of a record of another business', 'not_found', ONE_PATH),
    (client, { one }) => client.outcome(one.foreign, 'read'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    outcome('foreign.unknown_write', 'a write to an unknown record', 'not_found', ONE_PATH),
    (client, { writeAcross }) => client.outcome(writeAcross.unknown, 'write'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    outcome('foreign.write', 'a write to a record of another business', 'not_found', ONE_PATH),
    (client, { writeAcross }) => client.outcome(writeAcross.foreign, 'write'),
  ),
  defineTargetCheck(
    ['write'],
    outcome('scope.write', 'a write with the read scope alone', 'denied', SCOPES),
    (client, { write }) => client.outcome(write, 'write', { scopes: ['mcp:business:read'] }),
  ),
  defineTargetCheck(
    ['read'],
    outcome('scope.read', 'a read without a scope', 'denied', SCOPES),
    (client, { read }) => client.outcome(read, 'read', { scopes: [] }),
  ),
  defineTargetCheck(
    ['write'],
    outcome('kind.write', 'a write that was declared as a read', 'denied', KIND),
    (client, { write }) => client.outcome(write, 'read'),
  ),
  defineTargetCheck(
    ['read'],
    outcome('kind.read', 'a read that was declared as a write', 'denied', KIND),
    (client, { read }) => client.outcome(read, 'write'),
  ),
]

function outcome(name: string, sent: string, expected: string, fix: string) {
  return { name, sent, expected, fix }
}

async function findRecords(
  client: ProductClient,
  call: Call,
  { business_id }: Place,
  elsewhere: readonly string[] = [],
): Promise<string> {
  const answer = await client.call(call, 'read')
  if (typeof answer === 'string') return answer
  if (answer.outcome !== 'records') return `the outcome ${answer.outcome}`
  if (answer.records.length === 0) return 'no record'
  const foreign = answer.records.find(
    (each) => each.business_id !== business_id || elsewhere.includes(each.id),
  )
  if (foreign !== undefined) return `"${foreign.id}" of another business`
  const odd = answer.records.find(({ type }) => !call.record_types.includes(type))
  return odd === undefined ? OWN_RECORDS : `"${odd.id}" of the type ${odd.type}`
}
