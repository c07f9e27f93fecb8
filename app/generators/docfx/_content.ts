import { posix } from 'node:path'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'

/** What one entry of `build.content` publishes. */
export type ContentEntry = {
  readonly src: string
  readonly dest: string
  /** The group of a version, where it is one. */
  readonly group: string | undefined
  has(file: string): boolean
}

/** A file of the documentation and where it is published, with its extension. */
export type ContentFile = {
  readonly file: string
  readonly published: string
  readonly group: string | undefined
}

const YAML = /\.ya?ml$/i

/** Entries of `docfx.json`; one that lists none publishes all that is below it. */
export function readContent(config: ConfigValue, folder: string): readonly ContentEntry[] {
  const content = config.at('build', 'content')
  const written =
    content.list().length > 0 ? content.list() : content.entries().length > 0 ? [content] : []
  const all = readConfigValue({ files: '**/*.{md,yml}', exclude: ['_site/**', 'obj/**'] })
  return (written.length === 0 ? [all] : written).map((entry) => readEntry(entry, folder))
}

function readEntry(entry: ConfigValue, folder: string): ContentEntry {
  const src = join(folder, entry.at('src').text() ?? entry.at('cwd').text() ?? '')
  const texts = (value: ConfigValue) => {
    const one = value.text()
    return one === undefined ? value.list().flatMap((each) => each.text() ?? []) : [one]
  }
  // Paths are compared without case, as the generator does.
  const globs = (patterns: readonly string[]) =>
    patterns.map((each) => new Bun.Glob(each.replace(/^\.?\//, '').toLowerCase()))
  const [files, exclude] = [globs(texts(entry.at('files'))), globs(texts(entry.at('exclude')))]
  const dest = (entry.at('dest').text() ?? '').replace(/^\/+|\/+$/g, '')
  const group = entry.at('group').text() ?? entry.at('version').text()
  return {
    src,
    dest: dest === '.' ? '' : dest,
    group,
    has: (file) => {
      const below = belowOf(file, src)?.toLowerCase()
      if (below === undefined || below.startsWith('../')) return false
      return files.some((glob) => glob.match(below)) && !exclude.some((glob) => glob.match(below))
    },
  }
}

export function join(folder: string, path: string): string {
  const joined = posix.join(folder, path)
  return joined === '.' ? '' : joined.replace(/\/$/, '')
}

function belowOf(file: string, src: string): string | undefined {
  if (src === '') return file
  return file.startsWith(`${src}/`) ? file.slice(src.length + 1) : undefined
}

/** Where a file of an entry is published. */
function publish(file: string, { src, dest }: ContentEntry): string {
  return posix.join(dest, belowOf(file, src) ?? file)
}

/** Files that entries name, each once for each group; texts of `includes/` are no pages. */
export function listContent(
  source: SourceFolder,
  entries: readonly ContentEntry[],
): readonly ContentFile[] {
  const seen = new Set<string>()
  return source.files.flatMap((file) => {
    if (!isMarkdownName(file) && !YAML.test(file)) return []
    if (/(?:^|\/)_?includes\//i.test(file) && !isToc(file)) return []
    return entries.flatMap((entry): ContentFile[] => {
      const key = `${entry.group ?? ''}:${file}`
      if (seen.has(key)) return []
      if (!entry.has(file) && !isMadeToYaml(source, file, entry)) return []
      seen.add(key)
      return [{ file, published: publish(file, entry), group: entry.group }]
    })
  })
}

/** Help of PowerShell is Markdown that a program turns to YAML before the build. */
function isMadeToYaml(source: SourceFolder, file: string, entry: ContentEntry): boolean {
  if (!isMarkdownName(file) || !entry.has(file.replace(/\.\w+$/, '.yml'))) return false
  return /^---\n(?:(?!---)[^\n]*\n){0,40}?(?:external help file|Module Name):/.test(
    source.read(file) ?? '',
  )
}

/** The address of a file that need not exist any more. */
export function findPublished(file: string, entries: readonly ContentEntry[]): string | undefined {
  const entry =
    entries.find((each) => each.has(file)) ??
    entries.find((each) => each.has(file.replace(/\.\w+$/, '.yml')))
  return entry === undefined ? undefined : publish(file, entry)
}

export function isToc(file: string): boolean {
  return /(?:^|\/)toc\.(?:ya?ml|md|json)$/i.test(file)
}

export function isYaml(file: string): boolean {
  return YAML.test(file)
}
