import { posix } from 'node:path'
import { decode, type SourcePage, type Unit } from '../facts.ts'
import { readHtmlPage } from './_html_page.ts'
import type { Reader } from './reader.ts'

/** A folder of HTML, whatever wrote it. */
export const HTML: Reader = {
  names: ['HTML'],
  read: async (source) => {
    const files = source.files.filter((file) => /\.x?html?$/i.test(file))
    const texts = files.flatMap((file) => {
      const text = source.read(file) ?? ''
      return leadsOn(text) ? [] : [{ file, text }]
    })
    const pages = texts.map(({ file, text }) => readHtmlPage(file, text))
    const wanted = findTargets(pages.map(({ page }) => page))
    return pages.map(({ page, known }) => keepAnchors(page, known, wanted))
  },
}

/** A page that only names another. */
function leadsOn(text: string): boolean {
  return /<meta\b[^>]*http-equiv=["']?refresh\b/i.test(text.slice(0, 4_000))
}

/** Ids that links of the site name, as `file#id`. */
function findTargets(pages: readonly SourcePage[]): ReadonlySet<string> {
  const targets = pages.flatMap(({ file, units }) =>
    units.flatMap(({ kind, target = '' }) => {
      const [path = '', id = ''] = target.split('#')
      if (kind !== 'link' || id === '') return []
      const found = path === '' ? file : posix.join(posix.dirname(file), decode(path))
      return [`${found}#${decode(id)}`]
    }),
  )
  return new Set(targets)
}

/** Of anchors that are not of the text, those count that something leads to. */
function keepAnchors(
  page: SourcePage,
  known: ReadonlySet<Unit>,
  wanted: ReadonlySet<string>,
): SourcePage {
  const seen = new Set<string>()
  // An anchor that is lost is reported where something leads to it.
  const links = new Map(
    page.units.flatMap(({ kind, target = '', line }) => {
      const [path = '', id = ''] = target.split('#')
      const isOwn = path === '' || decode(path) === posix.basename(page.file)
      return kind === 'link' && id !== '' && isOwn ? [[decode(id), line] as const] : []
    }),
  )
  const units = page.units.filter((unit) => {
    if (unit.kind !== 'anchor') return true
    const isFirst = !seen.has(unit.value)
    seen.add(unit.value)
    return isFirst && (known.has(unit) || wanted.has(`${page.file}#${unit.value}`))
  })
  return {
    ...page,
    units: units.map((unit) => {
      const definition = unit.kind === 'anchor' ? links.get(unit.value) : undefined
      return definition === undefined ? unit : { ...unit, definition }
    }),
  }
}
