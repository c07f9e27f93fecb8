import type { HttpAnswer } from '../../../contract/business_http.ts'
import type { DomainRecord, FoundRecords } from '../../../contract/domain.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/**
 * The records in an answer of the product's API. `foreign_record`: one of them belongs to another
 * business, so the whole answer is in doubt.
 */
export function readApiRecords(
  value: unknown,
  answer: HttpAnswer,
  businessId: string,
): Result<FoundRecords, 'schema' | 'foreign_record'> {
  const found = readAt(value, answer.at)
  const items: readonly unknown[] = Array.isArray(found) ? found : [found]
  const records: DomainRecord[] = []
  const shown = readPaths(answer.fields)
  for (const item of items) {
    if (!isJsonObject(item)) return err('schema')
    const id = item[answer.id]
    if (typeof id !== 'string' && typeof id !== 'number') return err('schema')
    if (answer.business !== undefined && !isId(item[answer.business], businessId)) {
      return err('foreign_record')
    }
    const fields = pickMembers(item, shown)
    records.push({ type: answer.type, id: String(id), businessId, fields })
  }
  return ok({ records, more: answer.more !== undefined && saysMore(readAt(value, answer.more)) })
}

function isId(value: unknown, id: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value) === id
}

/** Members that are shown: their plain values, or members of theirs. */
type FieldTree = Map<string, { isPlain: boolean; readonly inner: FieldTree }>

function readPaths(fields: readonly string[]): FieldTree {
  const shown: FieldTree = new Map()
  for (const field of fields) {
    const names = field.split('.')
    let members = shown
    for (const [at, name] of names.entries()) {
      const member = members.get(name) ?? { isPlain: false, inner: new Map() }
      if (at === names.length - 1) member.isPlain = true
      members.set(name, member)
      members = member.inner
    }
  }
  return shown
}

function pickMembers(item: JsonObject, shown: FieldTree): JsonObject {
  const picked = [...shown].flatMap(([name, { isPlain, inner }]) => {
    const value = Object.hasOwn(item, name) ? pickValue(item[name], isPlain, inner) : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(picked)
}

/** What nobody named stays out: a plain value, a list and an object are three different things. */
function pickValue(value: unknown, isPlain: boolean, inner: FieldTree): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each: unknown) =>
      Array.isArray(each) ? undefined : pickValue(each, isPlain, inner),
    )
    return items.includes(undefined) ? undefined : items
  }
  if (isJsonObject(value)) return inner.size === 0 ? undefined : pickMembers(value, inner)
  return isPlain || value === null ? value : undefined
}

function readAt(value: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((current, name) => {
    return isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined
  }, value)
}

/** A flag, or the address or cursor of the next page. */
function saysMore(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}
