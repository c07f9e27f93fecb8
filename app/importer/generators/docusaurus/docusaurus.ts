import { posix } from 'node:path'
import { choose, sortVersions } from '../../source/choice.ts'
import { readConfigFile } from '../../source/config_files.ts'
import type { ConfigValue } from '../../source/config_values.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type { Generator, Recognition, Site, SiteContext } from '../generator.ts'
import { findMarker } from '../marker_files.ts'
import { listPagesBelow } from '../site_pages.ts'

/** A site of Docusaurus: `docusaurus.config.*`, pages in `docs` or in the folder of a version. */
export const docusaurus: Generator = {
  name: 'Docusaurus',
  recognise: (source) => findMarker(source, /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/),
  readSite: readDocusaurus,
}

function readDocusaurus(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const config = readConfigFile(source, marker, context.report)
  const docs = findDocsOptions(config)
  const current = posix.join(folder, docs.at('path').text() ?? 'docs')
  const root = chooseVersion(source, folder, context) ?? current
  const [address, base] = [config.at('url').text() ?? '', config.at('baseUrl').text() ?? '/']
  return {
    title: config.at('title').text(),
    language: config.at('i18n', 'defaultLocale').text(),
    baseAddress: `${address.replace(/\/$/, '')}${base}`,
    pages: listPagesBelow(source, root, (named) => /(?:^|\/)_/.test(named)),
    menu: [],
    redirects: [],
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: true,
    fileRoots: [posix.join(folder, 'static')],
  }
}

/** Options of the documentation: in the preset, `['classic', { docs: … }]`. */
function findDocsOptions(config: ConfigValue): ConfigValue {
  const presets = config.at('presets').list()
  const found = presets.find((preset) => preset.at(1, 'docs').value !== undefined)
  return found?.at(1, 'docs') ?? config.at('docs')
}

/** The folder of a version; the newest that was released, unless another is asked for. */
function chooseVersion(
  source: SourceFolder,
  folder: string,
  { report, wishes }: SiteContext,
): string | undefined {
  const file = posix.join(folder, 'versions.json')
  const listed = readConfigFile(source, file, report).list()
  const names = listed.flatMap((each) => each.text() ?? [])
  if (names.length === 0) return undefined
  const found = [...sortVersions(names), 'current']
  const shown = source.show(file)
  const version = choose({ what: 'version', found, shown }, wishes.version, report)
  return version === undefined || version === 'current'
    ? undefined
    : posix.join(folder, 'versioned_docs', `version-${version}`)
}
