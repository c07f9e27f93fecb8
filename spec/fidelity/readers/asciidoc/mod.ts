import { type SourcePage, splitWords, type Unit } from '../../facts.ts'
import type { Reader } from '../reader.ts'
import { BlockReader } from './_blocks.ts'
import { AdocCollector } from './_collector.ts'
import { type ReadRows, readAdocRows } from './_rows.ts'
import { AdocSite } from './_site.ts'

/** AsciiDoc, read by lines and patterns: folders of documents, and sites of Antora. */
export const ASCIIDOC: Reader = {
  names: ['AsciiDoc'],
  isWhole: true,
  read: async (source) => {
    const site = new AdocSite(source)
    const files = site.listPages()
    const read = new Map(files.map((file) => [file, readAdocRows(source, site, file)]))
    for (const [file, { attributes }] of read) {
      for (const alias of (attributes.get('page-aliases') ?? '').split(',')) {
        if (alias.trim() !== '') site.addAlias(file, alias.trim())
      }
    }
    const included = new Set(
      site.isAntora
        ? []
        : [...read.values()].flatMap(({ includes }) => includes.map(({ path }) => path)),
    )
    const pages = new Map<string, AdocCollector>()
    for (const [file, { rows }] of read) {
      const collector = new AdocCollector()
      new BlockReader(collector).read(rows)
      pages.set(file, collector)
    }
    return [...pages].flatMap(([file, page]) => {
      if (included.has(file)) return []
      return [finishPage(file, page, read.get(file), site, pages)]
    })
  },
}

function finishPage(
  file: string,
  page: AdocCollector,
  rows: ReadRows | undefined,
  site: AdocSite,
  pages: ReadonlyMap<string, AdocCollector>,
): SourcePage {
  for (const { text, target, unit } of page.links) {
    if (splitWords(text).length > 0) continue
    const label = findTitle(target, file, page, site, pages)
    Object.assign(unit, { value: splitWords(label).join(' ') })
  }
  const includes = (rows?.includes ?? []).map(({ path, row, isFound }): Unit => {
    const value = isFound ? path : ''
    return { kind: 'include', value, file: row.file, line: row.line, lineEnd: row.line }
  })
  const version = site.versionOf(file)
  return {
    file,
    units: [...page.units, ...page.notes, ...includes],
    variants: version === undefined || version === '' ? [] : [version],
    decorations: page.decorations,
  }
}

/** What a link without words shows. */
function findTitle(
  target: string,
  file: string,
  page: AdocCollector,
  site: AdocSite,
  pages: ReadonlyMap<string, AdocCollector>,
): string {
  const [path = '', id = ''] = target.split('#')
  if (path === '') return page.titles.get(id) ?? id
  const isName = !/\.\w+$/.test(path)
  const found = site.find(isName ? `${path}.adoc` : path, file, 'page')
  if (found === undefined && isName) return page.titles.get(path) ?? path
  if (found === file && id !== '' && !path.includes('/')) return page.titles.get(id) ?? id
  return pages.get(found ?? '')?.title ?? target
}
