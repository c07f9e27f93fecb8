import { posix } from 'node:path'
import { listNames } from '../../contract/problem.ts'
import { isMarkdownName, type SourceFolder } from './files/source_files.ts'
import type { SitePage } from './generator.ts'

/** Every Markdown file below a folder is a page, in the order of paths, but for those left out. */
export function listPagesBelow(
  { files }: SourceFolder,
  root: string,
  isLeftOut: (named: string) => boolean = () => false,
): readonly SitePage[] {
  const above = root === '' || root === '.' ? '' : `${root}/`
  return files
    .filter((file) => isMarkdownName(file) && file.startsWith(above))
    .map((file) => ({ file, named: above === '' ? file : posix.relative(root, file) }))
    .filter(({ named }) => !isLeftOut(named))
}

/** Whether a file is a part of other pages, as its name or that of a folder begins with a line. */
export function isPart(named: string): boolean {
  return /(?:^|\/)_/.test(named)
}

/** The pages of one language where others have folders of their own; the default one has none. */
export function keepLanguage(
  pages: readonly SitePage[],
  folders: readonly string[],
  chosen: string,
): readonly SitePage[] {
  // The folder of `pt-br` may be `pt-BR`.
  const isIn = ({ named }: SitePage, folder: string) =>
    named.toLowerCase().startsWith(`${folder.toLowerCase()}/`)
  if (folders.includes(chosen)) {
    return pages
      .filter((page) => isIn(page, chosen))
      .map((page) => ({ ...page, named: page.named.slice(chosen.length + 1) }))
  }
  return pages.filter((page) => !folders.some((folder) => isIn(page, folder)))
}

/** The language that the name of a page states, if any, and the name without it. */
export type NamedLanguage = { readonly language: string | undefined; readonly named: string }

/** `page.de.md` is the page in German. */
export function splitSuffix(named: string, known: ReadonlySet<string>): NamedLanguage {
  const [, name = '', language = '', extension = ''] = /^(.*)\.([\w-]+)(\.\w+)$/.exec(named) ?? []
  return known.has(language)
    ? { language, named: name + extension }
    : { language: undefined, named }
}

/** The pages of one language where names state it; those without one are in the standard one. */
export function keepTranslation(
  pages: readonly SitePage[],
  split: (named: string) => NamedLanguage,
  { chosen, standard }: { readonly chosen: string; readonly standard: string | undefined },
  note: (what: string) => void,
): readonly SitePage[] {
  const byName = new Map<string, SitePage>()
  const left: string[] = []
  for (const page of pages) {
    const { language, named } = split(page.named)
    if ((language ?? standard) === chosen && (language !== undefined || !byName.has(named))) {
      byName.set(named, { file: page.file, named })
    } else if ((language ?? standard) === standard) left.push(named)
  }
  const missing = left.filter((named) => !byName.has(named))
  if (missing.length > 0) {
    note(`these pages are not in the language "${chosen}": ${listNames(missing)}`)
  }
  return [...byName.values()]
}
