import { DOMAIN_UNKNOWN_QUESTION } from '../../contract/domain_wire.ts'
import { type Check, defineTargetCheck } from './_check.ts'
import { type CallHow, NOBODY, type ProductClient } from './_client.ts'
import type { Call, ProductTarget } from './target_file.ts'

const KEEP_KEYS = 'keep key, person, business, arguments and answer for a day, with the write'
const STANDING_FIRST = 'check business and member before the key, and keep keys of each apart'
const ABSENT = 'answer "absent" for a record that is not of this business, as for none'
const UNKNOWN = 'answer "unknown" whatever else is wrong'
const DONE_ONCE = 'one outcome'

/** What a write is about, keys, and deadlines. Those after "target" change the test system. */
export const WRITE_CHECKS: readonly Check[] = [
  defineTargetCheck(
    ['writeAcross'],
    texts('target.unknown', 'an unknown record', 'absent', ABSENT),
    (client, target) => findTarget(client, target, target.writeAcross.unknown, 'absent'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    texts('target.foreign', 'a record of another business', 'absent', ABSENT),
    (client, target) => findTarget(client, target, target.writeAcross.foreign, 'absent'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    texts('target.own', 'an own record', 'record', 'answer with its name on one line'),
    (client, target) => findTarget(client, target, target.writeAcross.own, 'record'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    texts('target.stranger', 'an own record, asked for nobody', 'unknown', UNKNOWN),
    (client, target) =>
      findTarget(client, { ...target, member: NOBODY }, target.writeAcross.own, 'unknown'),
  ),
  defineTargetCheck(
    ['writeAcross', 'archived'],
    texts('target.archived', 'a record, in the archived business', 'unknown', UNKNOWN),
    (client, { archived, ...target }) =>
      findTarget(client, { ...target, active: archived }, target.writeAcross.own, 'unknown'),
  ),
  defineTargetCheck(
    ['writeAcross'],
    texts('target.operation', 'an operation that is not described', 'unknown', UNKNOWN),
    (client, target) => {
      const call = { ...target.writeAcross.own, operation: 'no.such.operation' }
      return findTarget(client, target, call, 'unknown')
    },
  ),
  defineTargetCheck(
    ['write'],
    {
      name: 'write.applied',
      sent: 'the write of the target file',
      expected: 'applied',
      fix: 'answer "applied" with the record as it is now',
    },
    (client, { write }) => client.outcome(write, 'write', { key: crypto.randomUUID() }),
  ),
  defineTargetCheck(
    ['write'],
    {
      name: 'key.again',
      sent: 'the same write twice with one key',
      expected: 'the same answer',
      fix: KEEP_KEYS,
    },
    findRepeated,
  ),
  defineTargetCheck(
    ['write', 'stranger'],
    {
      name: 'key.stranger',
      sent: 'a used key, by the stranger',
      expected: 'inactive',
      fix: STANDING_FIRST,
    },
    (client, { write, stranger }) => findElsewhere(client, write, { user: stranger }),
  ),
  defineTargetCheck(
    ['write', 'archived'],
    {
      name: 'key.archived',
      sent: 'a used key, in the archived business',
      expected: 'inactive',
      fix: STANDING_FIRST,
    },
    (client, { write, archived }) => findElsewhere(client, write, { place: archived }),
  ),
  defineTargetCheck(
    ['write', 'otherWrite'],
    {
      name: 'key.other_arguments',
      sent: 'a key with other arguments',
      expected: 'conflict',
      fix: KEEP_KEYS,
    },
    async (client, { write, otherWrite }) => {
      const key = crypto.randomUUID()
      await client.call(write, 'write', { key })
      return await client.outcome(otherWrite, 'write', { key })
    },
  ),
  defineTargetCheck(
    ['write'],
    {
      name: 'key.at_once',
      sent: 'the same write five times at once with one key',
      expected: DONE_ONCE,
      fix: `${KEEP_KEYS}; let the second wait for the first, or answer "unavailable"`,
    },
    findConcurrent,
  ),
  defineTargetCheck(
    ['write'],
    {
      name: 'deadline.write',
      sent: 'a write a minute after its deadline',
      expected: 'unavailable',
      fix: 'compare "deadline" with the clock, in milliseconds, before you do anything',
    },
    (client, { write }) => client.outcome(write, 'write', { remainingMs: -60_000 }),
  ),
]

const UNSUPPORTED = new Set([...DOMAIN_UNKNOWN_QUESTION].map((status) => `status ${status}`))

function texts(name: string, what: string, expected: string, fix: string) {
  return { name, sent: `the target of ${what}`, expected, fix }
}

/** The question "target", which a product need not answer: then what is expected. */
async function findTarget(
  client: ProductClient,
  { member: user, active }: ProductTarget,
  { operation, args }: Call,
  expected: string,
): Promise<string> {
  const answer = await client.ask('target', { user, ...active, operation, args })
  if (typeof answer === 'string') return UNSUPPORTED.has(answer) ? expected : answer
  if (answer.target !== 'record') return answer.target
  return answer.business_id === active.business_id ? 'record' : 'a record of another business'
}

async function findRepeated(
  client: ProductClient,
  { write, read }: Pick<ProductTarget, 'read'> & { readonly write: Call },
): Promise<string> {
  const key = crypto.randomUUID()
  const before = await countRecords(client, read)
  const first = await client.call(write, 'write', { key })
  if (typeof first === 'string') return first
  const again = await client.call(write, 'write', { key })
  const made = (await countRecords(client, read)) - before
  if (made > 1) return `${made} more records`
  if (JSON.stringify(again) === JSON.stringify(first)) return 'the same answer'
  return typeof again === 'string' ? again : `another answer: ${again.outcome}`
}

/** The outcome of a key that was applied a moment ago, used by or for somebody else. */
async function findElsewhere(client: ProductClient, write: Call, how: CallHow): Promise<string> {
  const key = crypto.randomUUID()
  const first = await client.outcome(write, 'write', { key })
  if (first !== 'applied') return `the first write: ${first}`
  return await client.outcome(write, 'write', { ...how, key })
}

/** A second call during the first may wait or be refused, but never be applied. */
async function findConcurrent(
  client: ProductClient,
  { write, read }: Pick<ProductTarget, 'read'> & { readonly write: Call },
): Promise<string> {
  const key = crypto.randomUUID()
  const before = await countRecords(client, read)
  const calls = Array.from({ length: 5 }, () => client.call(write, 'write', { key }))
  const applied = (await Promise.all(calls)).filter(
    (answer) => typeof answer !== 'string' && answer.outcome === 'applied',
  )
  const made = (await countRecords(client, read)) - before
  if (made > 1) return `${made} more records`
  const { size } = new Set(applied.map((answer) => JSON.stringify(answer)))
  return size === 1 ? DONE_ONCE : `${size} outcomes`
}

/** What the read finds; a product may hide a second write behind the answer of the first. */
async function countRecords(client: ProductClient, read: Call | undefined): Promise<number> {
  const answer = read === undefined ? 'no read' : await client.call(read, 'read')
  // No number, and nothing compares with it: where a page is full, records cannot be counted.
  if (typeof answer === 'string' || answer.outcome !== 'records' || answer.more) return Number.NaN
  return answer.records.length
}
