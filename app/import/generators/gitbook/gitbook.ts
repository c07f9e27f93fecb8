import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { stripMarkdown } from '../../markdown/plain_text.ts'
import type { SourceLine } from '../../markdown/source_line.ts'
import {
  cutFrontMatterLines,
  expandIncludes,
  type IncludeGrammar,
} from '../../source/dialects/includes.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { readFront, readTextField } from '../../source/files/front_matter.ts'
import { findFirst, isMarkdownName, type SourceFolder } from '../../source/files/source_files.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SitePage,
  SiteReading,
} from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import type { Report } from '../../source/report/report.ts'
import { listFiles, noteUnlisted, readSummary } from '../../source/summary_file.ts'
import { writeBlocks } from './_blocks.ts'
import { writeCards } from './_cards.ts'
import { writeInline } from './_links.ts'
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

function readGitbook(reading: SiteReading): Site {
  const { source, report, folder } = reading
  noteSite(reading)
  const file = findFirst(source, folder, ['.gitbook.yaml', '.gitbook.yml']) ?? ''
  const config = readConfigFile(source, file, report)
  const root = posix.join(folder, config.at('root').text() ?? '').replace(/^\.?\/?$|\/$/g, '')
  const summary = posix.join(root, config.at('structure', 'summary').text() ?? 'SUMMARY.md')
  const readme = posix.join(root, config.at('structure', 'readme').text() ?? 'README.md')
  const menu = readSummary(source, summary, report)
  const listed = [...new Set([readme, ...listFiles(menu)])].filter((each) => source.has(each))
  noteUnlisted({ source, report, root, summary }, [...listed, summary])
  const shown = listed.filter((each) => isShown(source, each, report))
  const lines = source.read(file)?.split('\n') ?? []
  const titleOf = createTitleFinder(source)
  return {
    pages: shown.map((each): SitePage => {
      return { file: each, named: each === readme ? 'README.md' : posix.relative(root, each) }
    }),
    menu,
    redirects: config
      .at('redirects')
      .entries()
      .flatMap(([from, to]): Redirect[] => {
        const target = to.text()
        if (target === undefined) return []
        const at = lines.findIndex((line) => line.trim().replace(/^["']/, '').startsWith(from))
        const place = { file: source.show(file), line: Math.max(at, 0) + 1, column: 1 }
        const isFile = !/^(?:[a-z]+:|\/)/i.test(target)
        const page = isFile ? posix.join('/', root, target) : target
        return [{ from: posix.join('/', from), to: page, place }]
      }),
    anchors: 'github',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines) => {
      const whole = expandIncludes(lines, INCLUDES, reading)
      return writeInline(writeCards(writeBlocks(whole, { report, titleOf })), { report, titleOf })
    },
    knownKeys: 'hidden icon layout cover coverY coverHeight noIndex noRobotsIndex if vars'.split(
      ' ',
    ),
  }
}

/** A site of several spaces has a file that lists them; one folder is one space. */
function noteSite({ source, folder, report }: SiteReading): void {
  const lists = ['docs', 'site', 'gitbook'].flatMap((name) => [`${name}.yaml`, `${name}.yml`])
  const file = findFirst(source, folder, lists)
  if (file === undefined || !/GitSyncSiteConfig|^site:/m.test(source.read(file) ?? '')) return
  const what = 'the site has several spaces, of which the one in this folder is imported'
  report.lose(file, what, 'name the folder of another space to import that')
}

/** Whether a page has readers; one that is for some of them is reported. */
function isShown(source: SourceFolder, file: string, report: Report): boolean {
  const { fields } = readFront(source, file)
  if (readTextField(fields, ['if']) !== undefined) {
    const what = 'the page is for some readers and is shown to all'
    report.lose(file, what, 'remove what not everyone should read')
  }
  if (fields.hidden !== true) return true
  report.note(file, 'the page is hidden and is left out', 'remove "hidden" to import it')
  return false
}

const INCLUDES: IncludeGrammar = {
  find: (text) => {
    const tags = readTags(text).filter(({ name }) => name === 'include')
    return tags.map(({ start, end }) => {
      const path = /["']([^"']+)["']/.exec(text.slice(start, end))?.[1] ?? ''
      return { start, end, path, part: { kind: 'whole' }, shape: cutFrontMatterLines }
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

/** Finds the title of the page that an address in a line means. */
function createTitleFinder(
  source: SourceFolder,
): (address: string, from: SourceLine) => string | undefined {
  return (address, { base, file }) => {
    if (/^(?:[a-z]+:|\/|#)/i.test(address)) return undefined
    const own = decodePercentLeniently(address.replace(/[?#].*$/s, ''))
    const path = posix.join(posix.dirname(base ?? file), own)
    const found = [path, posix.join(path, 'README.md'), `${path.replace(/\/$/, '')}.md`]
      .filter(isMarkdownName)
      .find((each) => source.has(each))
    if (found === undefined) return undefined
    const { fields, body } = readFront(source, found)
    const heading = /^#[ \t]+(.+?)[ \t]*#*$/m.exec(body)?.[1]
    const title = readTextField(fields, ['title']) ?? heading
    return title === undefined ? undefined : stripMarkdown(title.replace(/<[^<>]*>/g, '')).trim()
  }
}
