import { posix } from 'node:path'
import { type Face, readAccent, readFaceLinks } from '../../foreign_source/face.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Bar, footer and colours of a site of VitePress; a language may have its own. */
export function readFace(
  config: ConfigValue,
  own: ConfigValue,
  { source, folder }: { readonly source: SourceFolder; readonly folder: string },
): Face {
  const at = (...path: readonly string[]) => {
    const found = own.at(...path)
    return found.value === undefined ? config.at('themeConfig', ...path) : found
  }
  const icons = config
    .at('head')
    .list()
    .filter((tag) => tag.at(1, 'rel').text() === 'icon')
  const styles = posix.join(folder, '.vitepress/theme/')
  const stylesheets = source.files.filter((file) => {
    return file.startsWith(styles) && file.endsWith('.css')
  })
  return {
    logo: at('logo').text() ?? at('logo', 'light').text() ?? at('logo', 'src').text(),
    darkLogo: at('logo', 'dark').text(),
    hidesTitle: at('siteTitle').value === false,
    favicon: icons[0]?.at(1, 'href').text(),
    header: readFaceLinks([...at('nav').list(), ...at('socialLinks').list()]),
    footer: readFaceLinks([...at('footer', 'nav').list(), ...at('footer', 'links').list()]),
    edit: at('editLink', 'pattern').text(),
    accent: readAccent(source, stylesheets, '--vp-c-brand-1'),
    stylesheets,
  }
}
