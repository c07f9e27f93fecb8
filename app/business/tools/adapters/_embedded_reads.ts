import type { Standing } from '../../../contract/authority.ts'
import type { DomainCall, DomainOutcome } from '../../../contract/domain.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import {
  type EmbeddedDatabase,
  findReachable,
  type StoredRecord,
  toDomainRecord,
} from './_embedded_records.ts'
import { findStanding } from './_embedded_standing.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 50

export async function getRecord(
  database: EmbeddedDatabase,
  who: Standing,
  { args }: DomainCall,
): Promise<DomainOutcome> {
  const found = await findNamed(database, who, args)
  if (found === undefined) return await answerNothing(database, who)
  return { outcome: 'records', records: [toDomainRecord(found)], more: false }
}

/** The record that a call names; without an id, the only one of its type. */
export async function findNamed(
  database: EmbeddedDatabase,
  who: Standing,
  { type, id }: JsonObject,
): Promise<StoredRecord | undefined> {
  if (typeof type !== 'string') return undefined
  if (id !== undefined && typeof id !== 'string') return undefined
  const found = await findReachable(database, who, type, id)
  return found.length === 1 ? found[0] : undefined
}

/** An empty answer is `inactive` where the business itself is out of reach. */
async function answerNothing(database: EmbeddedDatabase, who: Standing): Promise<DomainOutcome> {
  const state = await findStanding(database.sql, who)
  return { outcome: state === 'active' ? 'not_found' : 'inactive' }
}

/** Every argument that the operation does not know is a field that has to be equal. */
export async function listRecords(
  database: EmbeddedDatabase,
  who: Standing,
  { args }: DomainCall,
): Promise<DomainOutcome> {
  const { type, limit, after, ...filters } = args
  if (typeof type !== 'string') return { outcome: 'denied' }
  const stored = await findReachable(database, who, type)
  if (stored.length === 0) return await answerEmpty(database, who)
  const start = after === undefined ? 0 : stored.findIndex(({ id }) => id === after) + 1
  // A record to continue after that is unknown here is unknown, wherever else it may be.
  if (after !== undefined && start === 0) return { outcome: 'not_found' }
  const fitting = stored.slice(start).filter(({ fields }) => {
    return Object.entries(filters).every(([name, value]) => isSame(fields[name], value))
  })
  return toPage(fitting, limit)
}

async function answerEmpty(database: EmbeddedDatabase, who: Standing): Promise<DomainOutcome> {
  const outcome = await answerNothing(database, who)
  return outcome.outcome === 'inactive' ? outcome : toPage([], undefined)
}

function isSame(value: unknown, asked: unknown): boolean {
  return value === asked || JSON.stringify(value) === JSON.stringify(asked)
}

function toPage(records: readonly StoredRecord[], limit: unknown): DomainOutcome {
  const count = typeof limit === 'number' ? Math.min(Math.max(1, limit), LIMIT_MAX) : LIMIT_DEFAULT
  const more = records.length > count
  return { outcome: 'records', records: records.slice(0, count).map(toDomainRecord), more }
}

/**
 * Records of every type of the call that contain all the words. A type without reach adds nothing
 * (contract 1, rule 9).
 */
export async function searchRecords(
  database: EmbeddedDatabase,
  who: Standing,
  call: DomainCall,
): Promise<DomainOutcome> {
  const { query, types, limit } = call.args
  const words = typeof query === 'string' ? wordsOf(query) : []
  if (words.length === 0) return { outcome: 'invalid', field: 'query', message: 'has no word' }
  const asked = Array.isArray(types) ? call.records.filter((each) => types.includes(each)) : []
  const stored = await Promise.all(
    (Array.isArray(types) ? asked : call.records).map((type) => findReachable(database, who, type)),
  )
  const found = stored.flat().flatMap((record) => {
    const points = pointsOf(record, words)
    return points === 0 ? [] : [{ record, points }]
  })
  if (found.length === 0) return await answerEmpty(database, who)
  found.sort((one, other) => {
    return other.points - one.points || other.record.created - one.record.created
  })
  return toPage(
    found.map(({ record }) => record),
    limit,
  )
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(foldText(text).split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '')
}

function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Zero unless every word occurs; a whole word counts more than a part of one. */
function pointsOf({ fields }: StoredRecord, words: readonly string[]): number {
  const text = foldText(collectTexts(fields).join('\n'))
  const whole = new Set(text.split(/[^\p{L}\p{N}]+/u))
  let points = 0
  for (const word of words) {
    if (!text.includes(word)) return 0
    points += whole.has(word) ? 2 : 1
  }
  return points
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(collectTexts)
  return isJsonObject(value) ? Object.values(value).flatMap(collectTexts) : []
}
