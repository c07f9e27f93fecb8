import { writeContainers } from '../source/dialects/containers.ts'
import type { Generator, MenuEntry, SitePage } from '../source/generator.ts'
import { wordsOf } from '../source/site_addresses.ts'
import { listPagesBelow } from '../source/site_pages.ts'

/** Blocks that cannot be taken for anything else, whatever generator they were written for. */
const DIALECTS = ['indented', 'slashes'] as const
const BLOCK = /^[ \t]*(?:!!!|\?\?\?|\/\/\/|===[ \t]+")/

/** A folder of Markdown or MDX that says nothing about its generator. */
export const plain: Generator = {
  name: 'Markdown',
  recognise: () => ({ marker: '', folder: '' }),
  readSite: ({ source, folder }) => {
    const pages = listPagesBelow(source, folder)
    return {
      pages,
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
