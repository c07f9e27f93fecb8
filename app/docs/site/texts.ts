import { type CapabilityStatus, factsOf } from '../../contract/statuses.ts'
import { CHINESE } from './_chinese.ts'
import { DUTCH } from './_dutch.ts'
import { ENGLISH, type SiteTexts } from './_english.ts'
import { FRENCH } from './_french.ts'
import { GERMAN } from './_german.ts'
import { ITALIAN } from './_italian.ts'
import { JAPANESE } from './_japanese.ts'
import { KOREAN } from './_korean.ts'
import { PORTUGUESE } from './_portuguese.ts'
import { RUSSIAN } from './_russian.ts'
import { SPANISH } from './_spanish.ts'

export type { SiteTexts, TextKey } from './_english.ts'

/** The languages that the site speaks, by their first subtag (BCP 47). */
export const SITE_LANGUAGES: Readonly<Record<string, SiteTexts>> = {
  de: GERMAN,
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  ja: JAPANESE,
  ko: KOREAN,
  nl: DUTCH,
  pt: PORTUGUESE,
  ru: RUSSIAN,
  // Simplified characters.
  zh: CHINESE,
}

/** The texts for a language of the registry; English where there are none. */
export function textsFor(language: string): SiteTexts {
  return SITE_LANGUAGES[firstSubtag(language)] ?? ENGLISH
}

/** The label of a status, in the language of the texts. */
export function labelStatus(texts: SiteTexts, status: CapabilityStatus): string {
  return texts[`status.${status}`] ?? factsOf(status).label
}

/** What a page says below its title about a status that promises more than there is. */
export function cautionOf(texts: SiteTexts, status: CapabilityStatus): string | undefined {
  const { caution } = factsOf(status)
  return caution === undefined ? undefined : (texts[`notice.${status}`] ?? caution)
}

/** The language of those texts, which may differ from that of the pages. */
export function textLanguageOf(language: string): string {
  const first = firstSubtag(language)
  return Object.hasOwn(SITE_LANGUAGES, first) ? first : 'en'
}

// Making a format takes longer than a page may; a process has one language, or few.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** A full-date as readers of the texts write it: `2026-11-21` is "November 21, 2026". */
export function writeDate(language: string, date: string): string {
  const locale = localeOf(language)
  const format =
    dateFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  dateFormats.set(locale, format)
  return format.format(new Date(date))
}

/** A number as readers of the texts write it: 1024 is "1,024", in German "1.024". */
function writeNumber(language: string, value: number): string {
  const locale = localeOf(language)
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format.format(value)
}

/** The language of the texts, with the country that the registry names. */
function localeOf(language: string): string {
  const [tag = ''] = /^[a-z]+(-[a-z]{2}\b)?/i.exec(language) ?? []
  return textLanguageOf(tag) === firstSubtag(tag) ? tag : 'en'
}

/** What its own speakers call a language: `de` is "Deutsch". */
export function nameLanguage(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag)
  return name === undefined ? tag : name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1)
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function directionOf(language: string): 'ltr' | 'rtl' {
  if (/-latn\b/i.test(language)) return 'ltr'
  return RIGHT_TO_LEFT.has(firstSubtag(language)) ? 'rtl' : 'ltr'
}

/** Fills the places of a text with words: `{query}`. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** Fills the place of a number, `{count}`, and those of words. */
export function fillCount(
  text: string,
  language: string,
  { count, ...words }: { readonly count: number } & Readonly<Record<string, string | number>>,
): string {
  const named = Object.entries(words).map(([name, word]) => [name, String(word)])
  return fillText(text, { ...Object.fromEntries(named), count: writeNumber(language, count) })
}

type ResultCount = {
  readonly count: number
  readonly query: string
  /** As many as are shown at most: there may be more. */
  readonly isFull: boolean
}

/** "7 results for “x”", by the rules of the language for plurals. */
export function countResults(
  texts: SiteTexts,
  language: string,
  { count, query, isFull }: ResultCount,
): string {
  const isOne = new Intl.PluralRules(textLanguageOf(language)).select(count) === 'one'
  const exact = isOne ? 'search.results.one' : 'search.results.other'
  return fillCount(texts[isFull ? 'search.results.best' : exact], language, { count, query })
}

function firstSubtag(language: string): string {
  return (language.split('-')[0] ?? '').toLowerCase()
}
