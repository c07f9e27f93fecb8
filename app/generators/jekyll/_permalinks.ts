import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import { readTextField } from '../../foreign_source/source/front_matter.ts'
import type { Collection, JekyllConfig } from './_config.ts'

type PageLocation = {
  /** Path below the site. */
  readonly path: string
  readonly collection: Collection | undefined
  readonly isPost: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** The address of a page below the mount of its site: `/guide/intro/`, `/a.html`. */
export function makeAddress(page: PageLocation, config: JekyllConfig): string {
  const template = readTextField(page.fields, ['permalink']) ?? chooseTemplate(page, config)
  const style = page.isPost || page.collection !== undefined ? STYLES[template] : undefined
  const values = listValues(page)
  const filled = (style ?? template).replace(/:([a-z_]+)/g, (whole, key: string) => {
    return values[key] ?? whole
  })
  return decodePercentLeniently(`/${filled}`.replace(/\/{2,}/g, '/'))
}

function chooseTemplate({ path, collection, isPost }: PageLocation, config: JekyllConfig): string {
  if (isPost) return config.permalink
  const suffix = suffixOf(config.permalink)
  if (collection !== undefined) return collection.permalink ?? `/:collection/:path${suffix}`
  const isIndex = /(?:^|\/)index\.\w+$/.test(path)
  return isIndex ? '/:folder/' : `/:folder/:basename${suffix}`
}

/** What follows a name, by the style that the site has for its posts. */
function suffixOf(style: string): string {
  if (style === 'pretty' || style.endsWith('/')) return '/'
  return Object.hasOwn(STYLES, style) || style.endsWith(':output_ext') ? ':output_ext' : ''
}

const POST_NAME = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.*)$/

function listValues({ path, collection, fields }: PageLocation): Readonly<Record<string, string>> {
  const bare = path.replace(/\.\w+$/, '')
  const basename = bare.split('/').at(-1) ?? ''
  const [, year = '', month = '', day = '', name = basename] = POST_NAME.exec(basename) ?? []
  const below = collection === undefined ? bare : bare.slice(collection.folder.length + 1)
  const categories = readTextField(fields, ['categories', 'category'])?.split(/\s+/) ?? []
  const list = Array.isArray(fields.categories) ? fields.categories.map(String) : categories
  const slug = readTextField(fields, ['slug'])
  return {
    collection: collection?.label ?? '',
    path: below,
    folder: bare.split('/').slice(0, -1).join('/'),
    basename,
    name: createSlugNamer('github')(basename),
    title: slug ?? name,
    slug: slug ?? createSlugNamer('github')(name),
    categories: list.map((each) => each.toLowerCase()).join('/'),
    year,
    month: month.padStart(2, '0'),
    i_month: String(Number(month)),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
    short_year: year.slice(2),
    y_day: '',
    output_ext: '.html',
  }
}
