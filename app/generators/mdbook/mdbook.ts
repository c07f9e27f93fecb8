import { posix } from 'node:path'
import { listNames, quote, startOfFile } from '../../contract/problem.ts'
import { expandIncludes } from '../../foreign_source/dialects/includes.ts'
import type { Face } from '../../foreign_source/face.ts'
import type {
  Generator,
  Recognition,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'
import { listFiles, readSummary } from '../../foreign_source/summary_file.ts'
import { INCLUDES, removeEscapes } from './_includes.ts'
import { readRedirects } from './_redirects.ts'
import { listRules, writeRules } from './_rules.ts'
import { cutHiddenLines } from './_rust_code.ts'

/** A book of mdBook: `book.toml` names it, `SUMMARY.md` lists its pages. */
export const mdbook: Generator = {
  name: 'mdBook',
  recognise: (source) => findMarker(source, /(?:^|\/)book\.toml$/),
  readSite: readMdbook,
}

function readMdbook(source: SourceFolder, recognition: Recognition, context: SiteContext): Site {
  const { report } = context
  const { marker, folder } = recognition
  const config = readConfigFile(source, marker, report)
  const root = posix.join(folder, config.at('book', 'src').text() ?? 'src')
  const summary = posix.join(root, 'SUMMARY.md')
  const menu = readSummary(source, summary, report)
  const files = new Set(listFiles(menu))
  reportUnlisted(source, root, files, context)
  reportPreprocessors(
    config
      .at('preprocessor')
      .entries()
      .map(([name]) => name),
    source.show(marker),
    context,
  )
  const hasRules = config.at('preprocessor', 'spec').value !== undefined
  const rules = listRules(source, hasRules ? [...files] : [])
  const mount = config.at('output', 'html', 'site-url').text()
  const host = config.at('output', 'html', 'cname').text()
  return {
    title: config.at('book', 'title').text(),
    language: config.at('book', 'language').text(),
    baseAddress: nameBase(host, mount),
    pagesFolder: root,
    pages: [...files].map((file): SitePage => makePage(file, root)),
    menu,
    redirects: readRedirects(config.at('output', 'html', 'redirect'), source, marker, report),
    anchors: 'mdbook',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const expanded = expandIncludes(lines, INCLUDES, { source, report })
      const whole = writeRules(expanded, file, rules)
      return cutHiddenLines(removeEscapes(whole))
    },
    face: readFace(config.at('output', 'html'), folder, source),
    fileRoots: [root],
  }
}

function nameBase(host: string | undefined, mount: string | undefined): string | undefined {
  if (host === undefined || (mount !== undefined && URL.canParse(mount))) return mount
  return `https://${host}${mount ?? '/'}`
}

/** `README.md` is the index of its folder, and `a.md` is at `a.html`. */
function makePage(file: string, root: string): SitePage {
  const named = posix.relative(root, file)
  const address = named.replace(/\.\w+$/, '').replace(/(^|\/)readme$/i, '$1index')
  return { file, named, oldAddress: `${address}.html` }
}

function reportUnlisted(
  source: SourceFolder,
  root: string,
  listed: ReadonlySet<string>,
  { report }: SiteContext,
): void {
  const summary = posix.join(root, 'SUMMARY.md')
  const left = source.files.filter((file) => {
    return file.startsWith(`${root}/`) && isMarkdownName(file) && !listed.has(file)
  })
  const names = left.filter((file) => file !== summary).map((file) => posix.relative(root, file))
  if (names.length === 0) return
  const what = `files that SUMMARY.md does not list are not imported: ${listNames(names)}`
  report.addNote(startOfFile(source.show(summary)), what, 'add to the list what should be a page')
}

const OWN_PREPROCESSORS = new Set(['links', 'index'])

function reportPreprocessors(
  names: readonly string[],
  shown: string,
  { report }: SiteContext,
): void {
  for (const name of names.filter((each) => !OWN_PREPROCESSORS.has(each))) {
    const what = `the preprocessor ${quote(name)} is a program and is not run`
    const fix = 'write what it adds to the pages as Markdown'
    report.addNote(startOfFile(shown), what, fix)
  }
}

/** The icon of a book, the address of its source, and its style sheets. */
function readFace(html: ConfigValue, folder: string, source: SourceFolder): Face {
  const theme = html.at('theme').text() ?? 'theme'
  const favicon = ['svg', 'png']
    .map((ending) => posix.join(theme, `favicon.${ending}`))
    .find((path) => source.has(posix.join(folder, path)))
  const repository = html.at('git-repository-url').text()
  return {
    favicon,
    header: repository === undefined ? [] : [{ title: 'Git repository', href: repository }],
    edit: html.at('edit-url-template').text(),
    stylesheets: html
      .at('additional-css')
      .list()
      .flatMap((each) => each.text() ?? []),
  }
}
