import { quote, startOfFile } from '../../contract/problem.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  SiteContext,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readSphinxConfig } from './_config.ts'
import { locatePage } from './_page.ts'
import { readSphinxSite } from './_site.ts'
import type { Page } from './_targets.ts'

/** A book of MyST: `myst.yml`, or `_toc.yml` of Jupyter Book. */
export const myst: Generator = {
  name: 'MyST',
  recognise: (source) => findProject(source),
  readSite: (source, recognition, context) => {
    const { marker, folder } = recognition
    const project = readProject(source, recognition, context)
    const values = readConfigValue(project.values)
    const config = { ...readSphinxConfig(values, marker, source), license: project.license }
    const menu = {
      isMenuOnly: project.isMenuOnly,
      readMenu: (pages: ReadonlyMap<string, Page>) => project.menu(pages),
    }
    const hasMenu = project.menu(new Map()).length > 0 || project.hasToc
    return readSphinxSite({
      source,
      config,
      marker,
      root: folder,
      context,
      ...(hasMenu ? menu : {}),
    })
  },
}

function findProject(source: SourceFolder): Recognition | undefined {
  const whole = findMarker(source, /(?:^|\/)myst\.yml$/)
  if (whole !== undefined) return whole
  const toc = findMarker(source, /(?:^|\/)_toc\.yml$/)
  if (toc === undefined) return undefined
  return /^(?:format:[ \t]*jb-|root:)/m.test(source.read(toc.marker) ?? '') ? toc : undefined
}

type Project = {
  /** Named as in `conf.py`. */
  readonly values: unknown
  readonly license: string | undefined
  readonly hasToc: boolean
  /** A Jupyter Book also publishes what its menu does not list. */
  readonly isMenuOnly: boolean
  readonly menu: (pages: ReadonlyMap<string, Page>) => readonly MenuEntry[]
}

/** Extensions that are on in mystmd, and those that a Jupyter Book begins with. */
const EXTENSIONS = 'colon_fence dollarmath amsmath deflist linkify substitution tasklist'.split(' ')

function readProject(
  source: SourceFolder,
  { marker, folder }: Recognition,
  { report }: SiteContext,
): Project {
  const isWhole = marker.endsWith('myst.yml')
  const beside = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  const config = readConfigFile(source, isWhole ? marker : beside('_config.yml'), report)
  const toc = readConfigFile(source, beside('_toc.yml'), report)
  const project = isWhole ? config.at('project') : config
  const own = project.at('toc')
  const root = toc.at('root').text()
  const [first] = own.list()
  const rootPage = root ?? first?.at('file').text() ?? 'index'
  const values = {
    ...Object.fromEntries(
      config
        .at('sphinx', 'config')
        .entries()
        .map(([key, { value }]) => [key, value]),
    ),
    project: project.at('title').text(),
    language: config.at('sphinx', 'config', 'language').text(),
    root_doc: rootPage.replace(/\.\w+$/, ''),
    exclude_patterns: [
      ...config.at('exclude_patterns').list(),
      ...project.at('exclude').list(),
    ].flatMap((each) => each.text() ?? []),
    extensions: ['myst_parser'],
    myst_enable_extensions: [
      ...EXTENSIONS,
      ...config
        .at('parse', 'myst_enable_extensions')
        .list()
        .flatMap((each) => each.text() ?? []),
    ],
    myst_substitutions:
      project.at('substitutions').value ?? config.at('parse', 'myst_substitutions').value,
  }
  const readMenu = (pages: ReadonlyMap<string, Page>): readonly MenuEntry[] => {
    const entries =
      root === undefined ? own.list() : [readConfigValue({ file: root }), ...partsOf(toc)]
    const tocFile = isWhole ? marker : beside('_toc.yml')
    const lose = (what: string) => {
      if (pages.size === 0) return
      const fix = 'correct the entry, or list its pages one by one'
      report.addLoss(startOfFile(source.show(tocFile)), what, fix)
    }
    return entries.flatMap((entry) => readEntry(entry, { pages, folder, lose }))
  }
  const license = project.at('license').text() ?? project.at('license', 'content').text()
  const isMenuOnly = isWhole || config.at('only_build_toc_files').value === true
  const hasToc = root !== undefined || own.list().length > 0
  return { values, license, hasToc, isMenuOnly, menu: readMenu }
}

const NESTED = ['children', 'sections', 'chapters', 'parts'] as const

function partsOf(entry: ConfigValue): readonly ConfigValue[] {
  return NESTED.flatMap((key) => entry.at(key).list())
}

const DEPTH_MAX = 12

type MenuContext = {
  readonly pages: ReadonlyMap<string, Page>
  readonly folder: string
  readonly lose: (what: string) => void
}

function readEntry(entry: ConfigValue, context: MenuContext, depth = 0): readonly MenuEntry[] {
  const { pages, folder, lose } = context
  if (depth > DEPTH_MAX) return []
  const pattern = entry.at('pattern').text()
  if (pattern !== undefined) lose(`the menu has the pattern ${quote(pattern)}, which is not read`)
  const title = entry.at('title').text() ?? entry.at('caption').text()
  const url = entry.at('url').text()
  if (url !== undefined) return [{ kind: 'link', title: title ?? url, href: url }]
  const named = entry.at('file').text()
  const name = named === undefined ? undefined : locatePage(`/${named}`, '', folder)
  const file = name === undefined ? undefined : pages.get(name)?.file
  if (named !== undefined && file === undefined) {
    lose(`the menu names ${quote(named)}, which is no page`)
  }
  const entries = partsOf(entry).flatMap((each) => readEntry(each, context, depth + 1))
  if (entries.length > 0) {
    const own = file === undefined ? {} : { file }
    return title === undefined && file === undefined
      ? entries
      : [{ kind: 'group', title: title ?? name ?? '', ...own, entries }]
  }
  if (file === undefined) return []
  return [{ kind: 'page', file, ...(title === undefined ? {} : { title }) }]
}
