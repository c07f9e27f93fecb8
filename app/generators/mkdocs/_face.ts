import { posix } from 'node:path'
import { type Face, readFaceLinks } from '../../foreign_source/face.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Colours of Material by their names; a page of its own explains them. */
const COLORS: Readonly<Record<string, string>> = {
  red: '#ef5552',
  pink: '#e92063',
  purple: '#ab47bd',
  'deep purple': '#7e56c2',
  indigo: '#4051b5',
  blue: '#2094f3',
  'light blue': '#02a6f2',
  cyan: '#00bdd6',
  teal: '#009485',
  green: '#4cae4f',
  'light green': '#8bc34b',
  lime: '#cbdc38',
  yellow: '#ffec3d',
  amber: '#ffc105',
  orange: '#ffa724',
  'deep orange': '#ff6e42',
  brown: '#795649',
  grey: '#757575',
  'blue grey': '#546d78',
}

/** Logo, links and colour of a site of MkDocs; `root` is the folder of the pages. */
export function readFace(config: ConfigValue, root: string, source: SourceFolder): Face {
  const theme = config.at('theme')
  const palettes = [theme.at('palette'), ...theme.at('palette').list()]
  const names = palettes.flatMap((each) => each.at('primary').text() ?? [])
  const repository = config.at('repo_url').text()
  const host = /^https?:\/\/(?:www\.)?(github|gitlab)\./.exec(repository ?? '')?.[1]
  const name = host === 'github' ? 'GitHub' : host === 'gitlab' ? 'GitLab' : 'Repository'
  const edit = config.at('edit_uri').text()
  const stylesheets = config.at('extra_css').texts()
  return {
    logo: theme.at('logo').text(),
    favicon: theme.at('favicon').text() ?? findDefaultIcon(root, source),
    header: repository === undefined ? [] : [{ title: name, href: repository }],
    footer: readFaceLinks(config.at('extra', 'social').list()),
    accent: { light: names.map((each) => COLORS[each]).find((color) => color !== undefined) },
    edit: edit === undefined ? undefined : `${repository ?? ''}${edit}`,
    stylesheets: stylesheets.map((path) => posix.join(root, path)),
  }
}

/** The icon that themes look for where the configuration names none. */
function findDefaultIcon(root: string, source: SourceFolder): string | undefined {
  return source.has(posix.join(root, 'img/favicon.ico')) ? 'img/favicon.ico' : undefined
}
