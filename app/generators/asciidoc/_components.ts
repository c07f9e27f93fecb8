import { posix } from 'node:path'
import type { SiteContext } from '../../foreign_source/generator.ts'
import { choose, sortVersions } from '../../foreign_source/source/choice.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** One `antora.yml` and the modules beside it. */
export type Component = {
  readonly name: string
  /** '' where it has none. */
  readonly version: string
  readonly title: string | undefined
  readonly marker: string
  readonly folder: string
  readonly config: ConfigValue
}

export const ANTORA = /(?:^|\/)antora\.ya?ml$/

/** The components of a folder, of each the newest version, or the one that was asked for. */
export function readComponents(
  source: SourceFolder,
  { report, wishes }: SiteContext,
): readonly Component[] {
  const found = source.files
    // What a module holds is an example of another component.
    .filter((file) => ANTORA.test(file) && !/(?:^|\/)modules\//.test(file))
    .map((marker) => readComponent(source, marker, readConfigFile(source, marker, report)))
  const names = [...new Set(found.map(({ name }) => name))]
  return names.flatMap((name) => {
    const same = found.filter((each) => each.name === name)
    const versions = sortVersions([...new Set(same.map(({ version }) => version))])
    const [first] = same
    if (first === undefined || versions.length < 2) return first ?? []
    const shown = source.show(first.marker)
    const version = choose({ what: 'version', found: versions, shown }, wishes.version, report)
    return same.find((each) => each.version === version) ?? first
  })
}

function readComponent(source: SourceFolder, marker: string, config: ConfigValue): Component {
  const folder = marker.includes('/') ? posix.dirname(marker) : ''
  const written = config.at('version').text() ?? ''
  return {
    name: config.at('name').text() ?? posix.basename(source.show(folder)),
    version: written === '~' ? '' : written,
    title: config.at('title').text(),
    marker,
    folder,
    config,
  }
}

/** A file of a module, by what its folder says. */
export type Resource = {
  readonly component: Component
  readonly module: string
  /** `page`, `partial`, `example`, `image` or `attachment`. */
  readonly family: string
  /** Path below the folder of the family. */
  readonly path: string
}

const FAMILY =
  /^modules\/([^/]+)\/(?:assets\/|pages\/_)?(pages|partials|examples|images|attachments)\/(.+)$/

/** What a file is to its component; undefined for files outside of modules. */
export function findResource(file: string, components: readonly Component[]): Resource | undefined {
  for (const component of components) {
    const prefix = component.folder === '' ? '' : `${component.folder}/`
    if (!file.startsWith(prefix)) continue
    const [, module, folder, path] = FAMILY.exec(file.slice(prefix.length)) ?? []
    if (module === undefined || folder === undefined || path === undefined) continue
    return { component, module, family: folder.slice(0, -1), path }
  }
  return undefined
}

const ID = new RegExp(
  '^(?:([^@:$]+)@)?(?:([^:$]*):)?(?:([^:$]*):)?' +
    '(?:(page|partial|example|image|attachment)\\$)?(.+)$',
)

/** Where the file of `version@component:module:family$path` may be; nowhere in other components. */
export function locateResource(
  id: string,
  from: Resource,
  family: string,
  components: readonly Component[],
): readonly string[] {
  const [, version, first, second, ownFamily = family, path = ''] = ID.exec(id) ?? []
  const named = second === undefined ? undefined : first
  const module = (second ?? first) || (named === undefined ? from.module : 'ROOT')
  const component =
    named === undefined || named === ''
      ? from.component
      : components.find(({ name }) => name === named)
  if (component === undefined || path === '') return []
  if (version !== undefined && version !== component.version && version !== '_') return []
  const base = posix.join(component.folder, 'modules', module)
  const isRelative = /^\.\.?\//.test(path) && first === undefined && ownFamily === from.family
  const below = isRelative ? posix.join(posix.dirname(from.path), path) : path
  // Older sites keep some families in other folders.
  return ['', 'assets/', 'pages/_'].map((old) => posix.join(base, `${old}${ownFamily}s`, below))
}

/** Where the site has a page; `ROOT` is in no address. */
export function nameAddress({ component, module, path }: Resource): string {
  const { name, version } = component
  const segments = [name === 'ROOT' ? '' : name, version, module === 'ROOT' ? '' : module]
  return [...segments.filter((each) => each !== ''), path.replace(/\.\w+$/, '.html')].join('/')
}
