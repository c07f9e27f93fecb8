import { posix } from 'node:path'
import { compare } from '../../contract/problem.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import { dayOf, type HugoPage } from './_pages.ts'

/** A section and what is in it, in the order of Hugo. */
type Section = {
  readonly route: string
  readonly page: HugoPage | undefined
  readonly pages: HugoPage[]
  readonly sections: Section[]
}

/** The tree of sections, as themes show it: by weight, then the newest, then by title. */
export function makeMenu(pages: readonly HugoPage[]): readonly MenuEntry[] {
  const home = growTree(pages)
  const own: readonly MenuEntry[] =
    home.page === undefined ? [] : [{ kind: 'page', file: home.page.file }]
  return [...own, ...listEntries(home)]
}

/** The pages of a section and the sections in it, in order. */
export function listChildren(pages: readonly HugoPage[], route: string): readonly HugoPage[] {
  const find = (section: Section): Section | undefined =>
    section.route === route
      ? section
      : section.sections.map(find).find((each) => each !== undefined)
  const found = find(growTree(pages))
  if (found === undefined) return []
  return sortMembers(found).flatMap((each) => ('sections' in each ? (each.page ?? []) : each))
}

/** A folder is a section if it has `_index.md`, or stands at the top. */
function growTree(pages: readonly HugoPage[]): Section {
  const sections = new Map<string, Section>()
  const add = (route: string, page?: HugoPage) => {
    if (!sections.has(route)) sections.set(route, { route, page, pages: [], sections: [] })
  }
  for (const page of pages) if (page.isSection) add(page.route, page)
  add('')
  for (const { route, path } of pages) {
    const [top = ''] = route.split('/')
    if (posix.dirname(path) !== '.' && route.includes('/')) add(top)
  }
  const sectionOf = (route: string): Section | undefined => {
    for (let at = parentOf(route); ; at = parentOf(at)) {
      const found = sections.get(at)
      if (found !== undefined || at === '') return found
    }
  }
  for (const section of sections.values()) {
    if (section.route !== '') sectionOf(section.route)?.sections.push(section)
  }
  for (const page of pages) if (!page.isSection) sectionOf(page.route)?.pages.push(page)
  return sections.get('') ?? { route: '', page: undefined, pages: [], sections: [] }
}

function parentOf(route: string): string {
  return route.includes('/') ? route.slice(0, route.lastIndexOf('/')) : ''
}

function listEntries(section: Section): readonly MenuEntry[] {
  return sortMembers(section).flatMap((each): readonly MenuEntry[] => {
    if (!('sections' in each)) return each.isHidden ? [] : [writeEntry(each)]
    if (each.page?.isHidden === true) return []
    const entries = listEntries(each)
    const title = each.page === undefined ? nameFolder(each.route) : titleOf(each.page)
    if (entries.length === 0) return each.page === undefined ? [] : [writeEntry(each.page)]
    const file = each.page === undefined ? {} : { file: each.page.file }
    return [{ kind: 'group', title, entries, ...file }]
  })
}

function writeEntry(page: HugoPage): MenuEntry {
  const title = page.fields.at('linktitle').text()
  return { kind: 'page', file: page.file, ...(title === undefined ? {} : { title }) }
}

export function titleOf({ fields, title, route }: HugoPage): string {
  return fields.at('linktitle').text() ?? title ?? nameFolder(route)
}

function nameFolder(route: string): string {
  const words = posix.basename(route).replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Member = Section | HugoPage

function sortMembers({ pages, sections }: Section): readonly Member[] {
  const members: readonly Member[] = [...pages, ...sections]
  const ranked = members.map((member) => {
    const page = 'sections' in member ? member.page : member
    const weight = Number(page?.fields.at('weight').text() ?? 0)
    const day = page === undefined ? undefined : dayOf(page.fields, DATES)
    const title = page === undefined ? nameFolder(member.route) : titleOf(page)
    // A weight of 0 is none, and comes last.
    return { member, weight: weight || Number.MAX_SAFE_INTEGER, day: day ?? '', title }
  })
  const { compare: compareTitles } = new Intl.Collator('en', { numeric: false })
  ranked.sort((a, b) => {
    const byDay = compare(b.day, a.day)
    const byTitle = compareTitles(a.title, b.title) || compare(a.member.route, b.member.route)
    return a.weight - b.weight || byDay || byTitle
  })
  return ranked.map(({ member }) => member)
}

const DATES = ['date', 'publishdate', 'pubdate', 'published', 'lastmod', 'modified']
