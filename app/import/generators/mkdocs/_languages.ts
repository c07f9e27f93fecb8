import { posix } from 'node:path'
import { chooseFor } from '../../source/files/choice.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { SitePage, SiteReading } from '../../source/generator.ts'
import {
  keepTranslation,
  listPagesBelow,
  type NamedLanguage,
  splitSuffix,
} from '../../source/site_pages.ts'
import { type MkdocsConfig, readMkdocsConfig } from './_config.ts'

/** The documentation of one language. */
type Edition = {
  readonly config: MkdocsConfig
  readonly language: string | undefined
  /** Folder of the pages. */
  readonly root: string
  /** Folders from which pictures are served. */
  readonly fileRoots: readonly string[]
  /** Where no nav is written, a page's file is what it is named. */
  readonly pages: readonly SitePage[]
}

/** Chooses the language, where the plugin `i18n` names several. */
export function readEdition(reading: SiteReading): Edition {
  const { source, marker, report } = reading
  const config = readMkdocsConfig(source, marker, report)
  const docs = posix.join(config.folder, config.root.at('docs_dir').text() ?? 'docs')
  const root = docs === '.' ? '' : docs.replace(/\/$/, '')
  const plain = {
    ...{ config, root, fileRoots: [root], pages: listPagesBelow(source, root) },
    language:
      config.root.at('theme', 'language').text() ?? config.root.at('theme', 'locale').text(),
  }
  const i18n = config.plugin(/^i18n$/)
  return i18n === undefined ? plain : readTranslation(reading, plain, i18n)
}

/** The plugin `i18n`: `de/page.md` or `page.de.md`. */
function readTranslation(reading: SiteReading, edition: Edition, options: ConfigValue): Edition {
  const { root, pages } = edition
  const listed = options.at('languages').list()
  const tags = listed.flatMap((each) => each.at('locale').text() ?? [])
  const main = listed.find((each) => each.at('default').value === true)
  const standard = main?.at('locale').text()
  const found = [...new Set([standard ?? [], tags].flat())]
  const chosen = chooseFor(reading, 'language', found)
  if (chosen === undefined) return edition
  const isFolder = options.at('docs_structure').text() === 'folder'
  const known = new Set(found)
  const splitName = (named: string) =>
    isFolder ? splitFolder(named, known) : splitSuffix(named, known)
  const translated = keepTranslation(pages, splitName, { chosen, standard }, (what) => {
    reading.report.note(reading.marker, what, 'translate them to import them')
  })
  const own = isFolder ? [posix.join(root, chosen), root] : [root]
  return { ...edition, language: chosen, fileRoots: own, pages: translated }
}

function splitFolder(named: string, known: ReadonlySet<string>): NamedLanguage {
  const [first = '', ...rest] = named.split('/')
  if (!known.has(first)) return { language: undefined, named }
  return { language: first, named: rest.join('/') }
}
