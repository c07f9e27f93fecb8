import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type { Generator, Recognition, Site, SiteContext } from '../../foreign_source/generator.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { writeFormulas } from '../tex_formulas.ts'
import { readConfiguration, recogniseHugo } from './_configuration.ts'
import { chooseLanguage, type Language, listContent } from './_content.ts'
import { writeEmoji } from './_emoji.ts'
import { writePlainMarkdown } from './_markdown.ts'
import { makeMenu } from './_menu.ts'
import { writeShortcode } from './_own_shortcodes.ts'
import { type HugoPage, readPages } from './_pages.ts'
import { createPageFinder } from './_references.ts'
import { listRoots, makeShortcodeSite } from './_shortcode_site.ts'
import { writeShortcodes } from './_shortcodes.ts'
import { createTranslations } from './_translations.ts'
import { keepVersion } from './_versions.ts'

/** A site of Hugo, with the shortcodes of Hugo itself, of Docsy and of Book. */
export const hugo: Generator = {
  name: 'Hugo',
  recognise: recogniseHugo,
  readSite: readHugo,
}

/** Front matter that is read here, or that only decorates. */
const KNOWN_KEYS =
  `weight linkTitle linktitle url cascade publishDate publishdate expiryDate expirydate
  build _build headless layout type outputs menu menus params resources markup toc
  toc_hide hide_summary simple_list no_list hide_feedback hide_readingtime bookHidden
  bookToC bookToc bookFlatSection bookCollapseSection bookComments bookSearchExclude
  body_class keywords tags categories author images featured_image sitemap
  search_exclude`.split(/\s+/)

function readHugo(source: SourceFolder, { marker }: Recognition, context: SiteContext): Site {
  const configuration = readConfiguration(source, marker, context.report)
  const { settings, folder } = configuration
  const shown = source.show(marker)
  const language = chooseLanguage(configuration, shown, context)
  const content = listContent(source, configuration, language, shown, context)
  const files = keepVersion(content, configuration, shown, context)
  const pages = readPages(source, files, configuration, context)
  reportHidden(source, pages, context)
  if (settings.at('permalinks').entries().length > 0) {
    const what = 'addresses made by "permalinks" are not kept; pages get those of their files'
    const fix = 'give pages a "url", or list the old addresses in redirects.yaml'
    context.report.addLoss(startOfFile(shown), what, fix)
  }
  const own = settings.at('languages', language.name)
  const { value: hasTermAnchors } = settings.at(
    ...['markup', 'goldmark', 'parser', 'autodefinitiontermid'],
  )
  const parts = {
    source,
    configuration,
    files,
    pages,
    find: createPageFinder(pages),
    translate: createTranslations(
      source,
      listRoots(settings, folder),
      language.name,
      context.report,
    ),
    language,
    context,
  }
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
      const site = makeShortcodeSite({ ...parts, page })
      const written = writeShortcodes(lines, site, writeShortcode)
      const hasEmoji = settings.at('enableemoji').value === true
      const signed = hasEmoji ? writeEmoji(written, source, context.report) : written
      const formulas = writeFormulas(signed, { source, report: context.report })
      return writePlainMarkdown(formulas, hasTermAnchors === true)
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
