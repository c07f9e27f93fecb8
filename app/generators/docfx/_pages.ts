import { isFullDate } from '../../contract/formats.ts'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { SiteContext, SitePage } from '../../foreign_source/generator.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { readSourceFrontMatter, readTextField } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { type ContentFile, isYaml } from './_content.ts'
import { type MetadataReader, readDate } from './_metadata.ts'
import { isInRange } from './_monikers.ts'
import { readYamlKind, YAML_KINDS } from './_yaml_pages.ts'

export type DocfxPage = {
  readonly page: SitePage
  readonly uid: string | undefined
  readonly title: string | undefined
  /** Where a page leads that is nothing but a redirect. */
  readonly redirect: string | undefined
  readonly keys: readonly string[]
}

type Reading = {
  readonly source: SourceFolder
  readonly metadata: MetadataReader
  readonly version: string | undefined
  readonly context: SiteContext
}

/** What the front matter of a page says; undefined for one of another version or kind. */
export function readPage(
  { file, published }: ContentFile,
  reading: Reading,
): DocfxPage | undefined {
  const { source, metadata, version, context } = reading
  const text = source.read(file)
  if (text === undefined) return undefined
  const shown = source.show(file)
  const fields = isYaml(file)
    ? readYamlFields(file, text, reading)
    : readSourceFrontMatter(shown, text).fields
  if (fields === undefined) return undefined
  const range = readTextField(fields, ['monikerRange'])
  if (range !== undefined && version !== undefined && !isInRange(range, version)) {
    const what = `the page is for ${quote(range)} and is left out`
    context.report.addNote(startOfFile(shown), what, 'name another version with --version')
    return undefined
  }
  const dates = [fields['ms.date'], metadata(file, 'ms.date')].map(readDate)
  const date = dates.find((each) => each !== undefined && isFullDate(each))
  const title = readTextField(fields, ['title']) ?? metadata(file, 'title')
  const description = readTextField(fields, ['description']) ?? metadata(file, 'description')
  return {
    page: {
      file,
      named: published.replace(/\.ya?ml$/i, '.md'),
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(date === undefined ? {} : { updated: date }),
    },
    uid: readTextField(fields, ['uid']) ?? nameCommand(fields),
    title,
    redirect: readTextField(fields, ['redirect_url']),
    keys: Object.keys(fields),
  }
}

/** Help of a PowerShell command is named by its module and itself. */
function nameCommand(fields: Readonly<Record<string, unknown>>): string | undefined {
  const [module, title] = [readTextField(fields, ['Module Name']), readTextField(fields, ['title'])]
  return module === undefined || title === undefined ? undefined : `${module}.${title}`
}

/** Metadata of a page in YAML, whose kind must be one that is words and links. */
function readYamlFields(
  file: string,
  text: string,
  { source, context }: Reading,
): Readonly<Record<string, unknown>> | undefined {
  const kind = readYamlKind(text)
  // YAML without a kind is data of a program.
  if (kind === undefined) return undefined
  if (!YAML_KINDS.has(kind)) {
    const what = `the page is written as YAML of the kind ${quote(kind)} and is left out`
    context.report.addLoss(startOfFile(source.show(file)), what, 'write it as Markdown')
    return undefined
  }
  const page = readConfigFile(source, file, context.report)
  const metadata = page
    .at('metadata')
    .entries()
    .map(([key, { value }]) => [key, value] as const)
  return { ...Object.fromEntries(metadata), title: page.at('title').text() }
}

/** Titles of the choices that a page offers its readers, by their ids. */
export function readZoneTitles(
  source: SourceFolder,
  { report }: SiteContext,
): ReadonlyMap<string, string> {
  const files = source.files.filter((file) => /(?:^|\/)zone-pivot-groups\.(?:yml|json)$/.test(file))
  const pivots = files.flatMap((file) => {
    const groups = readConfigFile(source, file, report)
    const list = groups.list().length > 0 ? groups : groups.at('groups')
    return list.list().flatMap((group) => group.at('pivots').list())
  })
  return new Map(
    pivots.flatMap((pivot): (readonly [string, string])[] => {
      const [id, title] = [pivot.at('id').text(), pivot.at('title').text()]
      return id === undefined || title === undefined ? [] : [[id.toLowerCase(), title]]
    }),
  )
}
