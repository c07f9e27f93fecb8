import type { CallHow, ProductClient } from './product_client.ts'
import type { Call, Person, Place } from './target.ts'

const ELSEWHERE = 'https://somebody-else.example'

/** Lists what is wrong with who reaches what: businesses, standing, and the records of a read. */
export async function findReachFaults(client: ProductClient): Promise<readonly string[]> {
  return (
    await Promise.all([
      checkDescribe(client),
      checkBusinesses(client),
      checkStandings(client),
      checkReads(client),
      checkUnreachable(client),
      checkSameAnswer(client),
      checkScopes(client),
    ])
  ).flat()
}

async function checkDescribe(client: ProductClient): Promise<readonly string[]> {
  const answer = await client.ask('describe', {})
  if (typeof answer === 'string') return [`"describe" was answered with ${answer}`]
  const { read, one, write } = client.target
  return [read, one.own, write]
    .filter(({ operation }) => !answer.operations.includes(operation))
    .map(({ operation }) => `"describe" does not name the operation "${operation}"`)
}

async function checkBusinesses(client: ProductClient): Promise<readonly string[]> {
  const { member, stranger, active, archived } = client.target
  const findListing = async (user: Person, { business_id }: Place) => {
    const answer = await client.ask('businesses', { user })
    if (typeof answer === 'string') return answer
    return answer.businesses.some((each) => each.business_id === business_id) ? 'listed' : 'absent'
  }
  return listDifferences([
    ['"businesses" of a member, the active one', await findListing(member, active), 'listed'],
    ['"businesses" of a member, the archived one', await findListing(member, archived), 'absent'],
    ['"businesses" of a stranger, the active one', await findListing(stranger, active), 'absent'],
  ])
}

async function checkStandings(client: ProductClient): Promise<readonly string[]> {
  const { member, stranger, active, archived } = client.target
  const standing = async (user: Person, place: Place) => {
    const answer = await client.ask('standing', { user, ...place })
    return typeof answer === 'string' ? answer : answer.standing
  }
  const elsewhere = { ...active, workspace_id: 'no_such_workspace' }
  return listDifferences([
    ['"standing" of a member', await standing(member, active), 'active'],
    ['"standing" in an archived business', await standing(member, archived), 'inactive'],
    ['"standing" of a stranger', await standing(stranger, active), 'inactive'],
    [
      '"standing" of a namesake at another issuer',
      await standing({ ...member, issuer: ELSEWHERE }, active),
      'inactive',
    ],
    ['"standing" under another workspace', await standing(member, elsewhere), 'inactive'],
  ])
}

async function checkReads(client: ProductClient): Promise<readonly string[]> {
  const { read, one, active, elsewhere } = client.target
  const faults: string[] = []
  for (const call of [read, one.own]) {
    const answer = await client.call(call)
    if (typeof answer === 'string') faults.push(`"${call.operation}" was answered with ${answer}`)
    else if (answer.outcome !== 'records' || answer.records.length === 0) {
      faults.push(`"${call.operation}" found no record: ${answer.outcome}`)
    } else if (
      answer.records.some(
        ({ id, business_id }) => business_id !== active.business_id || elsewhere.includes(id),
      )
    ) {
      faults.push(`"${call.operation}" returned a record of another business`)
    } else if (answer.records.some((each) => !call.record_types.includes(each.type))) {
      faults.push(`"${call.operation}" returned a record of a type that was not asked for`)
    }
  }
  return faults
}

/** Contract 5, rule 4: the operation itself checks the state of the business. */
async function checkUnreachable(client: ProductClient): Promise<readonly string[]> {
  const { member, stranger, archived, read, write } = client.target
  const outcome = (call: Call, how: CallHow) => outcomeOf(client, call, how)
  const namesake = { ...member, issuer: ELSEWHERE }
  const unlisted = { ...read, operation: 'no.such.operation' }
  return listDifferences([
    ['A read of an archived business', await outcome(read, { place: archived }), 'inactive'],
    ['A write to an archived business', await outcome(write, { place: archived }), 'inactive'],
    ['A read by a stranger', await outcome(read, { user: stranger }), 'inactive'],
    ['A write by a stranger', await outcome(write, { user: stranger }), 'inactive'],
    ['A read by a namesake at another issuer', await outcome(read, { user: namesake }), 'inactive'],
    ['An operation that is not described', await outcome(unlisted, {}), 'denied'],
  ])
}

/** A record of another business must look like an unknown one, or ids could be guessed. */
async function checkSameAnswer(client: ProductClient): Promise<readonly string[]> {
  const { one, writeAcross } = client.target
  return listDifferences([
    ['A read of a record that is unknown', await outcomeOf(client, one.unknown), 'not_found'],
    ['A read of another business', await outcomeOf(client, one.foreign), 'not_found'],
    [
      'A write to a record that is unknown',
      await outcomeOf(client, writeAcross.unknown),
      'not_found',
    ],
    ['A write to another business', await outcomeOf(client, writeAcross.foreign), 'not_found'],
  ])
}

async function checkScopes(client: ProductClient): Promise<readonly string[]> {
  const { read, write } = client.target
  const reading = { scopes: ['mcp:business:read'] }
  return listDifferences([
    ['A write with the read scope alone', await outcomeOf(client, write, reading), 'denied'],
    [
      'A write that was declared a read',
      await outcomeOf(client, write, { kind: 'read' }),
      'denied',
    ],
    [
      'A read that was declared a write',
      await outcomeOf(client, read, { kind: 'write' }),
      'denied',
    ],
    ['A read without a scope', await outcomeOf(client, read, { scopes: [] }), 'denied'],
  ])
}

/** The outcome of a call, or what is wrong with its answer. */
export async function outcomeOf(
  client: ProductClient,
  call: Call,
  how: CallHow = {},
): Promise<string> {
  const answer = await client.call(call, how)
  return typeof answer === 'string' ? answer : answer.outcome
}

type Row = readonly [what: string, got: string, expected: string]

/** The rows whose result differs from the expected one. */
export function listDifferences(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(([what, got, expected]) =>
    got === expected ? [] : [`${what} was answered with ${got}, not with ${expected}`],
  )
}
