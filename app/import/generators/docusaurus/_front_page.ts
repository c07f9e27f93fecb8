import { posix } from 'node:path'
import { isClosedAddress } from '../../../contract/reserved_names.ts'
import { readJsxFront } from '../../source/files/script_markup.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { MenuEntry, SitePage } from '../../source/generator.ts'
import { FRONT_PROGRAM, writeFrontMarkup } from '../../source/home_page.ts'
import type { Report } from '../../source/report/report.ts'
import { listEntries } from './_sidebars.ts'

type Front = { readonly title: string; readonly tagline: string }

type Pages = {
  readonly source: SourceFolder
  readonly folder: string
  readonly report: Report
}

/**
 * What the site had at its top: a page of Markdown, or a program, of which the configuration knows
 * title and tagline; the menu stands below them.
 */
export function readFrontPage(
  { title, tagline }: Front,
  menu: readonly MenuEntry[],
  { source, folder, report }: Pages,
): readonly SitePage[] {
  const file = ['md', 'mdx', 'js', 'jsx', 'ts', 'tsx']
    .map((ending) => posix.join(folder, `src/pages/index.${ending}`))
    .find((each) => source.has(each))
  if (file === undefined) return []
  if (/\.mdx?$/.test(file)) return [{ file, named: 'index.md' }]
  const front = readJsxFront(listPrograms(file, source, folder), { title, tagline })
  if (front !== undefined) {
    report.lose(file, FRONT_PROGRAM, 'write what else it shows into index.md')
    const actions = front.actions.map(({ text, href }) => ({ text, href: fromRoot(href) }))
    const made = writeFrontMarkup({ ...front, actions }, file)
    return [{ file, named: 'index.md', title, description: front.tagline || title, made }]
  }
  const what = 'the home page of the site is a program and is not run'
  const fix = 'write what it showed into index.md, which has the tagline and the menu'
  report.lose(file, what, fix)
  const lines = [...(tagline === '' ? [] : [tagline, '']), ...listEntries(menu, file, source)]
  const made = lines.map((text) => ({ text, file, line: 1 }))
  return [{ file, named: 'index.md', title, description: tagline || title, made }]
}

const IMPORTED = /^import\s[^'"]{0,300}?from\s{1,9}['"]((?:\.\.?|@site)\/[^'"\n]{1,300})['"]/gm
const ENDINGS = ['', '.tsx', '.jsx', '.js', '.ts', '/index.tsx', '/index.jsx', '/index.js']

/** The program of a page, and after it those of the components that it imports. */
function listPrograms(file: string, source: SourceFolder, folder: string): readonly string[] {
  const text = source.read(file) ?? ''
  const parts = [...text.matchAll(IMPORTED)].flatMap(([, specifier = '']) => {
    const from = specifier.startsWith('@site/') ? folder : posix.dirname(file)
    const path = posix.join(from, specifier.replace(/^@site\//, ''))
    const found = ENDINGS.map((ending) => path + ending).find((each) => source.has(each))
    return found !== undefined && /\.[jt]sx?$/.test(found) ? [source.read(found) ?? ''] : []
  })
  return [text, ...parts]
}

/** A path in a program counts from the root of the site. */
function fromRoot(href: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(href) ? href : `/${href}`
}

/**
 * The pages with one at the top, if there was any. Where nothing was there, the index of the
 * documentation is: `/docs/` itself has to be closed (contract 1, rule 4).
 */
export function addFrontPage(
  pages: readonly SitePage[],
  mount: string,
  front: readonly SitePage[],
): readonly SitePage[] {
  const isIndex = ({ named }: SitePage, folder: string) => {
    return named.replace(/\.\w+$/, '') === posix.join(folder, 'index')
  }
  if (pages.some((page) => isIndex(page, ''))) return pages
  if (front.length > 0 || !isClosedAddress(mount)) return [...front, ...pages]
  return pages.map((page) => (isIndex(page, mount) ? { ...page, named: 'index.md' } : page))
}
