import { posix } from 'node:path'
import { listNames } from '../../../contract/problem.ts'
import { chooseFor } from '../../source/files/choice.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { SiteReading } from '../../source/generator.ts'

/** A folder with a `SUMMARY.md` of its own, and where it stands in the site. */
export type Space = {
  /** Below the imported folder. */
  readonly folder: string
  /** Before its addresses; '' for the first. */
  readonly path: string
  /** Titles of the sections that hold it. */
  readonly groups: readonly string[]
  readonly language: string | undefined
}

type Spaces = {
  readonly title: string | undefined
  readonly language: string | undefined
  readonly spaces: readonly Space[]
}

const SITE = /(?:^|\/)(?:docs|site|gitbook)\.ya?ml$/

/** The spaces of a site, of which each section shows one; or the only one. */
export function readSpaces(reading: SiteReading): Spaces {
  const { source, folder, report } = reading
  const file = source.files.find((each) => {
    return posix.dirname(each) === (folder || '.') && SITE.test(each) && isSite(source, each)
  })
  const own: Space = { folder, path: '', groups: [], language: undefined }
  if (file === undefined) return { title: undefined, language: undefined, spaces: [own] }
  const config = readConfigFile(source, file, report).at('site')
  const found = listSpaces(config.at('structure'), [], folder)
  const languages = [...new Set(found.flatMap(({ space }) => space.language ?? []))]
  const first = config.at('locale').text() ?? languages[0]
  const order = languages.toSorted((a, b) => Number(b === first) - Number(a === first))
  const language = chooseFor({ ...reading, shown: source.show(file) }, 'language', order)
  const kept = found.filter(({ space }) => (space.language ?? language) === language)
  const shown = kept.filter(({ section }, at) => {
    return kept.findIndex((each) => each.section === section) === at
  })
  const others = kept.filter((each) => !shown.includes(each)).map(({ space }) => space.folder)
  if (others.length > 0) {
    const what = `a section shows one of its variants: ${listNames(others)} left out`
    report.note(file, what, 'name its folder to import another')
  }
  return { title: config.at('title').text(), language, spaces: shown.map(({ space }) => space) }
}

function isSite(source: SourceFolder, file: string): boolean {
  return /GitSyncSiteConfig|^site:/m.test(source.read(file) ?? '')
}

type SpaceEntry = { readonly space: Space; readonly section: string }

function listSpaces(
  list: ConfigValue,
  above: readonly { readonly title: string; readonly path: string }[],
  folder: string,
): readonly SpaceEntry[] {
  return list.list().flatMap((each, at): readonly SpaceEntry[] => {
    const title = each.at('title').text() ?? ''
    const path = each.at('default').value === true ? '' : (each.at('path').text() ?? '')
    if (each.at('type').text() !== 'space') {
      return listSpaces(each.at('children'), [...above, { title, path }], folder)
    }
    const directory = each.at('content', 'directory').text()
    if (directory === undefined) return []
    const section = above.map((one) => one.title).join('/') || String(at)
    const space: Space = {
      folder: posix.join(folder, directory).replace(/\/$/, '').replace(/^\.$/, ''),
      path: above.flatMap((one) => one.path || []).join('/'),
      groups: above.flatMap((one) => one.title || []),
      language: each.at('content', 'language').text(),
    }
    return [{ space, section }]
  })
}
