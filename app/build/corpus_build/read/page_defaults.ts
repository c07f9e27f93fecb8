import { posix } from 'node:path'
import { type Problem, problemAt } from '../../../contract/problem.ts'
import type { Field, PageDefaults, SourceFolder, SourcePage } from '../../../docs/model/source.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { readColumn } from '../../../text/source_text/yaml_column.ts'
import type { PageDate } from './page_dates.ts'

/** Where a page gets what it leaves out. */
type PageOrigins = {
  readonly folders: readonly SourceFolder[]
  readonly registry: PageDefaults
  /** The date of each page that states none, by its path below the folder of the pages. */
  readonly dates: ReadonlyMap<string, PageDate>
}

/** Reads `kind` and `capability` of a folder, or of all pages. */
export function readPageDefaults(source: YamlSource, at: YamlPath): PageDefaults {
  const fieldAt = (key: string): Field | undefined => {
    const [cell] = readColumn(source, [...at, key])
    return cell && { text: cell.text, place: cell.place }
  }
  return { kind: fieldAt('kind'), capability: fieldAt('capability') }
}

/**
 * Gives pages what they leave out: the kind and the capability of the nearest folder that states
 * one, else of the registry; and the date of the file. No status is ever assumed: without a
 * capability a page has a problem (contract 3).
 */
export function completePages(
  pages: readonly SourcePage[],
  origins: PageOrigins,
): { readonly pages: readonly SourcePage[]; readonly problems: readonly Problem[] } {
  const byPath = new Map(origins.folders.map(({ path, defaults }) => [path, defaults]))
  const problems: Problem[] = []
  const completed = pages.map((page) => {
    if (page.lacks.length === 0) return page
    const inherit = (key: 'kind' | 'capability'): Field => {
      if (!page.lacks.includes(key)) return page[key]
      const found = findDefault(page, key, byPath) ?? origins.registry[key]
      if (found === undefined) problems.push(explainAbsent(page, key))
      return found ?? page[key]
    }
    const inherited = { ...page, kind: inherit('kind'), capability: inherit('capability') }
    const date = origins.dates.get(sourceOf(page))
    if (!page.lacks.includes('updated') || date === undefined) return inherited
    const updated = { text: date.day, place: page.place }
    return { ...inherited, updated, isDated: date.isCommitted && page.isDated }
  })
  return { pages: completed, problems }
}

/** The file that somebody writes when the page changes, from the folder of the pages. */
export function sourceOf({ api, file }: SourcePage): string {
  return api?.source ?? file
}

function findDefault(
  { file }: SourcePage,
  key: keyof PageDefaults,
  byPath: ReadonlyMap<string, PageDefaults>,
): Field | undefined {
  let folder = posix.dirname(file)
  while (folder !== '.') {
    const found = byPath.get(folder)?.[key]
    if (found !== undefined) return found
    folder = posix.dirname(folder)
  }
  return byPath.get('')?.[key]
}

function explainAbsent({ place }: SourcePage, key: string): Problem {
  const fix = `add it, or set it for a folder in _folder.yaml, or under "pages" in registry.yaml`
  return problemAt(place, `"${key}" is absent`, fix)
}
