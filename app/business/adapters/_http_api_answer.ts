import type { HttpAnswer } from '../../contract/business_http.ts'
import type { DomainRecord, FoundRecords } from '../../contract/domain.ts'
import { isJsonObject } from '../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../contract/result.ts'

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
  for (const item of items) {
    if (!isJsonObject(item)) return err('schema')
    const id = item[answer.id]
    if (typeof id !== 'string' && typeof id !== 'number') return err('schema')
    if (answer.business !== undefined && String(item[answer.business]) !== businessId) {
      return err('foreign_record')
    }
    const shown = answer.fields.filter((name) => Object.hasOwn(item, name))
    const fields = Object.fromEntries(shown.map((name) => [name, item[name]]))
    records.push({ type: answer.type, id: String(id), businessId, fields })
  }
  return ok({ records, more: answer.more !== undefined && saysMore(readAt(value, answer.more)) })
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
