import { startOfFile } from '../../contract/problem.ts'
import { findTextLanguage } from '../../docs/search/mod.ts'
import { writeContainers } from '../source/dialects/containers.ts'
import { chooseFor } from '../source/files/choice.ts'
import type { Generator, MenuEntry, SitePage, SiteReading } from '../source/generator.ts'
import { wordsOf } from '../source/site_addresses.ts'
import { keepTranslation, listPagesBelow, splitSuffix } from '../source/site_pages.ts'

/** Blocks that cannot be taken for anything else, whatever generator they were written for. */
const DIALECTS = ['indented', 'slashes'] as const
const BLOCK = /^[ \t]*(?:!!!|\?\?\?|\/\/\/|===[ \t]+")/

/** A folder of Markdown or MDX that says nothing about its generator. */
export const plain: Generator = {
  name: 'Markdown',
  recognise: () => ({ marker: '', folder: '' }),
  readSite: (reading) => {
    const { source, folder } = reading
    const { pages, language } = chooseTranslation(listPagesBelow(source, folder), reading)
    return {
      ...{ pages, language },
      menu: pages.some(({ named }) => NUMBER.test(named)) ? orderByNumbers('', pages) : [],
      redirects: [],
      anchors: 'github',
      markup: 'guess',
      cutsNumbers: true,
      prepare: (lines) =>
        lines.some(({ text }) => BLOCK.test(text)) ? writeContainers(lines, DIALECTS) : lines,
      ...(folder === '' ? {} : { fileRoots: [folder] }),
    }
  },
}

/** Languages that files are named after; `cs` and `ts` are rather programs. */
const LANGUAGE = new RegExp(
  '\\.((?:ar|da|de|el|en|es|fa|fi|fr|he|hi|hu|id|it|ja|ko|nl|no|pl|pt|ro|ru|sv|tr|uk|vi|zh)' +
    '(?:[-_]\\w{2,4})?)\\.\\w+$',
)
const STANDARD = 'en'

/**
 * One language where the same page is there in several: `x.de.md` beside `x.en.md` or `x.md`. Pages
 * without one belong to each, if none of them is translated.
 */
function chooseTranslation(
  pages: readonly SitePage[],
  reading: SiteReading,
): { readonly pages: readonly SitePage[]; readonly language?: string } {
  const tagOf = ({ named }: SitePage) => LANGUAGE.exec(named)?.[1]
  const byName = Map.groupBy(pages, tagOf)
  const textLanguageOf = (tag: string | undefined) => findSharedText(byName.get(tag), reading)
  // `use.id.md` may be about ids.
  const known = new Set(
    [...byName.keys()].flatMap((tag) => {
      return tag === undefined || !tag.startsWith(textLanguageOf(tag) ?? '') ? [] : [tag]
    }),
  )
  const splitName = (named: string) => splitSuffix(named, known)
  const parts = pages.map(({ named }) => splitName(named))
  const isTranslated = new Set(parts.map(({ named }) => named)).size < parts.length
  if (!isTranslated) return { pages }
  const bare = new Set(parts.flatMap((part) => (part.language === undefined ? part.named : [])))
  const hasStandard = parts.some((part) => part.language !== undefined && bare.has(part.named))
  const own = hasStandard ? (textLanguageOf(undefined) ?? STANDARD) : undefined
  const tags = parts.flatMap(({ language }) => language ?? own ?? [])
  const byTag = Map.groupBy(tags, (tag) => tag)
  const sizeOf = (tag: string) => (byTag.get(tag)?.length ?? 0) * (tag === STANDARD ? 2 : 1)
  const found = [...byTag.keys()].sort((a, b) => sizeOf(b) - sizeOf(a))
  const chosen = chooseFor(reading, 'language', found)
  if (chosen === undefined) return { pages }
  const note = (what: string) =>
    reading.report.addNote(startOfFile(reading.source.root), what, 'translate them to import them')
  const kept = keepTranslation(pages, splitName, { chosen, standard: own ?? chosen }, note)
  return { pages: kept, language: chosen }
}

/** Pages whose texts are read to know their language. */
const READ_MAX = 5

function findSharedText(
  pages: readonly SitePage[] | undefined,
  { source }: SiteReading,
): string | undefined {
  const texts = (pages ?? []).slice(0, READ_MAX).map(({ file }) => source.read(file) ?? '')
  return findTextLanguage(texts.join('\n\n'))
}

/** Numbers that only sort: they are cut from the names. */
const NUMBER = /(?:^|\/)0\d[-_.][^/]*[^\d\s/]/
const INDEX = /^(?:_?index|readme)\.\w+$/i

/** The menu of folders whose entries are numbered: by their names, the index first. */
function orderByNumbers(below: string, pages: readonly SitePage[]): readonly MenuEntry[] {
  const collator = new Intl.Collator('en', { numeric: true })
  const inside = pages.filter(({ named }) => named.startsWith(below))
  const byName = Map.groupBy(inside, ({ named }) => named.slice(below.length).split('/')[0] ?? '')
  const sorted = [...byName].sort(([a], [b]) => {
    return Number(INDEX.test(b)) - Number(INDEX.test(a)) || collator.compare(a, b)
  })
  return sorted.flatMap(([name, within]): readonly MenuEntry[] => {
    const [first] = within
    if (first?.named === `${below}${name}`) return [{ kind: 'page', file: first.file }]
    const entries = orderByNumbers(`${below}${name}/`, within)
    const own = within.find(({ named }) => INDEX.test(named.slice(below.length + name.length + 1)))
    if (own !== undefined) {
      const rest = entries.filter((entry) => entry.kind !== 'page' || entry.file !== own.file)
      return [{ kind: 'group', title: '', file: own.file, entries: rest }]
    }
    const title = wordsOf(name.replace(/^\d+[-_.]\s?/, ''))
    return [{ kind: 'group', title, entries }]
  })
}
