import { posix } from 'node:path'
import { type Place, quote } from '../../../contract/problem.ts'
import { expandIncludes } from '../../source/dialects/includes.ts'
import type { Face } from '../../source/face.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import type { Generator, Redirect, Site, SiteReading } from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import { listFiles, noteUnlisted, readSummary } from '../../source/summary_file.ts'
import { cutHiddenLines, INCLUDES, listRules, removeEscapes, writeRules } from './_lines.ts'

/** A book of mdBook: `book.toml` names it, `SUMMARY.md` lists its pages. */
export const mdbook: Generator = {
  name: 'mdBook',
  recognise: (source) => findMarker(source, /(?:^|\/)book\.toml$/),
  readSite: readMdbook,
}

const OWN_PREPROCESSORS = new Set(['links', 'index'])

function readMdbook(reading: SiteReading): Site {
  const { source, marker, folder, report } = reading
  const config = readConfigFile(source, marker, report)
  const root = posix.join(folder, config.at('book', 'src').text() ?? 'src')
  const summary = posix.join(root, 'SUMMARY.md')
  const menu = readSummary(source, summary, report)
  const files = new Set(listFiles(menu))
  noteUnlisted({ source, report, root, summary }, [...files, summary])
  for (const [name] of config.at('preprocessor').entries()) {
    if (OWN_PREPROCESSORS.has(name)) continue
    const what = `the preprocessor ${quote(name)} is a program and is not run`
    report.note(marker, what, 'write what it adds to the pages as Markdown')
  }
  const hasRules = config.at('preprocessor', 'spec').value !== undefined
  const rules = listRules(source, hasRules ? [...files] : [])
  const html = config.at('output', 'html')
  const [mount, host] = [html.at('site-url').text(), html.at('cname').text()]
  const isWhole = host === undefined || (mount !== undefined && URL.canParse(mount))
  return {
    title: config.at('book', 'title').text(),
    language: config.at('book', 'language').text(),
    baseAddress: isWhole ? mount : `https://${host}${mount ?? '/'}`,
    pagesFolder: root,
    pages: [...files].map((file) => {
      const named = posix.relative(root, file)
      // `README.md` is the index of its folder, and `a.md` is at `a.html`.
      const address = named.replace(/\.\w+$/, '').replace(/(^|\/)readme$/i, '$1index')
      return { file, named, oldAddress: `${address}.html` }
    }),
    menu,
    redirects: readRedirects(html.at('redirect'), reading),
    anchors: 'mdbook',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const expanded = expandIncludes(lines, INCLUDES, reading)
      return cutHiddenLines(removeEscapes(writeRules(expanded, file, rules)))
    },
    face: readFace(html, reading),
    fileRoots: [root],
  }
}

/** Old addresses of a book. Those of anchors need a script in the page, as mdBook writes it. */
function readRedirects(list: ConfigValue, reading: SiteReading): readonly Redirect[] {
  const { source, marker, shown, report } = reading
  const lines = (source.read(marker) ?? '').split('\n')
  const find = (from: string): Place => {
    const at = lines.findIndex((line) => line.includes(from) && line.includes('='))
    return { file: shown, line: Math.max(at, 0) + 1, column: 1 }
  }
  const entries = list.entries()
  const [first, ...more] = entries.map(([from]) => from).filter((from) => from.includes('#'))
  if (first !== undefined) {
    const what =
      `old addresses of anchors (${more.length + 1}), such as ${quote(first)}, lead to the top ` +
      'of their page: no server sees what follows a "#"'
    const fix = 'name the new headings by the old anchors where links need it'
    report.addLoss(find(first), what, fix)
  }
  return entries.flatMap(([from, value]): readonly Redirect[] => {
    const to = value.text()
    if (to === undefined || from.includes('#')) return []
    // A relative target counts from the old address.
    const isWhole = /^[a-z][a-z0-9+.-]*:|^\//i.test(to)
    const target = isWhole ? to : posix.join(posix.dirname(`/${from.replace(/^\//, '')}`), to)
    return [{ from, to: target, place: find(from) }]
  })
}

/** The icon of a book, the address of its source, and its style sheets. */
function readFace(html: ConfigValue, { source, folder }: SiteReading): Face {
  const theme = html.at('theme').text() ?? 'theme'
  const icons = ['svg', 'png'].map((ending) => posix.join(theme, `favicon.${ending}`))
  const repository = html.at('git-repository-url').text()
  return {
    favicon: icons.find((path) => source.has(posix.join(folder, path))),
    header: repository === undefined ? [] : [{ title: 'Git repository', href: repository }],
    edit: html.at('edit-url-template').text(),
    stylesheets: html.at('additional-css').texts(),
  }
}
