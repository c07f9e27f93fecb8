import type { SiteContext } from '../../foreign_source/generator.ts'
import { choose, sortVersions } from '../../foreign_source/source/choice.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { ContentFile } from './_content.ts'
import { findRanges, isInRange, sortMonikers } from './_monikers.ts'

type Version = {
  /** The moniker, or the group, that is imported. */
  readonly name: string
  /** Groups of files that belong to it. */
  has(group: string): boolean
}

/** The version to import: of groups of files, else of the ranges that pages name. */
export function chooseVersion(
  config: ConfigValue,
  files: readonly ContentFile[],
  source: SourceFolder,
  marker: string,
  { wishes, report }: SiteContext,
): Version | undefined {
  const names = [...new Set(files.flatMap(({ group }) => group ?? []))]
  const groups = names.map((name) => {
    const group = config.at('build', 'groups', name)
    return { name, range: group.at('moniker_range').text() ?? group.at('monikerRange').text() }
  })
  const single = groups.filter(({ range }) => range === undefined || /^[\w.-]+$/.test(range))
  const ranges = [
    ...groups.flatMap(({ range }) => range ?? []),
    ...files.flatMap(({ file }) => findRanges(source.read(file) ?? '')),
  ]
  const found =
    single.length > 0
      ? sortVersions(single.map(({ name, range }) => range ?? name))
      : sortMonikers(ranges)
  const wish = wishes.version?.toLowerCase()
  // `7.5` means the only moniker that ends with it.
  const wanted =
    wish === undefined
      ? undefined
      : (found.find((each) => each.toLowerCase().endsWith(`-${wish}`)) ?? wishes.version)
  const name = choose({ what: 'version', found, shown: source.show(marker) }, wanted, report)
  if (name === undefined) return undefined
  return {
    name,
    has: (group) => {
      const own = groups.find((each) => each.name === group)
      if (own === undefined || own.name === name) return true
      return own.range !== undefined && isInRange(own.range, name)
    },
  }
}

/** The files of a version, and those of none; each once. */
export function keepVersion(
  files: readonly ContentFile[],
  version: Version | undefined,
): readonly ContentFile[] {
  const seen = new Set<string>()
  return files.filter(({ file, group }) => {
    if (seen.has(file)) return false
    const isKept = group === undefined || version === undefined || version.has(group)
    if (isKept) seen.add(file)
    return isKept
  })
}
