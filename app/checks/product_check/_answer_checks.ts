import type { DomainOutcome } from '../../contract/domain.ts'
import { type Check, defineCheck, defineTargetCheck } from './_check.ts'
import { NOBODY, NOWHERE, type ProductClient } from './_client.ts'
import type { Person, Place } from './target_file.ts'

/** A broken product may do what it is asked; the first operations are evidence enough. */
const OPERATIONS_TRIED = 20
const KINDS = ['read', 'write'] as const
const REFUSALS: readonly string[] = [
  'inactive',
  'denied',
] satisfies readonly DomainOutcome['outcome'][]

const ACTIVE_ONLY = 'list only the active businesses of this person'
const BY_ISSUER = 'find people by issuer and subject together, and memberships by both ids'

/** The form of answers, what a stranger learns, and who stands where. */
export const ANSWER_CHECKS: readonly Check[] = [
  defineCheck(
    {
      name: 'describe.form',
      sent: 'describe',
      expected: 'operations and record types',
      fix: 'answer 200 and application/json, with the documented members and no others',
    },
    async (client) => {
      const answer = await client.ask('describe', {})
      return typeof answer === 'string' ? answer : 'operations and record types'
    },
  ),
  defineTargetCheck(
    ['read', 'one', 'write'],
    {
      name: 'describe.names',
      sent: 'describe',
      expected: 'the operations of the target file',
      fix: 'name every operation that tools may call',
    },
    async (client, { read, one, write }) => {
      const answer = await client.ask('describe', {})
      if (typeof answer === 'string') return answer
      const absent = [read, one.own, write]
        .map(({ operation }) => operation)
        .filter((name) => !answer.operations.includes(name))
      return absent.length === 0
        ? 'the operations of the target file'
        : `no ${absent.join(', no ')}`
    },
  ),
  defineCheck(
    {
      name: 'nobody.businesses',
      sent: 'the businesses of an unknown person',
      expected: 'no business',
      fix: 'answer with an empty list',
    },
    async (client) => {
      const answer = await client.ask('businesses', { user: NOBODY })
      if (typeof answer === 'string') return answer
      const count = answer.businesses.length
      return count === 0 ? 'no business' : `${count} businesses`
    },
  ),
  defineCheck(
    {
      name: 'nobody.standing',
      sent: 'the standing of an unknown person in an unknown business',
      expected: 'inactive',
      fix: 'answer "inactive" whatever the reason',
    },
    (client) => findStanding(client, NOBODY, NOWHERE),
  ),
  defineCheck(
    {
      name: 'nobody.calls',
      sent: 'every operation, for an unknown person, as a read and as a write',
      expected: 'inactive or denied',
      fix: 'check the membership in each call, before you read its arguments',
    },
    findCallsOfNobody,
  ),
  defineTargetCheck(
    ['member'],
    {
      name: 'businesses.active',
      sent: 'the businesses of the member',
      expected: 'the active one is listed',
      fix: ACTIVE_ONLY,
    },
    (client, { member, active }) => findListing(client, member, active, 'active'),
  ),
  defineTargetCheck(
    ['archived'],
    {
      name: 'businesses.archived',
      sent: 'the businesses of the member',
      expected: 'the archived one is absent',
      fix: ACTIVE_ONLY,
    },
    (client, { member, archived }) => findListing(client, member, archived, 'archived'),
  ),
  defineTargetCheck(
    ['stranger'],
    {
      name: 'businesses.stranger',
      sent: 'the businesses of the stranger',
      expected: 'the active one is absent',
      fix: ACTIVE_ONLY,
    },
    (client, { stranger, active }) => findListing(client, stranger, active, 'active'),
  ),
  defineTargetCheck(
    ['member'],
    {
      name: 'standing.member',
      sent: 'the standing of the member in the active business',
      expected: 'active',
      fix: 'answer "active" for a member of an active business',
    },
    (client, { member, active }) => findStanding(client, member, active),
  ),
  defineTargetCheck(
    ['archived'],
    {
      name: 'standing.archived',
      sent: 'the standing of the member in the archived business',
      expected: 'inactive',
      fix: 'read the state of the business at each question; archive it in the test system',
    },
    (client, { member, archived }) => findStanding(client, member, archived),
  ),
  defineTargetCheck(
    ['stranger'],
    {
      name: 'standing.stranger',
      sent: 'the standing of the stranger in the active business',
      expected: 'inactive',
      fix: BY_ISSUER,
    },
    (client, { stranger, active }) => findStanding(client, stranger, active),
  ),
  defineTargetCheck(
    ['member'],
    {
      name: 'standing.issuer',
      sent: 'the standing of a namesake at another issuer',
      expected: 'inactive',
      fix: BY_ISSUER,
    },
    (client, { member, active }) =>
      findStanding(client, { ...member, issuer: NOBODY.issuer }, active),
  ),
  defineTargetCheck(
    ['member'],
    {
      name: 'standing.workspace',
      sent: 'the standing of the member under another workspace',
      expected: 'inactive',
      fix: BY_ISSUER,
    },
    (client, { member, active: { business_id } }) =>
      findStanding(client, member, { ...NOWHERE, business_id }),
  ),
]

async function findStanding(client: ProductClient, user: Person, place: Place): Promise<string> {
  const answer = await client.ask('standing', { user, ...place })
  return typeof answer === 'string' ? answer : answer.standing
}

async function findListing(
  client: ProductClient,
  user: Person,
  { workspace_id, business_id }: Place,
  word: string,
): Promise<string> {
  const answer = await client.ask('businesses', { user })
  if (typeof answer === 'string') return answer
  const isListed = answer.businesses.some(
    (each) => each.business_id === business_id && each.workspace_id === workspace_id,
  )
  return `the ${word} one is ${isListed ? 'listed' : 'absent'}`
}

async function findCallsOfNobody(client: ProductClient): Promise<string> {
  const answer = await client.ask('describe', {})
  if (typeof answer === 'string') return answer
  const place = client.target?.active ?? NOWHERE
  for (const operation of answer.operations.slice(0, OPERATIONS_TRIED)) {
    for (const kind of KINDS) {
      const call = { operation, args: {}, record_types: [...answer.record_types] }
      const found = await client.outcome(call, kind, { user: NOBODY, place })
      if (!REFUSALS.includes(found)) return `${operation} as a ${kind}: ${found}`
    }
  }
  return 'inactive or denied'
}
