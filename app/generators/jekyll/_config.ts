import type { ConfigValue } from '../../foreign_source/source/config_values.ts'

type Fields = Readonly<Record<string, unknown>>

/** What `_config.yml` says of the pages of a site. */
export type JekyllConfig = {
  /** Address without the mount: `https://example.com`. */
  readonly url: string
  /** The mount, such as `/docs`, or ''. */
  readonly baseurl: string
  /** `pretty`, `date`, … or a template. */
  readonly permalink: string
  readonly collections: readonly Collection[]
  readonly defaults: readonly Default[]
  /** Patterns of what is no part of the site, and of what is one although hidden. */
  readonly exclude: readonly string[]
  readonly include: readonly string[]
}

export type Collection = {
  readonly label: string
  /** Its folder, below the site. */
  readonly folder: string
  readonly isPublished: boolean
  /** Absent where it has none of its own. */
  readonly permalink: string | undefined
}

type Default = { readonly path: string; readonly type: string | undefined; readonly values: Fields }

export function readJekyllConfig(config: ConfigValue): JekyllConfig {
  const above = config.at('collections_dir').text()
  const collections = readCollections(config.at('collections')).map(([label, options]) => ({
    label,
    folder: above === undefined ? `_${label}` : `${above}/_${label}`,
    isPublished: options.at('output').value === true,
    permalink: options.at('permalink').text(),
  }))
  return {
    url: (config.at('url').text() ?? '').replace(/\/+$/, ''),
    baseurl: (config.at('baseurl').text() ?? '').replace(/\/+$/, ''),
    permalink: config.at('permalink').text() ?? 'date',
    collections,
    defaults: config.at('defaults').list().map(readDefault),
    exclude: readTexts(config.at('exclude')),
    include: readTexts(config.at('include')),
  }
}

/** A list of names, or a table of them. */
function readCollections(value: ConfigValue): readonly (readonly [string, ConfigValue])[] {
  const named = value.list().flatMap((each) => {
    const label = each.text()
    return label === undefined ? [] : [[label, each] as const]
  })
  return [...named, ...value.entries()]
}

function readDefault(value: ConfigValue): Default {
  const path = (value.at('scope', 'path').text() ?? '').replace(/^\/+|\/+$/g, '')
  const values = Object.fromEntries(
    value
      .at('values')
      .entries()
      .map(([key, each]) => [key, each.value]),
  )
  return { path, type: value.at('scope', 'type').text(), values }
}

function readTexts(value: ConfigValue): readonly string[] {
  return value.list().flatMap((each) => each.text() ?? [])
}

/** Front matter with what the configuration says for a path; the longest path has the last word. */
export function applyDefaults(
  { defaults }: JekyllConfig,
  path: string,
  type: string,
  fields: Fields,
): Fields {
  const fitting = defaults
    .filter((each) => each.type === undefined || each.type === type)
    .filter((each) => matchesPath(each.path, path))
    .sort((a, b) => a.path.length - b.path.length)
  return Object.assign({}, ...fitting.map(({ values }) => values), fields)
}

/** Whether a pattern names a path or a folder above it. */
export function matchesPath(pattern: string, path: string): boolean {
  const bare = pattern.replace(/^\/+|\/+$/g, '')
  if (bare === '' || bare === path || path.startsWith(`${bare}/`)) return true
  if (!/[*?[{]/.test(bare)) return false
  const glob = new Bun.Glob(bare)
  const parts = path.split('/')
  return parts.some((_, at) => glob.match(parts.slice(0, at + 1).join('/')))
}
