import { posix } from 'node:path'
import { listNames } from '../../../contract/problem.ts'
import { chooseFor } from '../../source/files/choice.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import { isMarkdownName, type SourceFolder } from '../../source/files/source_files.ts'
import type { SitePage, SiteReading } from '../../source/generator.ts'
import { listPagesBelow } from '../../source/site_pages.ts'
import { type MkdocsConfig, readMkdocsConfig } from './_config.ts'

/** The documentation of one language. */
type Edition = {
  readonly config: MkdocsConfig
  readonly language: string | undefined
  /** Folder of the pages. */
  readonly root: string
  /** Folders from which pictures are served; the default language has those that all share. */
  readonly fileRoots: readonly string[]
  /** Where no nav is written, a page's file is what it is named. */
  readonly pages: readonly SitePage[]
}

const TAG = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/

/** Chooses the language: folders beside each other, or what the plugin `i18n` names. */
export function readEdition(reading: SiteReading): Edition {
  const { source, marker, report } = reading
  const config = readMkdocsConfig(source, marker, report)
  const own = posix.basename(config.folder)
  const folders = TAG.test(own) ? listSiblings(source, config) : []
  if (folders.length > 1) return readSibling(reading, config, folders)
  const root = rootOf(config)
  const plain = {
    ...{ config, root, fileRoots: [root], pages: listPagesBelow(source, root) },
    language:
      config.root.at('theme', 'language').text() ?? config.root.at('theme', 'locale').text(),
  }
  const i18n = config.plugin(/^i18n$/)
  return i18n === undefined ? plain : readTranslation(reading, plain, i18n)
}

function rootOf(config: MkdocsConfig): string {
  const root = posix.join(config.folder, config.root.at('docs_dir').text() ?? 'docs')
  return root === '.' ? '' : root.replace(/\/$/, '')
}

/** `docs/en/mkdocs.yml` beside `docs/de/…`, with or without a configuration of its own. */
function listSiblings(source: SourceFolder, config: MkdocsConfig): readonly string[] {
  const above = posix.dirname(config.folder)
  const below = posix.relative(config.folder, rootOf(config))
  const prefix = above === '.' ? '' : `${above}/`
  const found = new Set<string>()
  for (const file of source.files) {
    if (!file.startsWith(prefix) || !isMarkdownName(file)) continue
    const [name = '', ...rest] = file.slice(prefix.length).split('/')
    if (TAG.test(name) && rest.join('/').startsWith(`${below}/`)) found.add(name)
  }
  const own = posix.basename(config.folder)
  return [own, ...[...found].filter((name) => name !== own).sort()]
}

function readSibling(
  reading: SiteReading,
  base: MkdocsConfig,
  folders: readonly string[],
): Edition {
  const { source, report } = reading
  const chosen = chooseFor(reading, 'language', folders)
  const own = posix.basename(base.folder)
  const above = posix.dirname(base.folder)
  const folder = posix.join(above, chosen ?? own)
  const file = posix.join(folder, 'mkdocs.yml')
  const isOwn = chosen === undefined || chosen === own
  const config = isOwn || !source.has(file) ? base : readMkdocsConfig(source, file, report, base)
  const below = posix.relative(base.folder, rootOf(base))
  const root = posix.join(folder, below)
  return {
    ...{ config, language: chosen, root, fileRoots: [root, rootOf(base)] },
    pages: listPagesBelow(source, root),
  }
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
  const split = isFolder ? splitFolder : splitSuffix
  const known = new Set(found)
  const byName = new Map<string, SitePage>()
  const left: string[] = []
  for (const page of pages) {
    const { language, named } = split(page.named, known)
    if ((language ?? standard) === chosen && (language !== undefined || !byName.has(named))) {
      byName.set(named, { file: page.file, named })
    } else if ((language ?? standard) === standard) left.push(named)
  }
  const missing = left.filter((named) => !byName.has(named))
  if (missing.length > 0) {
    const what = `these pages are not in the language "${chosen}": ${listNames(missing)}`
    reading.report.note(reading.marker, what, 'translate them to import them')
  }
  const own = isFolder ? [posix.join(root, chosen), root] : [root]
  return { ...edition, language: chosen, fileRoots: own, pages: [...byName.values()] }
}

type NamedLanguage = { readonly language: string | undefined; readonly named: string }

function splitFolder(named: string, known: ReadonlySet<string>): NamedLanguage {
  const [first = '', ...rest] = named.split('/')
  if (!known.has(first)) return { language: undefined, named }
  return { language: first, named: rest.join('/') }
}

function splitSuffix(named: string, known: ReadonlySet<string>): NamedLanguage {
  const found = /^(.*)\.([\w-]+)(\.\w+)$/.exec(named)
  const [, name = '', language = '', extension = ''] = found ?? []
  return known.has(language)
    ? { language, named: name + extension }
    : { language: undefined, named }
}
