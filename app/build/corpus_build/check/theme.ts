import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { isClosedAddress, isReservedAddress } from '../../../contract/reserved_names.ts'
import {
  CONTRAST_MIN,
  findFill,
  findReadable,
  measureAccent,
  measureFill,
} from '../../../docs/model/contrast.ts'
import type { Field, Source, SourcePage } from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import { readColumn } from '../../../text/source_text/yaml_column.ts'

/** Colours that somebody could not read, with the nearest that everybody can. */
export function checkColors(source: YamlSource): readonly Problem[] {
  return (['light', 'dark'] as const).flatMap((theme) => [
    ...checkColor(source, ['accent', theme], {
      says: (ratio) => `a contrast of ${ratio} in the ${theme} theme`,
      measure: (color) => measureAccent(color, theme),
      findNearest: (color) => findReadable(color, theme),
    }),
    ...checkColor(source, ['brand', theme], {
      says: (ratio) => `a contrast of ${ratio} with white text`,
      measure: measureFill,
      findNearest: findFill,
    }),
  ])
}

type ColorRule = {
  readonly says: (ratio: number) => string
  readonly measure: (color: string) => number
  readonly findNearest: (color: string) => string
}

function checkColor(
  source: YamlSource,
  [key, theme]: readonly [key: string, theme: string],
  { says, measure, findNearest: nearest }: ColorRule,
): readonly Problem[] {
  return readColumn(source, ['theme', key], theme)
    .filter(({ text }) => /^#[0-9a-f]{6}$/i.test(text) && measure(text) < CONTRAST_MIN)
    .map(({ text, place }) => {
      // Rounded down: 4.499 is not enough.
      const ratio = Math.floor(measure(text) * 100) / 100
      const what = `the ${key} ${quote(text)} has ${says(ratio)}, less than ${CONTRAST_MIN}`
      return problemAt(place, what, `write '${nearest(text)}'`)
    })
}

/** Links of the theme and of menus within the site that lead nowhere. */
export function checkThemeLinks({ registry, folders, pages }: Source): readonly Problem[] {
  const inMenus = folders.flatMap(({ entries }) => entries.filter(({ isLink }) => isLink))
  return checkLinks([...registry.themeLinks, ...inMenus], pages)
}

function checkLinks(links: readonly Field[], pages: readonly SourcePage[]): readonly Problem[] {
  const paths = pages.map(({ path }) => path)
  const known = new Set(paths.flatMap(listFoldersOf))
  return links.flatMap(({ text, place }) => {
    const path = text.replace(/[?#].*$/s, '').replace(/^\/|\/$/g, '')
    const isThere = !isClosedAddress(path) && (known.has(path) || isReservedAddress(path))
    if (!text.startsWith('/') || isThere) return []
    const near = findNearest(path, paths)
    const fix = near === undefined ? 'write the address of a page' : `write ${quote(`/${near}/`)}`
    return [problemAt(place, `the link ${quote(text)} leads to no page`, fix)]
  })
}

function listFoldersOf(path: string): readonly string[] {
  const segments = path.split('/')
  return ['', ...segments.map((_, at) => segments.slice(0, at + 1).join('/'))]
}
