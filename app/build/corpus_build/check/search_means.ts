import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Field, SourcePage, SourceSearch } from '../../../docs/model/source.ts'
import { readQuestionWords } from '../../../docs/search/mod.ts'
import { suggestName } from './names.ts'

type Synonym = SourceSearch['synonyms'][number]
type Alias = SourceSearch['aliases'][number]

/** Checks that each synonym and each alias leads somewhere that search does not reach anyway. */
export function checkSearchMeans(
  { synonyms, aliases }: SourceSearch,
  pages: readonly SourcePage[],
): readonly Problem[] {
  const titles = new Map(pages.map((page) => [nameOf(page.title.text), page]))
  const phrases = [...synonyms, ...aliases].map(({ phrase }) => phrase)
  return [
    ...[...phrases, ...synonyms.flatMap(({ means }) => means)].flatMap(checkWords),
    ...checkRepeats(
      synonyms.map(({ phrase }) => phrase),
      'synonym',
    ),
    ...checkRepeats(
      aliases.map(({ phrase }) => phrase),
      'alias',
    ),
    ...synonyms.flatMap(({ means }) => checkRepeats(means, 'meaning')),
    ...phrases.flatMap((phrase) => checkTitles(phrase, titles)),
    ...checkCircles(synonyms),
    ...aliases.flatMap((alias) => checkPage(alias, pages)),
  ]
}

/** A phrase as search compares it: capitals, accents and endings do not count. */
function nameOf(text: string): string {
  return readQuestionWords(text)
    .map(({ stem }) => stem)
    .join(' ')
}

/** Reports a text without a word. */
export function checkWords({ text, place }: Field): readonly Problem[] {
  if (nameOf(text) !== '') return []
  return [problemAt(place, `${quote(text)} has no word`, 'write letters or digits, or remove it')]
}

/** Reports texts that search reads as one before them. */
export function checkRepeats(phrases: readonly Field[], what: string): readonly Problem[] {
  const lines = new Map<string, number>()
  return phrases.flatMap(({ text, place }) => {
    const name = nameOf(text)
    const line = lines.get(name)
    lines.set(name, line ?? place.line)
    if (line === undefined || name === '') return []
    const repeat = `the ${what} ${quote(text)} is already on line ${line}`
    return [problemAt(place, repeat, 'remove one of the two')]
  })
}

/** What a page is called already finds it, and must not lead to another. */
function checkTitles(
  { text, place }: Field,
  titles: ReadonlyMap<string, SourcePage>,
): readonly Problem[] {
  const page = nameOf(text) === '' ? undefined : titles.get(nameOf(text))
  if (page === undefined) return []
  const what = `${quote(text)} is the title of ${quote(`pages/${page.file}`)}`
  return [problemAt(place, what, 'remove it; the title finds that page')]
}

/** Reports the meaning that closes a circle, once for each. */
function checkCircles(synonyms: readonly Synonym[]): readonly Problem[] {
  const earlier = new Map<string, string[]>()
  const leadsTo = (from: string, wanted: string, seen: Set<string>): boolean => {
    if (from === wanted) return true
    if (seen.has(from)) return false
    seen.add(from)
    return (earlier.get(from) ?? []).some((next) => leadsTo(next, wanted, seen))
  }
  return synonyms.flatMap(({ phrase, means }) =>
    means.flatMap(({ text, place }) => {
      const [from, to] = [nameOf(phrase.text), nameOf(text)]
      if (from === '' || to === '') return []
      if (!leadsTo(to, from, new Set())) {
        earlier.set(from, [...(earlier.get(from) ?? []), to])
        return []
      }
      const what = `${quote(phrase.text)} means ${quote(text)}, which leads back to it`
      return [problemAt(place, what, 'lead only from words of readers to words of pages')]
    }),
  )
}

function checkPage({ phrase, page }: Alias, pages: readonly SourcePage[]): readonly Problem[] {
  const found = pages.find(({ file }) => file === page.text)
  if (found === undefined) {
    if (pages.length === 0) return []
    const files = pages.map(({ file }) => file)
    const fix = suggestName(page.text, files, 'write a path below pages/, such as run/limits.md')
    return [problemAt(page.place, `there is no page ${quote(page.text)}`, fix)]
  }
  if (found.search.standing !== 'hidden') return []
  const what = `the alias ${quote(phrase.text)} stands for a page that search never finds`
  return [problemAt(page.place, what, 'remove it, or "search: hidden" from the page')]
}
