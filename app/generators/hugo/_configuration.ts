import { posix } from 'node:path'
import type { Recognition } from '../../foreign_source/generator.ts'
import { createReport, type Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Settings of a site, from all its files; keys are in lower case, as Hugo reads them. */
export type Configuration = {
  readonly settings: ConfigValue
  /** Folder of the site, '' for the imported folder itself. */
  readonly folder: string
}

const FORMATS = '(?:toml|ya?ml|json)'
const SURE = new RegExp(
  `(?:^|/)(?:hugo\\.${FORMATS}|config/_default/(?:hugo|config)\\.${FORMATS})$`,
)
/** Other tools call theirs so, too. */
const UNSURE = new RegExp(`(?:^|/)config\\.${FORMATS}$`)
const OWN_KEYS = ['baseurl', 'theme', 'languagecode', 'contentdir', 'languages', 'module']
const DEPTH_MAX = 4

/** A site has a configuration and Markdown; a theme has the first alone. */
export function recogniseHugo(source: SourceFolder): Recognition | undefined {
  const found = source.files
    .filter((file) => file.split('/').length <= DEPTH_MAX)
    .filter((file) => SURE.test(file) || UNSURE.test(file))
    .sort((a, b) => folderOf(a).length - folderOf(b).length)
  for (const marker of found) {
    const { settings, folder } = readConfiguration(source, marker, createReport())
    const isHugo = SURE.test(marker) || OWN_KEYS.some((key) => settings.at(key).value !== undefined)
    const roots = listContentFolders(settings).map((root) => posix.join(folder, root))
    const hasPages = roots.some((root) => {
      return source.files.some(
        (file) => file.startsWith(`${root}/`) && /\.(md|markdown)$/.test(file),
      )
    })
    if (isHugo && hasPages) return { marker, folder }
  }
  return undefined
}

/** Every folder that can hold pages, as the configuration writes it. */
function listContentFolders(settings: ConfigValue): readonly string[] {
  const mounts = settings.at('module', 'mounts').list()
  const languages = settings.at('languages').entries()
  return [
    settings.at('contentdir').text() ?? 'content',
    ...languages.flatMap(([, language]) => language.at('contentdir').text() ?? []),
    ...mounts
      .filter((mount) => /^content(?:\/|$)/.test(mount.at('target').text() ?? ''))
      .flatMap((mount) => mount.at('source').text() ?? []),
  ]
}

/** All files of a configuration: one beside the content, and those of `config/_default`. */
export function readConfiguration(
  source: SourceFolder,
  marker: string,
  report: Report,
): Configuration {
  const folder = folderOf(marker)
  const names = [...'toml yaml yml json'.split(' ')].flatMap((end) => [
    `hugo.${end}`,
    `config.${end}`,
  ])
  const beside = names.map((name) => posix.join(folder, name)).find((file) => source.has(file))
  const below = posix.join(folder, 'config/_default/')
  const format = new RegExp(`\\.${FORMATS}$`)
  const inside = source.files.filter((file) => {
    return (
      file.startsWith(below) && format.test(file) && posix.dirname(`${file}`) === below.slice(0, -1)
    )
  })
  const values = [...(beside === undefined ? [] : [beside]), ...inside].map((file) => {
    const value = writeLowerKeys(readConfigFile(source, file, report).value)
    return nestByName(posix.basename(file).replace(format, ''), value)
  })
  return { settings: readConfigValue(values.reduce(mergeSettings, {})), folder }
}

/** `params.toml` holds what is below `params`; `menus.de.toml` is of one language. */
function nestByName(name: string, value: unknown): unknown {
  if (name === 'hugo' || name === 'config') return value
  const [key = '', language] = name.toLowerCase().split('.')
  return language === undefined ? { [key]: value } : { languages: { [language]: { [key]: value } } }
}

function folderOf(marker: string): string {
  const folder = posix.dirname(marker).replace(/(?:^|\/)config\/_default$/, '')
  return folder === '.' ? '' : folder
}

/** The second takes precedence; tables are merged. */
export function mergeSettings(one: unknown, other: unknown): unknown {
  if (!isTable(one) || !isTable(other)) return other ?? one
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map((key) => [key, mergeSettings(one[key], other[key])]))
}

/** Hugo reads keys without regard to case. */
export function writeLowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeLowerKeys)
  if (!isTable(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toLowerCase(), writeLowerKeys(each)]),
  )
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof Date)
}
