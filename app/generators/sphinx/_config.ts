import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type { Redirect } from '../../foreign_source/generator.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** What a documentation of Sphinx says of itself; also one of Jupyter Book or of mystmd. */
export type SphinxConfig = {
  readonly title: string | undefined
  readonly language: string | undefined
  readonly license: string | undefined
  readonly baseAddress: string | undefined
  /** The page at the top of the menu, without extension. */
  readonly rootPage: string
  /** How files with an ending are written: `.rst`. */
  readonly suffixes: ReadonlyMap<string, 'myst' | 'rst'>
  readonly excluded: readonly string[]
  readonly mystExtensions: ReadonlySet<string>
  readonly headingAnchors: number
  readonly substitutions: Readonly<Record<string, string>>
  /** Addresses for schemes of links: `{{path}}` is what follows the colon. */
  readonly urlSchemes: Readonly<Record<string, UrlScheme>>
  /** Roles that are links: address and words with `%s`. */
  readonly extlinks: Readonly<Record<string, readonly [address: string, words: string]>>
  /** The repository whose issues roles name: `owner/name`. */
  readonly issuesPath: string | undefined
  readonly defaultRole: string | undefined
  readonly codeLanguage: string
  /** Whether the module is shown before the names of its objects. */
  readonly namesModules: boolean
  /** Whether flags of doctests are left out of code. */
  readonly trimsDoctests: boolean
  /** Whether notes to the authors are hidden: so they are where nothing says that they show. */
  readonly hidesTodos: boolean
  /** Whether anchors of terms are in small letters, as mystmd has them. */
  readonly lowersTerms: boolean
  readonly prolog: string
  readonly epilog: string
  readonly redirects: readonly Redirect[]
}

type UrlScheme = { readonly address: string; readonly words?: string }

const MYST = /^(?:myst_parser|myst_nb|recommonmark|jupyter_book|myst_parser\..*)$/
const NAMES_MYST = /^[^#\n]*["']myst_(?:parser|nb)["']/m

/** Reads a configuration whose keys are those of `conf.py`. */
export function readSphinxConfig(
  config: ConfigValue,
  marker: string,
  source: SourceFolder,
): SphinxConfig {
  const words = (key: string) => listTexts(config.at(key))
  const version = config.at('version').text() ?? config.at('release').text()
  const release = config.at('release').text()
  const project = config.at('project').text()
  // A list that is extended below a condition is read as text: without it, pages would be missing.
  const hasMyst =
    words('extensions').some((name) => MYST.test(name)) ||
    NAMES_MYST.test(source.read(marker) ?? '')
  return {
    title: project ?? config.at('html_title').text(),
    language: config.at('language').text()?.replace('_', '-'),
    license: undefined,
    baseAddress: config.at('html_baseurl').text() ?? config.at('ogp_site_url').text(),
    rootPage: config.at('root_doc').text() ?? config.at('master_doc').text() ?? 'index',
    suffixes: readSuffixes(config.at('source_suffix'), hasMyst),
    excluded: [...words('exclude_patterns'), ...words('templates_path')],
    mystExtensions: new Set(words('myst_enable_extensions')),
    headingAnchors: Number(config.at('myst_heading_anchors').text() ?? 0),
    substitutions: {
      ...(version === undefined ? {} : { version }),
      ...(release === undefined ? {} : { release }),
      ...(project === undefined ? {} : { project }),
      ...readTexts(config.at('myst_substitutions')),
    },
    urlSchemes: readSchemes(config.at('myst_url_schemes')),
    extlinks: readExtlinks(config.at('extlinks')),
    issuesPath: config.at('issues_github_path').text(),
    defaultRole: config.at('default_role').text(),
    codeLanguage: config.at('highlight_language').text() ?? '',
    namesModules: config.at('add_module_names').value !== false,
    trimsDoctests: config.at('trim_doctest_flags').value !== false,
    hidesTodos:
      words('extensions').includes('sphinx.ext.todo') &&
      config.at('todo_include_todos').value !== true,
    lowersTerms: marker.endsWith('myst.yml'),
    prolog: config.at('rst_prolog').text() ?? '',
    epilog: config.at('rst_epilog').text() ?? '',
    redirects: readRedirects(config, marker, source),
  }
}

function listTexts(value: ConfigValue): readonly string[] {
  const one = value.text()
  return one === undefined ? value.list().flatMap((each) => each.text() ?? []) : [one]
}

export function readTexts(value: ConfigValue): Readonly<Record<string, string>> {
  return Object.fromEntries(
    value.entries().flatMap(([key, each]) => {
      const text = typeof each.value === 'boolean' ? String(each.value) : each.text()
      return text === undefined ? [] : [[key, text]]
    }),
  )
}

function readSuffixes(value: ConfigValue, hasMyst: boolean): ReadonlyMap<string, 'myst' | 'rst'> {
  const kindOf = (suffix: string, kind = '') => {
    return /markdown|myst/.test(kind) || /\.(?:md|markdown)$/.test(suffix) ? 'myst' : 'rst'
  }
  const written = value.entries().map(([suffix, kind]) => {
    return [suffix, kindOf(suffix, kind.text())] as const
  })
  const listed = listTexts(value).map((suffix) => [suffix, kindOf(suffix)] as const)
  const found = [...written, ...listed].filter(([suffix]) => suffix !== '.ipynb')
  const none = found.length === 0 ? ([['.rst', 'rst']] as const) : []
  return new Map([...found, ...none, ...(hasMyst ? ([['.md', 'myst']] as const) : [])])
}

function readSchemes(value: ConfigValue): Readonly<Record<string, UrlScheme>> {
  return Object.fromEntries(
    value.entries().flatMap(([scheme, each]) => {
      const address = each.text() ?? each.at('url').text()
      const words = each.at('title').text()
      if (address === undefined) return []
      return [[scheme, words === undefined ? { address } : { address, words }]]
    }),
  )
}

function readExtlinks(value: ConfigValue): SphinxConfig['extlinks'] {
  return Object.fromEntries(
    value.entries().flatMap(([name, each]) => {
      const address = each.at(0).text()
      return address === undefined ? [] : [[name, [address, each.at(1).text() ?? '']]]
    }),
  )
}

/** Redirects of the two extensions that write them. */
function readRedirects(
  config: ConfigValue,
  marker: string,
  source: SourceFolder,
): readonly Redirect[] {
  const place = startOfFile(source.show(marker))
  const pages = readTexts(config.at('rediraffe_redirects'))
  const addresses = readTexts(config.at('redirects'))
  const nameOf = (file: string) => `/${file.replace(/\.(?:md|rst|txt)$/, '')}`
  return [
    ...Object.entries(pages).map(([from, to]) => {
      return { from: `${nameOf(from)}.html`, to: `${nameOf(to)}.html`, place }
    }),
    ...Object.entries(addresses)
      .filter(([from]) => !from.includes('*'))
      .map(([from, to]) => {
        const isWhole = /^[a-z][a-z0-9+.-]*:|^\//i.test(to)
        const target = isWhole ? to : posix.join(posix.dirname(nameOf(from)), to)
        return { from: `${nameOf(from)}.html`, to: target, place }
      }),
  ]
}

/** Whether a pattern of Sphinx names a file or a folder above it. */
export function isExcluded(name: string, patterns: readonly string[]): boolean {
  const parts = name.split('/')
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  return patterns.some((pattern) => {
    const glob = new Bun.Glob(pattern.replace(/\/$/, ''))
    return paths.some((path) => glob.match(path))
  })
}
