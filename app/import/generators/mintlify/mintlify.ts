import { posix } from 'node:path'
import { quote, startOfFile } from '../../../contract/problem.ts'
import { resolveImports } from '../../source/dialects/imported_files.ts'
import { type Face, readFaceLinks, readNamedLinks } from '../../source/face.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import type { Generator, Redirect, Site, SiteReading } from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import { listPagesBelow } from '../../source/site_pages.ts'
import { bareOf, chooseBranches, readEntries, readMintlifyPages } from './_navigation.ts'

/** A site of Mintlify: `docs.json` with its navigation. */
export const mintlify: Generator = {
  name: 'Mintlify',
  recognise: (source) => {
    return findMarker(source, /(?:^|\/)(?:docs|mint)\.json$/, 2, (file) => {
      return source.read(file)?.includes('"navigation"') === true
    })
  },
  readSite: readMintlify,
}

/** Keys that only decorate, or that a reader does not see. */
const KNOWN_KEYS = (
  'icon iconType tag deprecated hidden noindex mode groups keywords public og:image og:title ' +
  'og:description canonical rss boost version'
).split(' ')

function readMintlify(reading: SiteReading): Site {
  const { source, marker, folder, report, shown } = reading
  const written = readConfigFile(source, marker, report)
  const config = readConfigValue(resolveReferences(written.value, marker, reading, 0))
  const chosen = chooseBranches(config.at('navigation'), reading)
  const isOther = (named: string) =>
    /^snippets\//.test(named) ||
    chosen.othersPages.has(bareOf(named)) ||
    chosen.others.some((other) => named.startsWith(`${other}/`))
  const pages = readMintlifyPages(listPagesBelow(source, folder, isOther), reading)
  return {
    title: config.at('name').text(),
    language: chosen.language,
    pages,
    menu: chosen.navigation.flatMap((each) => readEntries(each, { ...reading, pages })),
    tabs: chosen.navigation.flatMap((each) => {
      return each
        .at('tabs')
        .list()
        .flatMap((tab) => tab.at('tab').text() ?? [])
    }),
    redirects: readRedirects(config.at('redirects'), shown).filter(({ from }) => {
      return !chosen.others.some((other) => from.startsWith(`/${other}/`))
    }),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines) => resolveImports(lines, { '/': folder }, reading),
    knownKeys: KNOWN_KEYS,
    face: readFace(config),
    fileRoots: [folder],
  }
}

/** Files that name each other; more is a circle. */
const DEPTH_MAX = 10

/** A configuration with the files that `$ref` names in their places. */
function resolveReferences(
  value: unknown,
  file: string,
  reading: SiteReading,
  depth: number,
): unknown {
  const { source, report } = reading
  const next = (inner: unknown) => resolveReferences(inner, file, reading, depth)
  if (Array.isArray(value)) return value.map(next)
  if (typeof value !== 'object' || value === null) return value
  const reference: unknown = Reflect.get(value, '$ref')
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, next(inner)]))
  }
  const path = posix.join(posix.dirname(file), reference)
  if (!source.has(path) || depth >= DEPTH_MAX) {
    const what = `the configuration names ${quote(reference)}, which is not in the folder`
    report.lose(file, what, 'add the file, or remove the reference')
    return undefined
  }
  return resolveReferences(readConfigFile(source, path, report).value, path, reading, depth + 1)
}

function readRedirects(list: ConfigValue, shown: string): readonly Redirect[] {
  return list.list().flatMap((each) => {
    const [from, to] = [each.at('source').text(), each.at('destination').text()]
    if (from === undefined || to === undefined) return []
    return [{ from, to, place: startOfFile(shown) }]
  })
}

/** Logo, links and colours of a site of Mintlify. */
function readFace(config: ConfigValue): Face {
  const [logo, favicon, bar] = [config.at('logo'), config.at('favicon'), config.at('navbar')]
  const [socials, links] = [config.at('footer', 'socials'), config.at('footer', 'links')]
  const [light, dark] = [config.at('colors', 'primary').text(), config.at('colors', 'light').text()]
  return {
    logo: logo.text() ?? logo.at('light').text(),
    darkLogo: logo.at('dark').text(),
    hidesTitle: logo.value !== undefined,
    favicon: favicon.text() ?? favicon.at('light').text(),
    header: readFaceLinks([...bar.at('links').list(), bar.at('primary')]),
    footer: [...readNamedLinks(socials), ...readFaceLinks(links.list())],
    accent: { light, dark },
  }
}
