import { posix } from 'node:path'
import { type Face, readAccent, readFaceLinks, readNamedLinks } from '../../foreign_source/face.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Logo, links and colours of a site of Starlight. */
export function readFace(settings: ConfigValue, folder: string, source: SourceFolder): Face {
  const logo = settings.at('logo')
  const social = settings.at('social')
  const stylesheets = settings
    .at('customCss')
    .list()
    .flatMap((each) => each.text() ?? [])
    .filter((path) => path.startsWith('.') || path.startsWith('/'))
    .map((path) => posix.join(folder, path))
  return {
    logo: logo.at('src').text() ?? logo.at('light').text(),
    darkLogo: logo.at('dark').text(),
    hidesTitle: logo.at('replacesTitle').value === true,
    favicon: settings.at('favicon').text() ?? findDefaultIcon(folder, source),
    header: [...readFaceLinks(social.list()), ...readNamedLinks(social)],
    edit: settings.at('editLink', 'baseUrl').text(),
    accent: readAccent(source, stylesheets, '--sl-color-accent'),
    stylesheets,
  }
}

function findDefaultIcon(folder: string, source: SourceFolder): string | undefined {
  return source.has(posix.join(folder, 'public/favicon.svg')) ? '/favicon.svg' : undefined
}
