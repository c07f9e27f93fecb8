import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { Generator, Recognition, Site, SiteContext } from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readJekyllConfig } from './_config.ts'
import { createKramdown } from './_kramdown.ts'
import { makeMenu } from './_menu.ts'
import { namePages } from './_names.ts'
import { findPages, type JekyllPage, reportHtmlPages } from './_pages.ts'
import { createTemplates, describePage } from './_templates.ts'

/** A site of Jekyll, such as one with the theme Just the Docs: `_config.yml` sets it up. */
export const jekyll: Generator = {
  name: 'Jekyll',
  recognise: recogniseJekyll,
  readSite: (reading) => readJekyll(reading.source, reading, reading),
}

/** Jupyter Book and Hexo have a `_config.yml`, too. */
function recogniseJekyll(source: SourceFolder): Recognition | undefined {
  const found = findMarker(source, /(?:^|\/)_config\.ya?ml$/)
  if (found === undefined) return undefined
  const toc = posix.join(found.folder, '_toc.yml')
  const isOther = /^(?:source_dir|public_dir|skip_render):/m.test(source.read(found.marker) ?? '')
  return source.has(toc) || isOther ? undefined : found
}

function readJekyll(source: SourceFolder, recognition: Recognition, context: SiteContext): Site {
  const { report } = context
  const settings = readConfigFile(source, recognition.marker, report)
  const config = readJekyllConfig(settings)
  const root = posix
    .join(recognition.folder, settings.at('source').text() ?? '')
    .replace(/^\.$/, '')
  const { pages, redirects } = findPages(
    source,
    root,
    config,
    context,
    needsFrontMatter(source, settings),
  )
  reportHtmlPages(source, root, config, context)
  const byFile = new Map(pages.map((page) => [page.file, page]))
  const values = describeSite(source, root, settings, pages, context)
  const { url, baseurl } = config
  const templates = createTemplates({ source, report, root, pages, values, url, baseurl })
  const ownAddress = url === '' ? undefined : `${url}${baseurl}/`
  const callouts = settings.at('callouts')
  const kramdown = createKramdown({ source, report, callouts, ownAddress })
  const menu = makeMenu(pages, { config: settings, source, report })
  noteUnlisted(pages, source.show(recognition.marker), context)
  reportPrograms(source, root, settings, context)
  return {
    title: settings.at('title').text() ?? settings.at('name').text(),
    language: settings.at('lang').text(),
    ...(url === '' && baseurl === '' ? {} : { baseAddress: `${url}${baseurl}/` }),
    pagesFolder: root,
    pages: namePages(pages, config, source, context),
    menu,
    redirects,
    anchors: settings.at('kramdown', 'input').text() === 'kramdown' ? 'kramdown' : 'github',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const run = templates.run(lines, byFile.get(file))
      return kramdown.write(run)
    },
    knownKeys: KNOWN_KEYS,
    fileRoots: [root],
  }
}

/** Read here, or of use to the theme alone. */
const KNOWN_KEYS = `
layout nav_order parent grand_parent great_grand_parent ancestor has_children has_toc nav_exclude
search_exclude permalink redirect_from redirect_to published tags categories category collection
has_math child_nav_order nav_fold last_modified_date section section-name seo`
  .trim()
  .split(/\s+/)

/** Pages of GitHub need no front matter; a site without any has none that does. */
function needsFrontMatter({ files, read }: SourceFolder, settings: ConfigValue): boolean {
  const plugins = [...settings.at('plugins').list(), ...settings.at('gems').list()]
  if (plugins.some((each) => each.text() === 'jekyll-optional-front-matter')) return false
  return files.some((file) => /\.(?:md|markdown)$/.test(file) && read(file)?.startsWith('---\n'))
}

/** What templates see as `site`. */
function describeSite(
  source: SourceFolder,
  root: string,
  settings: ConfigValue,
  pages: readonly JekyllPage[],
  { report }: SiteContext,
): Readonly<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  const folder = posix.join(root, settings.at('data_dir').text() ?? '_data')
  for (const file of source.files) {
    if (!file.startsWith(`${folder}/`) || !/\.(?:ya?ml|json)$/.test(file)) continue
    const keys = file
      .slice(folder.length + 1)
      .replace(/\.\w+$/, '')
      .split('/')
    let table = data
    for (const key of keys.slice(0, -1)) {
      const inner: Record<string, unknown> = Object.hasOwn(table, key) ? Object(table[key]) : {}
      table[key] = inner
      table = inner
    }
    Object.defineProperty(table, keys.at(-1) ?? '', {
      enumerable: true,
      configurable: true,
      value: readConfigFile(source, file, report).value,
    })
  }
  const own = pages.filter(({ label }) => label === '').map(describePage)
  const labels = [...new Set(pages.map(({ label }) => label))].filter((label) => label !== '')
  const lists = labels.map((label) => {
    return [label, pages.filter((page) => page.label === label).map(describePage)] as const
  })
  const repository = settings.at('repository').text()
  return {
    ...Object.fromEntries(settings.entries().map(([key, each]) => [key, each.value])),
    ...Object.fromEntries(lists),
    data,
    pages: own,
    html_pages: own,
    documents: lists.flatMap(([, docs]) => docs),
    static_files: [],
    ...(repository === undefined
      ? {}
      : { github: { repository_url: `https://github.com/${repository}` } }),
    time: '',
  }
}

/** Programs and tables that templates of the source have, and ours do not. */
function reportPrograms(
  source: SourceFolder,
  root: string,
  settings: ConfigValue,
  { report }: SiteContext,
): void {
  const data = posix.join(root, settings.at('data_dir').text() ?? '_data')
  for (const file of source.files) {
    const place = startOfFile(source.show(file))
    if (file.startsWith(`${data}/`) && /\.[ct]sv$/.test(file)) {
      const what = `templates cannot use the table ${quote(posix.basename(file))}`
      report.addLoss(place, what, 'write it as YAML or JSON')
    }
    if (file.startsWith(posix.join(root, '_plugins/')) && file.endsWith('.rb')) {
      const what = `the plugin ${quote(posix.basename(file))} is a program and is not run`
      report.addNote(place, what, 'write out what it makes, if readers need it')
    }
  }
}

function noteUnlisted(pages: readonly JekyllPage[], shown: string, { report }: SiteContext): void {
  const hidden = pages.filter(({ fields }) => fields.nav_exclude === true)
  if (hidden.length === 0) return
  const what = `pages with "nav_exclude" (${hidden.length}) are imported, and are in no menu`
  report.addNote(startOfFile(shown), what, 'add "published: false" to leave one out')
}
