import type { DomainRecord } from '../../contract/domain.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'

const NAME_CHARACTERS_MAX = 128
const DEPTH_MAX = 8

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

/**
 * Characters that a person does not see but a model obeys, or that control a terminal: controls
 * (C0, C1), direction marks, zero-width characters, tags and selectors that can carry text.
 */
const INVISIBLE_RANGES = [
  '\\u0000-\\u001f\\u007f-\\u009f',
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f',
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb',
  '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}',
]
const INVISIBLE = new RegExp(`[${INVISIBLE_RANGES.join('')}]`, 'gu')
/** Anything that cleaning changes: invisible characters, breaks and lone surrogates. */
const UNCLEAN = new RegExp(`[${INVISIBLE_RANGES.join('')}\\u2028\\u2029\\p{Cs}]`, 'u')

/** Third-party text as it may be shown: no invisible characters, no lone surrogates, cut short. */
export function cleanText(
  text: string,
  charactersMax: number = LIMITS.recordTextCharactersMax,
): string {
  // Nearly all text is clean, and one test finds out.
  const isClean = !UNCLEAN.test(text)
  const clean = isClean ? text : text.toWellFormed().replace(BREAKS, ' ').replace(INVISIBLE, '')
  if (clean.length <= charactersMax) return clean
  const characters = [...clean]
  if (characters.length <= charactersMax) return clean
  return `${characters.slice(0, charactersMax).join('')}…`
}

/** A record as it may leave the service: data, never markup, links or instructions of ours. */
export function cleanRecord({ type, id, businessId, fields }: DomainRecord): DomainRecord {
  return { type, id: cleanText(id, NAME_CHARACTERS_MAX), businessId, fields: cleanObject(fields) }
}

export function cleanObject(value: JsonObject): JsonObject {
  return cleanMembers(value, 1)
}

function cleanMembers(value: JsonObject, depth: number): JsonObject {
  const cleaned: Record<string, unknown> = {}
  for (const name of Object.keys(value).slice(0, LIMITS.recordItemsMax)) {
    const cleanName = cleanText(name, NAME_CHARACTERS_MAX)
    // Checked after cleaning, which could uncover it; assigning it would set the prototype.
    if (cleanName !== '__proto__') cleaned[cleanName] = clean(value[name], depth + 1)
  }
  return cleaned
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (depth > DEPTH_MAX) return null
  if (Array.isArray(value))
    return value.slice(0, LIMITS.recordItemsMax).map((item) => clean(item, depth + 1))
  return isJsonObject(value) ? cleanMembers(value, depth) : null
}
