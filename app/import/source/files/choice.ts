import { listNames, quote, startOfFile } from '../../../contract/problem.ts'
import type { SiteReading, Wishes } from '../generator.ts'
import type { Report } from '../report/report.ts'
import type { ConfigValue } from './config_values.ts'

/** Versions or languages of a source, of which one corpus has one. */
type Choices = {
  readonly what: 'version' | 'language'
  /** Those found, best first: the newest version, the default language. */
  readonly found: readonly string[]
  /** The file that lists them, as messages name it. */
  readonly shown: string
}

/** The one that was asked for, else the best; the report lists the others. */
export function choose(
  { what, found, shown }: Choices,
  wish: string | undefined,
  report: Report,
): string | undefined {
  const [best] = found
  if (best === undefined) return undefined
  report.chosen.add(what)
  const wanted = found.find((each) => each.toLowerCase() === wish?.toLowerCase())
  const place = startOfFile(shown)
  if (wish !== undefined && wanted === undefined) {
    const problem = `the ${what} ${quote(wish)} is not among ${listNames(found)}`
    report.addLoss(place, `${problem}; ${quote(best)} is imported`, `name one with --${what}`)
  }
  const chosen = wanted ?? best
  const others = found.filter((each) => each !== chosen)
  if (others.length > 0) {
    const left = `the ${what} ${quote(chosen)} is imported, and ${others.join(', ')} left out`
    report.addNote(place, left, `name another with --${what}`)
  }
  return chosen
}

/** What was asked for and nothing chose from: the source has no versions, or one language. */
export function reportUnmetWishes(
  wishes: Wishes,
  { root, language }: { readonly root: string; readonly language: string | undefined },
  report: Report,
): void {
  for (const what of ['version', 'language'] as const) {
    const wish = wishes[what]
    if (wish === undefined || report.chosen.has(what)) continue
    if (what === 'language' && wish.toLowerCase() === language?.toLowerCase()) continue
    const problem = `the folder has no ${what}s, and ${quote(wish)} is not found in it`
    report.addLoss(startOfFile(root), problem, `name the folder of that ${what}`)
  }
}

/** The same of a site. */
export function chooseFor(
  { shown, wishes, report }: SiteReading,
  what: Choices['what'],
  found: readonly string[],
  wish = wishes[what],
): string | undefined {
  return choose({ what, found, shown }, wish, report)
}

type Locales = {
  /** Settings by the key of the language, which is the name of its folder, or `root`. */
  readonly locales: ConfigValue
  readonly main: string
  readonly tagOf: (key: string) => string
}

type ChosenLocale = {
  readonly language: string | undefined
  /** The key of the language; '' where there is none. */
  readonly locale: string
  readonly folders: readonly string[]
}

/** The language of a site whose configuration lists them, by the keys of their folders. */
export function chooseLocale(
  reading: SiteReading,
  { locales, main, tagOf }: Locales,
): ChosenLocale {
  const all = locales.entries().map(([key]) => key)
  const keys = [...all.filter((key) => key === main), ...all.filter((key) => key !== main)]
  const wish = keys.find((key) => key === reading.wishes.language)
  const found = keys.map(tagOf)
  const wished = wish === undefined ? reading.wishes.language : tagOf(wish)
  const language = chooseFor(reading, 'language', found, wished)
  const folders = all.filter((key) => key !== 'root')
  return { language, folders, locale: keys[found.indexOf(language ?? '')] ?? '' }
}

/** Versions, the newest first: numbers by value, `next` and its like last. */
export function sortVersions(versions: readonly string[]): readonly string[] {
  const collator = new Intl.Collator('en', { numeric: true })
  return [...versions].sort((a, b) => {
    const [one, other] = [/\d/.test(a), /\d/.test(b)]
    if (one !== other) return one ? -1 : 1
    // `2.0` comes before `2.0-rc1`, which is older.
    const base = (text: string) => text.replace(/^v/i, '').replace(/-.*$/, '')
    const order = collator.compare(base(b), base(a))
    return order !== 0 ? order : a.length - b.length || collator.compare(b, a)
  })
}
