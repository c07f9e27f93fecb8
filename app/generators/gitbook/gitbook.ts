import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { listNames, startOfFile } from '../../contract/problem.ts'
import { stripMarkdown } from '../../foreign_markup/plain_text.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { expandIncludes, type IncludeGrammar } from '../../foreign_source/dialects/includes.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { readSourceFrontMatter, readTextField } from '../../foreign_source/source/front_matter.ts'
import { isMarkdownName, type SourceFolder } from '../../foreign_source/source/source_files.ts'
import { listFiles, readSummary } from '../../foreign_source/summary_file.ts'
import { writeBlocks } from './_blocks.ts'
import { writeCards } from './_cards.ts'
import { findSpaceFolders, writeInline } from './_links.ts'
import { readSpaces, type Space } from './_spaces.ts'
import { readTags } from './_tags.ts'

/** Spaces of GitBook as its Git Sync writes them: `SUMMARY.md` lists the pages. */
export const gitbook: Generator = {
  name: 'GitBook',
  recognise,
  readSite: readGitbook,
}

function recognise(source: SourceFolder): Recognition | undefined {
  const marker = findMarker(source, /(?:^|\/)\.gitbook\.ya?ml$/)
  if (marker !== undefined) return marker
  const summary = findMarker(source, /(?:^|\/)SUMMARY\.md$/)
  if (summary === undefined) return undefined
  const hasFolder = source.files.some((file) => /(?:^|\/)\.gitbook\//.test(file))
  return hasFolder || source.has(posix.join(summary.folder, 'README.md')) ? summary : undefined
}

type SpaceSite = {
  readonly space: Space
  readonly menu: readonly MenuEntry[]
  readonly pages: readonly SitePage[]
  readonly redirects: readonly Redirect[]
}

function readGitbook(source: SourceFolder, recognition: Recognition, context: SiteContext): Site {
  const { report } = context
  const { title, language, spaces } = readSpaces(source, recognition, context)
  const books = spaces.map((space) => readSpace(source, space, context))
  const pages = books.flatMap((book) => book.pages)
  const titleOf = createTitleFinder(source)
  const folders = spaces.map(({ folder }) => folder)
  const targets = {
    ...{ source, titleOf },
    spaces: findSpaceFolders(
      source,
      pages.map(({ file }) => file),
      folders,
    ),
  }
  return {
    title,
    language,
    pages,
    menu: books.flatMap(nestMenu),
    redirects: books.flatMap((book) => book.redirects),
    anchors: 'github',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines) => {
      const whole = expandIncludes(lines, INCLUDES, { source, report })
      const blocks = writeBlocks(whole, { report, show: source.show, titleOf })
      return writeInline(writeCards(blocks), targets)
    },
    knownKeys: 'hidden icon layout cover coverY coverHeight noIndex noRobotsIndex if vars'.split(
      ' ',
    ),
  }
}

function readSpace(source: SourceFolder, space: Space, context: SiteContext): SpaceSite {
  const { report } = context
  const { folder } = space
  const file = ['.gitbook.yaml', '.gitbook.yml']
    .map((name) => posix.join(folder, name))
    .find((each) => source.has(each))
  const config = readConfigFile(source, file ?? '', report)
  const root = posix.join(folder, config.at('root').text() ?? '').replace(/^\.$|\/$/g, '')
  const summary = posix.join(root, config.at('structure', 'summary').text() ?? 'SUMMARY.md')
  const readme = posix.join(root, config.at('structure', 'readme').text() ?? 'README.md')
  const menu = readSummary(source, summary, report)
  const listed = [...new Set([readme, ...listFiles(menu)])].filter((each) => source.has(each))
  reportUnlisted(source, root, new Set([...listed, summary]), summary, context)
  const shown = listed.filter((each) => isShown(source, each, context))
  const pages = shown.map((each): SitePage => {
    const below = each === readme ? 'README.md' : posix.relative(root, each)
    return { file: each, named: posix.join(space.path, below) }
  })
  const lines = source.read(file ?? '')?.split('\n') ?? []
  const redirects = config
    .at('redirects')
    .entries()
    .flatMap(([from, to]): Redirect[] => {
      const target = to.text()
      if (target === undefined) return []
      const at = lines.findIndex((line) => line.trim().replace(/^["']/, '').startsWith(from))
      const place = { file: source.show(file ?? ''), line: Math.max(at, 0) + 1, column: 1 }
      const isFile = !/^(?:[a-z]+:|\/)/i.test(target)
      const path = posix.join('/', space.path, from)
      return [{ from: path, to: isFile ? posix.join('/', root, target) : target, place }]
    })
  return { space, menu, pages, redirects }
}

/** Whether a page has readers; one that is for some of them is reported. */
function isShown(source: SourceFolder, file: string, { report }: SiteContext): boolean {
  const { fields } = readSourceFrontMatter(source.show(file), source.read(file) ?? '')
  if (readTextField(fields, ['if']) !== undefined) {
    const what = 'the page is for some readers and is shown to all'
    report.addLoss(startOfFile(source.show(file)), what, 'remove what not everyone should read')
  }
  if (fields.hidden !== true) return true
  const what = 'the page is hidden and is left out'
  report.addNote(startOfFile(source.show(file)), what, 'remove "hidden" to import it')
  return false
}

function reportUnlisted(
  source: SourceFolder,
  root: string,
  listed: ReadonlySet<string>,
  summary: string,
  { report }: SiteContext,
): void {
  const below = root === '' ? '' : `${root}/`
  const names = source.files.filter((file) => {
    const isOwn = file.startsWith(below) && !/(?:^|\/)\.gitbook\//.test(file)
    return isOwn && isMarkdownName(file) && !listed.has(file)
  })
  if (names.length === 0) return
  const list = listNames(names.map((each) => each.slice(below.length)))
  const what = `files that SUMMARY.md does not list are not imported: ${list}`
  report.addNote(startOfFile(source.show(summary)), what, 'add to the list what should be a page')
}

/** The menu of a space below the titles of its sections. */
function nestMenu({ space, menu }: SpaceSite): readonly MenuEntry[] {
  return space.groups.reduceRight<readonly MenuEntry[]>((entries, title) => {
    return [{ kind: 'group', title, entries }]
  }, menu)
}

const INCLUDES: IncludeGrammar = {
  find: (text) => {
    const tags = readTags(text).filter(({ name }) => name === 'include')
    return tags.map(({ start, end }) => {
      const path = /["']([^"']+)["']/.exec(text.slice(start, end))?.[1] ?? ''
      return { start, end, path, part: { kind: 'whole' }, shape: cutFrontMatter }
    })
  },
  locate: (path, from) => {
    return [posix.join(posix.dirname(from.base ?? from.file), decodePercentLeniently(path))]
  },
  markers: 'region',
  nests: true,
  keepsIndent: true,
  keepsBase: true,
}

function cutFrontMatter(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isOpen = lines[0]?.text.trim() === '---'
  const end = isOpen ? lines.findIndex(({ text }, at) => at > 0 && text.trim() === '---') : -1
  return lines.slice(end + 1)
}

/** Finds the title of the page that an address in a line means. */
function createTitleFinder(
  source: SourceFolder,
): (address: string, from: SourceLine) => string | undefined {
  return (address, { base, file }) => {
    if (/^(?:[a-z]+:|\/|#)/i.test(address)) return undefined
    const path = posix.join(
      posix.dirname(base ?? file),
      decodePercentLeniently(address.replace(/[?#].*$/s, '')),
    )
    const found = [path, posix.join(path, 'README.md'), `${path.replace(/\/$/, '')}.md`]
      .filter(isMarkdownName)
      .find((each) => source.has(each))
    if (found === undefined) return undefined
    const { fields, body } = readSourceFrontMatter(source.show(found), source.read(found) ?? '')
    const heading = /^#[ \t]+(.+?)[ \t]*#*$/m.exec(body)?.[1]
    const title = readTextField(fields, ['title']) ?? heading
    return title === undefined ? undefined : stripMarkdown(title.replace(/<[^<>]*>/g, '')).trim()
  }
}
