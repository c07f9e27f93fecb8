import { namesEntityTag } from '../../contract/http_headers.ts'

/** What identifies the bytes of an answer in a cache. */
export type Validators = { readonly etag: string; readonly lastModified: string }

/**
 * Whether the client's copy is current, so that the answer is 304. If-None-Match, when present,
 * decides alone (RFC 9110 section 13.2.2).
 */
export function isCurrent(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return namesEntityTag(ifNoneMatch, etag)
  const modified = Date.parse(lastModified)
  const since = instantOf(headers.get('if-modified-since') ?? '', new Date(modified))
  return since !== undefined && modified <= since
}

const IMF = /^(?<day>\w{3}), (?<date>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>[\d:]{8}) GMT$/
const RFC_850 =
  /^(?<day>\w{3})\w{3,6}, (?<date>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>[\d:]{8}) GMT$/
const ASCTIME = /^(?<day>\w{3}) (?<month>\w{3}) (?<date>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/

/**
 * Reads an HTTP-date in its three forms (RFC 9110 section 5.6.7). Anything else must be ignored
 * (section 13.1.3); `Date.parse` alone accepts far too much. A year of two digits is of the century
 * that brings it nearest to `near`: more than 50 years ahead means the past.
 */
function instantOf(text: string, near: Date): number | undefined {
  const parts = (IMF.exec(text) ?? RFC_850.exec(text) ?? ASCTIME.exec(text))?.groups
  if (parts === undefined) return undefined
  const { day, date = '', month, year = '', time } = parts
  const full = year.length === 4 ? year : String(centuryYear(Number(year), near.getUTCFullYear()))
  const imf = `${day}, ${date.replace(' ', '0')} ${month} ${full} ${time} GMT`
  const instant = Date.parse(imf)
  if (Number.isNaN(instant)) return undefined
  return new Date(instant).toUTCString() === imf ? instant : undefined
}

function centuryYear(year: number, near: number): number {
  const same = near - (near % 100) + year
  return same > near + 50 ? same - 100 : same
}
