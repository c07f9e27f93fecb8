import { posix } from 'node:path'
import { type Face, type FaceLink, readAccent, readFaceLinks } from '../../foreign_source/face.ts'
import { keyOf } from '../../foreign_source/site_addresses.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { DocsPage } from './_docs_pages.ts'

/** Bar, footer and colours of a site of Docusaurus. */
export function readFace(
  config: ConfigValue,
  docs: ConfigValue,
  folder: string,
  source: SourceFolder,
  pages: readonly DocsPage[],
): Face {
  const show = (links: readonly FaceLink[]) =>
    links.map(({ title, href }) => {
      const page = pages.find(({ id }) => id === href)
      return { title, href: page === undefined ? href : `/${keyOf(page.named)}` }
    })
  const theme = config.at('themeConfig')
  const logo = theme.at('navbar', 'logo')
  const custom = config
    .at('presets')
    .list()
    .map((preset) => preset.at(1, 'theme', 'customCss'))
  const stylesheets = custom
    .flatMap((each) => [each, ...each.list()])
    .flatMap((each) => each.text() ?? [])
    .map((path) => posix.join(folder, path))
  return {
    logo: logo.at('src').text(),
    darkLogo: logo.at('srcDark').text(),
    hidesTitle: theme.at('navbar', 'title').text() === undefined,
    favicon: config.at('favicon').text(),
    header: show(readFaceLinks(theme.at('navbar', 'items').list())),
    footer: show(readFaceLinks(theme.at('footer', 'links').list())),
    edit: docs.at('editUrl').text(),
    accent: readAccent(source, stylesheets, '--ifm-color-primary'),
    stylesheets,
  }
}
