import { posix } from 'node:path'
import { stripMarkdown } from '../../convert/plain_text.ts'
import type { ConfigValue } from '../../source/config_values.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type { SourceLine } from '../../source/source_line.ts'
import type { Generator, Recognition, Site, SiteContext, SitePage } from '../generator.ts'
import { type Configuration, readConfiguration, recogniseHugo } from './_configuration.ts'
import { chooseLanguage, type Language, listContent } from './_content.ts'
import { findFixedShortcode, findThemeShortcode, writeInner } from './_known_shortcodes.ts'
import { writePlainMarkdown } from './_markdown.ts'
import { listChildren, makeMenu, titleOf } from './_menu.ts'
import { writeOwnTemplate } from './_own_shortcodes.ts'
import { type HugoPage, readPages } from './_pages.ts'
import { createPageFinder } from './_references.ts'
import { type ShortcodeSite, type ShortcodeWriter, writeShortcodes } from './_shortcodes.ts'

/** A site of Hugo, with the shortcodes of Hugo itself, of Docsy and of Book. */
export const hugo: Generator = {
  name: 'Hugo',
  recognise: recogniseHugo,
  readSite: readHugo,
}

/** Front matter that is read here, or that only decorates. */
const KNOWN_KEYS =
  `weight linkTitle linktitle url cascade publishDate publishdate expiryDate expirydate
  build _build headless layout type outputs menu menus params resources markup toc toc_hide hide_summary
  simple_list no_list hide_feedback hide_readingtime bookHidden bookToC bookToc bookFlatSection
  bookCollapseSection bookComments bookSearchExclude body_class keywords tags categories author
  images featured_image sitemap search_exclude`.split(/\s+/)

function readHugo(source: SourceFolder, { marker }: Recognition, context: SiteContext): Site {
  const configuration = readConfiguration(source, marker, context.report)
  const { settings, folder } = configuration
  const shown = source.show(marker)
  const language = chooseLanguage(configuration, shown, context)
  const files = listContent(source, configuration, language, shown, context)
  const pages = readPages(source, files, configuration, context)
  reportHidden(source, pages, context)
  const own = settings.at('languages', language.name)
  const find = createPageFinder(pages)
  const write = makeWriter()
  return {
    title: own.at('title').text() ?? settings.at('title').text(),
    language: nameLanguage(own, settings, language),
    baseAddress: nameBase(own, settings, language),
    pages: pages.map(({ sitePage }) => sitePage),
    menu: makeMenu(pages),
    redirects: [],
    anchors: 'github',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, page) => {
      const site = makeShortcodeSite({
        source,
        configuration,
        pages,
        find,
        page,
        language,
        context,
      })
      return writePlainMarkdown(writeShortcodes(lines, site, write))
    },
    knownKeys: KNOWN_KEYS,
    fileRoots: [...listFileRoots(settings, own), ...listContentRoots(files)].map((root) => {
      return posix.join(folder, root)
    }),
  }
}

function nameLanguage(own: ConfigValue, settings: ConfigValue, { name }: Language): string {
  const tag = own.at('locale').text() ?? own.at('languagecode').text()
  return tag ?? settings.at('locale').text() ?? settings.at('languagecode').text() ?? name
}

/** Languages other than the default are below their name, unless they have a host. */
function nameBase(own: ConfigValue, settings: ConfigValue, language: Language): string | undefined {
  const host = own.at('baseurl').text()
  const base = host ?? settings.at('baseurl').text()
  const isBelow =
    !language.isDefault || settings.at('defaultcontentlanguageinsubdir').value === true
  if (base === undefined || host !== undefined || !isBelow) return base
  return `${base.replace(/\/+$/, '')}/${language.name}/`
}

function listFileRoots(settings: ConfigValue, own: ConfigValue): readonly string[] {
  const [one, several] = [settings.at('staticdir').text(), settings.at('staticdir').list()]
  const named = [one, own.at('staticdir').text(), ...several.map((each) => each.text())]
  return [...named.flatMap((each) => each ?? []), 'static', 'assets']
}

/** Files of page bundles are served beside their pages. */
function listContentRoots(files: readonly { readonly file: string; readonly path: string }[]) {
  const roots = files
    .filter(({ file, path }) => file.endsWith(`/${path}`))
    .map(({ file, path }) => file.slice(0, -path.length - 1))
  return [...new Set(roots)]
}

function reportHidden(
  source: SourceFolder,
  pages: readonly HugoPage[],
  { report }: SiteContext,
): void {
  for (const { file, isHidden } of pages) {
    if (!isHidden) continue
    const place = { file: source.show(file), line: 1, column: 1 }
    const what = 'the page is not in the menu of the source, and is imported'
    report.addNote(place, what, 'remove it, or add it to _folder.yaml')
  }
}

/** Shortcodes that are known, then templates of the site, then those of themes. */
function makeWriter(): ShortcodeWriter {
  return (call) => {
    const { name, inner } = call.shortcode
    const known = findFixedShortcode(name)
    if (known !== undefined) return known(call)
    const template = call.site.readTemplate(name)
    const written = template === undefined ? undefined : writeOwnTemplate(template, call)
    if (written !== undefined) return written
    const ofTheme = findThemeShortcode(name)
    if (ofTheme !== undefined) return ofTheme(call)
    const why = template === undefined ? 'is not known' : 'has a template that computes'
    const fix = 'write what it shows as text'
    if (inner === undefined) {
      const words = [...call.shortcode.list, ...call.shortcode.named.values()].join(', ')
      call.reportLoss(
        `${why} and is left out${words === '' ? '' : `: ${words.slice(0, 100)}`}`,
        fix,
      )
    } else call.reportLoss(`${why}; only the text inside it is kept`, fix)
    return writeInner(call)
  }
}

type SiteParts = {
  readonly source: SourceFolder
  readonly configuration: Configuration
  readonly pages: readonly HugoPage[]
  readonly find: (name: string, fromFile: string) => HugoPage | undefined
  readonly page: SitePage
  readonly language: Language
  readonly context: SiteContext
}

function makeShortcodeSite(parts: SiteParts): ShortcodeSite {
  const { source, configuration, pages, find, page, language, context } = parts
  const { settings, folder } = configuration
  const own = pages.find(({ file }) => file === page.file)
  const linkTo = (target: HugoPage, from: SourceLine) => {
    const path = posix.relative(posix.dirname(from.base ?? from.file), target.file)
    return encodeURI(path).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  }
  return {
    source,
    report: context.report,
    folder,
    readParameter: (name) => {
      const path = name.toLowerCase().split('.')
      const tables = [
        own?.fields.at('params'),
        own?.fields,
        settings.at('languages', language.name, 'params'),
        settings.at('params'),
      ]
      const values = tables.map((table) => table?.at(...path))
      const found = values.find((value) => value?.value !== undefined && value.value !== null)
      return typeof found?.value === 'boolean' ? String(found.value) : found?.text()
    },
    findReference: (name, from) => {
      const [path = '', ...anchor] = name.split('#')
      const target = path === '' ? own : find(path, from.base ?? from.file)
      const suffix = anchor.length === 0 ? '' : `#${anchor.join('#')}`
      if (path === '' && suffix !== '') return suffix
      return target === undefined ? name : linkTo(target, from) + suffix
    },
    listChildLinks: (from) =>
      own === undefined
        ? []
        : listChildren(pages, own.route)
            .filter(({ isHidden }) => !isHidden)
            .map((child) => `[${stripMarkdown(titleOf(child))}](${linkTo(child, from)})`),
    readTemplate: (name) => readTemplate(source, settings, folder, name),
  }
}

/** The template of a shortcode in the site, or in the theme beside it. */
function readTemplate(
  source: SourceFolder,
  settings: ConfigValue,
  folder: string,
  name: string,
): string | undefined {
  const themes = [settings.at('theme'), ...settings.at('theme').list()].flatMap((each) => {
    const theme = each.text()
    return theme === undefined ? [] : [posix.join('themes', theme)]
  })
  const files = ['', ...themes].flatMap((root) =>
    ['_shortcodes', 'shortcodes'].flatMap((each) =>
      ['html', 'md'].map((end) => posix.join(folder, root, 'layouts', each, `${name}.${end}`)),
    ),
  )
  const found = files.find((file) => source.has(file))
  return found === undefined ? undefined : source.read(found)
}
