import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { SiteContext } from '../../foreign_source/generator.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { Configuration } from './_configuration.ts'

/** A file below the content of one language. */
export type ContentFile = {
  /** Path below the imported folder. */
  readonly file: string
  /** Path below the content, without the suffix of a language. */
  readonly path: string
}

/** The language to import, and its place among the others. */
export type Language = { readonly name: string; readonly isDefault: boolean; readonly all: Names }

type Names = readonly string[]

/** The default language comes first, the others by weight. */
export function chooseLanguage(
  { settings }: Configuration,
  shown: string,
  { wishes, report }: SiteContext,
): Language {
  const first = settings.at('defaultcontentlanguage').text()?.toLowerCase()
  const off = new Set(
    settings
      .at('disablelanguages')
      .list()
      .map((each) => each.text()),
  )
  const found = settings
    .at('languages')
    .entries()
    .filter(([name, each]) => each.at('disabled').value !== true && !off.has(name))
    .map(([name, each]) => ({ name, weight: Number(each.at('weight').text() ?? 0) || 1e9 }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ name }) => name)
  const main = first ?? (found.includes('en') || found.length === 0 ? 'en' : (found[0] ?? 'en'))
  const all = [main, ...found.filter((name) => name !== main)]
  const name = choose({ what: 'language', found: all, shown }, wishes.language, report) ?? main
  return { name, isDefault: name === main, all }
}

/** Files of the content in one language: by folder, by suffix, or by mount. */
export function listContent(
  source: SourceFolder,
  { settings, folder }: Configuration,
  language: Language,
  shown: string,
  { report }: SiteContext,
): readonly ContentFile[] {
  const own = settings.at('languages', language.name, 'contentdir').text()
  const main = settings.at('contentdir').text() ?? 'content'
  const mounts = readMounts({ settings, folder }, language.name)
  const roots = mounts.length > 0 ? mounts : [{ from: own ?? main, to: '' }]
  const found = new Map<string, ContentFile>()
  for (const { from, to } of roots) {
    const root = posix.join(folder, from)
    if (root.startsWith('../')) {
      const what = `the mounted content ${quote(from)} is outside the imported folder`
      report.addLoss(startOfFile(shown), what, 'import the folder that holds both')
      continue
    }
    for (const file of source.files) {
      if (file !== root && !file.startsWith(`${root}/`)) continue
      const below = file === root ? to : posix.join(to, posix.relative(root, file))
      const path = cutSuffix(below, language, own !== undefined)
      // Of two files with one path the first mount is the one that Hugo shows.
      if (path !== undefined && !found.has(path)) found.set(path, { file, path })
    }
  }
  return [...found.values()]
}

type Mount = { readonly from: string; readonly to: string }

function readMounts({ settings }: Configuration, language: string): readonly Mount[] {
  return settings
    .at('module', 'mounts')
    .list()
    .flatMap((mount): Mount[] => {
      const [from, target] = [mount.at('source').text(), mount.at('target').text() ?? '']
      if (from === undefined || !/^content(?:\/|$)/.test(target)) return []
      const matrix = mount.at('sites', 'matrix', 'languages').list()
      const wanted = [mount.at('lang'), ...matrix].flatMap((each) => each.text() ?? [])
      if (wanted.length > 0 && !wanted.some((each) => each.toLowerCase() === language)) return []
      return [{ from, to: target.replace(/^content\/?/, '') }]
    })
}

/** `a.de.md` is the German `a.md`; undefined for a file of another language. */
function cutSuffix(path: string, language: Language, hasFolder: boolean): string | undefined {
  const [, before, name, end] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(path) ?? []
  const suffix = name?.toLowerCase() ?? ''
  if (language.all.includes(suffix)) {
    return suffix === language.name ? `${before}${end}` : undefined
  }
  return language.isDefault || hasFolder || !/\.(md|markdown)$/i.test(path) ? path : undefined
}
