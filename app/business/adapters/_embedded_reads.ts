import type { Standing } from '../../contract/authority.ts'
import type { DomainCall, DomainOutcome } from '../../contract/domain.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { type Desk, reachable, type Stored, told } from './_embedded_records.ts'
import { standing } from './_embedded_standing.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 50

export async function getRecord(
  desk: Desk,
  who: Standing,
  { args }: DomainCall,
): Promise<DomainOutcome> {
  const found = await named(desk, who, args)
  if (found === undefined) return await nothing(desk, who)
  return { outcome: 'records', records: [told(found)], more: false }
}

/** The record that a call names; without an id, the only one of its type. */
export async function named(
  desk: Desk,
  who: Standing,
  { type, id }: JsonObject,
): Promise<Stored | undefined> {
  if (typeof type !== 'string') return undefined
  if (id !== undefined && typeof id !== 'string') return undefined
  const found = await reachable(desk, who, type, id)
  return found.length === 1 ? found[0] : undefined
}

/** An empty answer is `inactive` where the business itself is out of reach. */
async function nothing(desk: Desk, who: Standing): Promise<DomainOutcome> {
  const state = await standing(desk.sql, who)
  return { outcome: state === 'active' ? 'not_found' : 'inactive' }
}

/** Every argument that is no word of the operation is a field that has to be equal. */
export async function listRecords(
  desk: Desk,
  who: Standing,
  { args }: DomainCall,
): Promise<DomainOutcome> {
  const { type, limit, after, ...filters } = args
  if (typeof type !== 'string') return { outcome: 'denied' }
  const stored = await reachable(desk, who, type)
  if (stored.length === 0) return await emptyOr(desk, who)
  const start = after === undefined ? 0 : stored.findIndex(({ id }) => id === after) + 1
  // A record to go on from that is unknown here is unknown, wherever else it may be.
  if (after !== undefined && start === 0) return { outcome: 'not_found' }
  const fitting = stored.slice(start).filter(({ fields }) => {
    return Object.entries(filters).every(([name, value]) => same(fields[name], value))
  })
  return page(fitting, limit)
}

async function emptyOr(desk: Desk, who: Standing): Promise<DomainOutcome> {
  const outcome = await nothing(desk, who)
  return outcome.outcome === 'inactive' ? outcome : page([], undefined)
}

function same(value: unknown, asked: unknown): boolean {
  return value === asked || JSON.stringify(value) === JSON.stringify(asked)
}

function page(records: readonly Stored[], limit: unknown): DomainOutcome {
  const count = typeof limit === 'number' ? Math.min(Math.max(1, limit), LIMIT_MAX) : LIMIT_DEFAULT
  const more = records.length > count
  return { outcome: 'records', records: records.slice(0, count).map(told), more }
}

/**
 * Records of every type of the call that hold all the words. What is found is counted nowhere else:
 * a type without reach adds nothing to it (contract 1, rule 9).
 */
export async function searchRecords(
  desk: Desk,
  who: Standing,
  call: DomainCall,
): Promise<DomainOutcome> {
  const { query, types, limit } = call.args
  const words = typeof query === 'string' ? wordsOf(query) : []
  if (words.length === 0) return { outcome: 'invalid', field: 'query', message: 'has no word' }
  const asked = Array.isArray(types) ? call.records.filter((each) => types.includes(each)) : []
  const stored = await Promise.all(
    (Array.isArray(types) ? asked : call.records).map((type) => reachable(desk, who, type)),
  )
  const found = stored.flat().flatMap((record) => {
    const points = pointsOf(record, words)
    return points === 0 ? [] : [{ record, points }]
  })
  if (found.length === 0) return await emptyOr(desk, who)
  found.sort((one, other) => {
    return other.points - one.points || other.record.created - one.record.created
  })
  return page(
    found.map(({ record }) => record),
    limit,
  )
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(folded(text).split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '')
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Zero unless every word is there; a whole word counts more than a part of one. */
function pointsOf({ fields }: Stored, words: readonly string[]): number {
  const text = folded(textsIn(fields).join('\n'))
  const whole = new Set(text.split(/[^\p{L}\p{N}]+/u))
  let points = 0
  for (const word of words) {
    if (!text.includes(word)) return 0
    points += whole.has(word) ? 2 : 1
  }
  return points
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}
