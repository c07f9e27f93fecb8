import { posix } from 'node:path'
import { stripMarkdown } from '../../foreign_markup/plain_text.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { SiteContext, SitePage } from '../../foreign_source/generator.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { Configuration } from './_configuration.ts'
import type { ContentFile, Language } from './_content.ts'
import { listChildren, titleOf } from './_menu.ts'
import type { HugoPage } from './_pages.ts'
import type { ShortcodeSite } from './_shortcodes.ts'

type SiteParts = {
  readonly source: SourceFolder
  readonly configuration: Configuration
  readonly files: readonly ContentFile[]
  readonly pages: readonly HugoPage[]
  readonly find: (name: string, fromFile: string) => HugoPage | undefined
  readonly page: SitePage
  readonly translate: (key: string) => string | undefined
  readonly language: Language
  readonly context: SiteContext
}

/** What the shortcodes of one page can ask for. */
export function makeShortcodeSite(parts: SiteParts): ShortcodeSite {
  const { source, configuration, files, pages, find, page, translate, language, context } = parts
  const { settings, folder } = configuration
  const roots = listRoots(settings, folder)
  const own = pages.find(({ file }) => file === page.file)
  const linkTo = (target: HugoPage, from: SourceLine) => {
    const path = posix.relative(posix.dirname(from.base ?? from.file), target.file)
    return encodeURI(path).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  }
  return {
    source,
    report: context.report,
    folder,
    contentOf: (path) => files.filter((each) => each.path === path).map(({ file }) => file),
    readParameter: (name) => {
      const path = name.toLowerCase().split('.')
      const tables = [
        own?.fields.at('params'),
        own?.fields,
        settings.at('languages', language.name, 'params'),
        settings.at('params'),
        settings,
      ]
      const values = tables.map((table) => table?.at(...path))
      const found = values.find((value) => value?.value !== undefined && value.value !== null)
      return typeof found?.value === 'boolean' ? String(found.value) : found?.text()
    },
    findReference: (name, from) => {
      const [path = '', ...anchor] = name.split('#')
      const target = path === '' ? own : find(path, from.base ?? from.file)
      const suffix = anchor.length === 0 ? '' : `#${anchor.join('#')}`
      if (path === '' && suffix !== '') return suffix
      return target === undefined ? name : linkTo(target, from) + suffix
    },
    listChildLinks: (from) =>
      own === undefined
        ? []
        : listChildren(pages, own.route)
            .filter(({ isHidden, sitePage }) => !isHidden && sitePage.draft !== true)
            .map((child) => `[${stripMarkdown(titleOf(child))}](${linkTo(child, from)})`),
    readTemplate: (name) => readTemplate(source, roots, name),
    readTranslation: translate,
  }
}

/** The folder of the site, then those of the themes beside it. */
export function listRoots(settings: ConfigValue, folder: string): readonly string[] {
  const themes = [settings.at('theme'), ...settings.at('theme').list()].flatMap((each) => {
    const theme = each.text()
    return theme === undefined ? [] : [posix.join('themes', theme)]
  })
  return ['', ...themes].map((root) => posix.join(folder, root))
}

function readTemplate(
  source: SourceFolder,
  roots: readonly string[],
  name: string,
): string | undefined {
  const files = roots.flatMap((root) =>
    ['_shortcodes', 'shortcodes'].flatMap((each) =>
      ['html', 'md'].map((end) => posix.join(root, 'layouts', each, `${name}.${end}`)),
    ),
  )
  const found = files.find((file) => source.has(file))
  return found === undefined ? undefined : source.read(found)
}
