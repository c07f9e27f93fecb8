import { posix } from 'node:path'
import { choose } from '../../source/choice.ts'
import { readConfigFile } from '../../source/config_files.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type { Generator, Recognition, Site, SiteContext } from '../generator.ts'
import { findMarker } from '../marker_files.ts'
import { keepLanguage, listPagesBelow } from '../site_pages.ts'

/** A site of VitePress: `.vitepress/config.*`, pages beside that folder. */
export const vitepress: Generator = {
  name: 'VitePress',
  recognise: (source) => {
    const found = findMarker(source, /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/, 3)
    if (found === undefined) return undefined
    return { ...found, folder: found.marker.replace(/(?:^|\/)\.vitepress\/.*$/, '') }
  },
  readSite: readVitepress,
}

function readVitepress(
  source: SourceFolder,
  { marker, folder }: Recognition,
  { report, wishes }: SiteContext,
): Site {
  const config = readConfigFile(source, marker, report)
  const root = posix.join(folder, config.at('srcDir').text() ?? '.')
  const locales = config.at('locales').entries()
  const codes = locales.map(([key, value]) => {
    return key === 'root' ? (value.at('lang').text() ?? config.at('lang').text() ?? 'root') : key
  })
  const folders = locales.map(([key]) => key).filter((key) => key !== 'root')
  const found = [...codes.filter((code) => !folders.includes(code)), ...folders]
  const shown = source.show(marker)
  const language = choose({ what: 'language', found, shown }, wishes.language, report)
  return {
    title: config.at('title').text(),
    language: language ?? config.at('lang').text(),
    baseAddress: config.at('base').text(),
    pages: keepLanguage(listPagesBelow(source, root), folders, language ?? ''),
    menu: [],
    redirects: [],
    anchors: 'vitepress',
    markup: 'guess',
    cutsNumbers: false,
    fileRoots: [posix.join(root, 'public'), root],
  }
}
