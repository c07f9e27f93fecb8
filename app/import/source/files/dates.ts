import { isFullDate } from '../../../contract/formats.ts'

/** Front matter keys that say when a page changed, most reliable first. */
const KEYS = (
  'updated lastUpdated last_updated last-updated lastmod last_modified last-modified ' +
  'lastModified last_update modified updatedAt date pubDate'
).split(' ')

export const DATE_KEYS: ReadonlySet<string> = new Set(KEYS)

/** The first valid date in the front matter. */
export function findDate(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of KEYS) {
    const value = fields[key]
    const text = typeof value === 'object' && value !== null ? Reflect.get(value, 'date') : value
    const day = typeof text === 'string' ? text.trim().slice(0, 10) : ''
    if (isFullDate(day)) return day
  }
  return undefined
}
