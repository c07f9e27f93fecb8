import { posix } from 'node:path'
import { isFullDate } from '../../contract/formats.ts'
import { listNames, quote, startOfFile } from '../../contract/problem.ts'
import type { SiteContext, SitePage } from '../../foreign_source/generator.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'
import { type Configuration, mergeSettings, writeLowerKeys } from './_configuration.ts'
import type { ContentFile } from './_content.ts'

/** A page of Hugo: a section with `_index.md`, or a page of its own. */
export type HugoPage = ContentFile & {
  readonly isSection: boolean
  /** Path below the content that `ref` and sections go by: `docs/a`, '' for the home page. */
  readonly route: string
  /** Front matter, with what sections above hand down; keys are in lower case. */
  readonly fields: ConfigValue
  readonly title: string | undefined
  /** Whether menus leave it out. */
  readonly isHidden: boolean
  readonly sitePage: SitePage
}

type Draft = ContentFile & { readonly fields: ConfigValue }

/** The pages of the content; what Hugo would not publish is left out and told. */
export function readPages(
  source: SourceFolder,
  files: readonly ContentFile[],
  configuration: Configuration,
  context: SiteContext,
): readonly HugoPage[] {
  const { report } = context
  const bundles = new Set(
    files.filter(({ path }) => isIndex(path)).map(({ path }) => posix.dirname(path)),
  )
  const resources: string[] = []
  const drafts = files.flatMap((each): Draft[] => {
    const { file, path } = each
    if (!isMarkdownName(path)) {
      reportProgram(source, each, context)
      return []
    }
    if (!isIndex(path) && isBelow(posix.dirname(path), bundles)) {
      resources.push(path)
      return []
    }
    const { fields } = readSourceFrontMatter(source.show(file), source.read(file) ?? '')
    return [{ ...each, fields: readConfigValue(writeLowerKeys(fields)) }]
  })
  const [first] = files
  if (resources.length > 0 && first !== undefined) {
    const what = `files in a page bundle are not pages: ${listNames(resources)}`
    report.addNote(startOfFile(source.show(first.file)), what, 'move those that should be pages')
  }
  const whole = handDown(drafts)
  return whole.flatMap((draft): HugoPage[] => {
    const reason = explainAbsence(draft.fields, context.today)
    if (reason === undefined) return [makePage(draft, configuration)]
    const fix = 'change the front matter to import it'
    report.addNote(startOfFile(source.show(draft.file)), `the page ${reason} and is left out`, fix)
    return []
  })
}

function isIndex(path: string): boolean {
  return /(?:^|\/)index\.(?:md|markdown)$/i.test(path)
}

function isBelow(folder: string, bundles: ReadonlySet<string>): boolean {
  for (let at = folder; at !== '.'; at = posix.dirname(at)) if (bundles.has(at)) return true
  return bundles.has('.') && folder === '.'
}

/** Content that only a program or another renderer makes into pages. */
function reportProgram(source: SourceFolder, { file, path }: ContentFile, { report }: SiteContext) {
  const place = startOfFile(source.show(file))
  if (/\.gotmpl$/i.test(path)) {
    const what = `${quote(path)} is a program that makes pages, and is not run`
    report.addLoss(place, what, 'write the pages that it makes as Markdown')
  } else if (/\.(?:html?|adoc|asciidoc|rst|org|pandoc|pdc)$/i.test(path)) {
    const text = source.read(file) ?? ''
    if (!/^(?:---|\+\+\+|\{)/.test(text)) return
    const what = `the page ${quote(path)} is not Markdown and is left out`
    report.addLoss(place, what, 'convert it to Markdown')
  }
}

/** `cascade` of a section is front matter of what is below it. */
function handDown(drafts: readonly Draft[]): readonly Draft[] {
  const cascades = drafts
    .filter(({ path }) => /(?:^|\/)_index\.\w+$/.test(path))
    .map(({ path, fields }) => ({ folder: posix.dirname(path), fields: fields.at('cascade') }))
    .sort((a, b) => b.folder.length - a.folder.length)
  if (cascades.every(({ fields }) => fields.value === undefined)) return drafts
  return drafts.map((draft) => {
    const given = cascades
      .filter(({ folder }) => folder === '.' || draft.path.startsWith(`${folder}/`))
      .flatMap(({ fields }) => (Array.isArray(fields.value) ? fields.list() : [fields]))
      // Some pages only are meant; which ones is a question of patterns and kinds.
      .filter((each) => each.at('_target').value === undefined)
      .filter((each) => each.at('target').value === undefined)
    const values = [...given.map(({ value }) => value).reverse(), draft.fields.value]
    return { ...draft, fields: readConfigValue(values.reduce(mergeSettings, {})) }
  })
}

function explainAbsence(fields: ConfigValue, today: string): string | undefined {
  const [from, until] = [dayOf(fields, ['publishdate', 'date']), dayOf(fields, ['expirydate'])]
  if (from !== undefined && from > today) return `is published on ${from}`
  if (until !== undefined && until < today) return `expired on ${until}`
  const build = fields.at('build').value === undefined ? fields.at('_build') : fields.at('build')
  const render = build.at('render').value
  if (render === 'never' || render === false) return 'is never built'
  return fields.at('headless').value === true ? 'is headless' : undefined
}

/** The first of these keys that holds a date, as YYYY-MM-DD. */
export function dayOf(fields: ConfigValue, keys: readonly string[]): string | undefined {
  const days = keys.map((key) => fields.at(key).text()?.slice(0, 10) ?? '')
  return days.find(isFullDate)
}

function makePage({ file, path, fields }: Draft, configuration: Configuration): HugoPage {
  const isSection = /(?:^|\/)_index\.\w+$/i.test(path)
  const route = path.replace(/\.\w+$/, '').replace(/(?:^|\/)_?index$/i, '')
  const title = fields.at('title').text()
  const list = fields.at('build', 'list').value ?? fields.at('_build', 'list').value
  const isHidden =
    fields.at('toc_hide').value === true ||
    fields.at('bookhidden').value === true ||
    list === 'never' ||
    list === false
  const named = namePage({ path, route, isSection }, fields, configuration)
  const address = named.replace(/\.\w+$/, '').replace(/(?:^|\/)_?index$/i, '')
  const isPlain = configuration.settings.at('uglyurls').value !== true
  const url = fields.at('url').text() ?? ''
  const isFile = /\.html?$/i.test(url) || (!isPlain && !isSection && address !== '')
  const old = isFile
    ? `${address}.html`
    : /(?:^|\/)readme$/i.test(address)
      ? `${address}/`
      : undefined
  const sitePage: SitePage = {
    file,
    named,
    ...(title === undefined ? {} : { title }),
    ...(old === undefined ? {} : { oldAddress: old }),
    draft: fields.at('draft').value === true,
    aliases: readAliases(fields, route),
  }
  return { file, path, isSection, route, fields, title, isHidden, sitePage }
}

/** Where a page is, as Hugo makes addresses: in lower case, or as `slug` and `url` say. */
function namePage(
  { path, route, isSection }: Pick<HugoPage, 'path' | 'route' | 'isSection'>,
  fields: ConfigValue,
  { settings }: Configuration,
): string {
  const url = fields.at('url').text()
  const end = /\.\w+$/.exec(path)?.[0] ?? '.md'
  if (url !== undefined && !/^[a-z]+:\/\//i.test(url)) {
    const address = url
      .replace(/[?#].*$/s, '')
      .replace(/^\/+|\/+$/g, '')
      .replace(/\.html?$/i, '')
    return address === '' ? `_index${end}` : isSection ? `${address}/_index${end}` : address + end
  }
  const keepsCase = settings.at('disablepathtolower').value === true
  const write = (text: string) => {
    const plain = text.trim().replace(/\s+/g, '-')
    return keepsCase ? plain : plain.toLowerCase()
  }
  const slug = fields.at('slug').text()
  const own = isSection || slug === undefined ? route : posix.join(posix.dirname(route), slug)
  const named = own.split('/').map(write).join('/')
  const index = /(?:^|\/)(_?index)\.\w+$/i.exec(path)?.[1]
  return index === undefined ? named + end : posix.join(named, `${index.toLowerCase()}${end}`)
}

/** An old address without a slash before it counts from the folder of the page. */
function readAliases(fields: ConfigValue, route: string): readonly string[] {
  const { value } = fields.at('aliases')
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list
    .filter((each): each is string => typeof each === 'string' && each !== '')
    .map((each) =>
      each.startsWith('/') ? each : posix.join('/', posix.dirname(`/${route}`), each),
    )
}
