import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { Report } from '../../source/report/report.ts'

/** The configuration of a site, with what it inherits. */
export type MkdocsConfig = {
  readonly file: string
  /** Folder in which the site is built; includes count from there. */
  readonly folder: string
  readonly root: ConfigValue
  /** Options of a plugin or extension; undefined where it is not used. */
  plugin(name: RegExp): ConfigValue | undefined
  extension(name: RegExp): ConfigValue | undefined
  /** Whether an extension is used. */
  uses(name: RegExp): boolean
}

const INHERIT_MAX = 5

export function readMkdocsConfig(source: SourceFolder, file: string, report: Report): MkdocsConfig {
  const root = readConfigValue(readInherited(source, file, report, INHERIT_MAX))
  const extension = (name: RegExp) => findUsed(root.at('markdown_extensions'), name)
  return {
    file,
    folder: posix.dirname(file) === '.' ? '' : posix.dirname(file),
    root,
    plugin: (name) => findUsed(root.at('plugins'), name),
    extension,
    uses: (name) => extension(name) !== undefined,
  }
}

function readInherited(source: SourceFolder, file: string, report: Report, depth: number): unknown {
  const own = readConfigFile(source, file, report)
  const inherited = own.at('INHERIT').text()
  if (inherited === undefined) return own.value
  const path = posix.join(posix.dirname(file), inherited)
  if (depth > 0 && source.has(path)) {
    return mergeTables(readInherited(source, path, report, depth - 1), own.value)
  }
  const what = `the configuration inherits ${quote(inherited)}, which is not in the folder`
  report.lose(file, what, 'import the folder that holds both')
  return own.value
}

/** Tables are merged key by key; of everything else the later one wins. */
function mergeTables(base: unknown, over: unknown): unknown {
  if (!isTable(base) || !isTable(over)) return over ?? base
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    merged.set(key, mergeTables(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Both `- name`, `- name: {…}` and `name: {…}` use something. */
function findUsed(used: ConfigValue, name: RegExp): ConfigValue | undefined {
  for (const each of used.list()) {
    if (name.test(each.text() ?? '')) return readConfigValue(undefined)
    const found = each.entries().find(([key]) => name.test(key))
    if (found !== undefined) return found[1]
  }
  return used.entries().find(([key]) => name.test(key))?.[1]
}

/** Whether a path fits patterns as `.gitignore` has them, one a line; the last fit decides. */
export function createPathFilter(patterns: string): (path: string) => boolean {
  const rules = patterns.split('\n').flatMap((line) => {
    const text = line.trim()
    return text === '' || text.startsWith('#') ? [] : [readRule(text)]
  })
  return (path) =>
    rules.findLast(({ globs }) => globs.some((glob) => glob.match(path)))?.fits === true
}

function readRule(text: string): { readonly fits: boolean; readonly globs: readonly Bun.Glob[] } {
  const pattern = text.replace(/^!/, '')
  const path = pattern.replace(/^\/|\/$/g, '')
  const anywhere = pattern.replace(/\/$/, '').includes('/') ? path : `**/${path}`
  const globs = pattern.endsWith('/') ? [`${anywhere}/**`] : [anywhere, `${anywhere}/**`]
  return { fits: !text.startsWith('!'), globs: globs.map((glob) => new Bun.Glob(glob)) }
}
