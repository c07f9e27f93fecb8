import { posix } from 'node:path'
import { choose } from '../../source/choice.ts'
import { readConfigFile } from '../../source/config_files.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type { Generator, Recognition, Site, SiteContext } from '../generator.ts'
import { findMarker } from '../marker_files.ts'
import { keepLanguage, listPagesBelow } from '../site_pages.ts'

/** A site of Starlight: `starlight(…)` in `astro.config.*`, pages in `src/content/docs`. */
export const starlight: Generator = {
  name: 'Starlight',
  recognise: (source) => {
    const found = findMarker(source, /(?:^|\/)astro\.config\.[cm]?[jt]s$/)
    const text = found === undefined ? undefined : source.read(found.marker)
    return text?.includes('starlight(') === true ? found : undefined
  },
  readSite: readStarlight,
}

function readStarlight(
  source: SourceFolder,
  { marker, folder }: Recognition,
  { report, wishes }: SiteContext,
): Site {
  const config = readConfigFile(source, marker, report)
  const integrations = config.at('integrations').list()
  const options = integrations.find((each) => each.at('title').value !== undefined)
  const locales = options?.at('locales').entries() ?? []
  const folders = locales.map(([key]) => key).filter((key) => key !== 'root')
  const main = options?.at('defaultLocale').text() ?? options?.at('locales', 'root', 'lang').text()
  const found = [...new Set([...(main === undefined ? [] : [main]), ...folders])]
  const shown = source.show(marker)
  const language =
    folders.length === 0
      ? undefined
      : choose({ what: 'language', found, shown }, wishes.language, report)
  const root = posix.join(folder, 'src/content/docs')
  const base = config.at('base').text() ?? '/'
  return {
    title: options?.at('title').text(),
    language: language ?? main,
    baseAddress: `${(config.at('site').text() ?? '').replace(/\/$/, '')}${base}`,
    pages: keepLanguage(listPagesBelow(source, root), folders, language ?? ''),
    menu: [],
    redirects: [],
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    fileRoots: [posix.join(folder, 'public')],
  }
}
