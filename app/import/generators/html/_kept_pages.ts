import { quote, startOfFile } from '../../../contract/problem.ts'
import { SOURCE_BYTES_MAX } from '../../../text/source_text/source_file.ts'
import { choose } from '../../source/files/choice.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { SiteContext } from '../../source/generator.ts'
import type { Report } from '../../source/report/report.ts'
import { LISTS, noteLeftOut } from './_kinds.ts'
import type { HtmlPage } from './_pages.ts'
import type { SiteNames } from './_site_names.ts'

type Keeping = {
  readonly source: SourceFolder
  readonly context: SiteContext
  readonly names: SiteNames
  /** The language of the folder that was chosen. */
  readonly language: string | undefined
}

/** When nearly all pages say "noindex", a copy of a site is hidden, and not its pages. */
const HIDDEN_SHARE = 0.9

/** A page of a corpus may not be larger; its front matter and its links take a little as well. */
const TEXT_BYTES_MAX = Math.floor(0.95 * SOURCE_BYTES_MAX)
const TOO_LONG = 'too long'

/** Pages with text of one language; what is hidden, generated or empty is told. */
export function keepPages(all: readonly HtmlPage[], keeping: Keeping): readonly HtmlPage[] {
  const { source, context } = keeping
  const { report } = context
  const pages = keepLanguage(
    all.filter(({ metadata }) => metadata.redirect === undefined),
    keeping,
  )
  const hidden = pages.filter(({ metadata }) => metadata.isHidden)
  const [first] = hidden
  const isCopy = hidden.length > 1 && hidden.length >= pages.length * HIDDEN_SHARE
  if (isCopy && first !== undefined) {
    const count = `${hidden.length} of ${pages.length} pages`
    const what = `${count} say ${quote('noindex')} and are imported all the same`
    report.addNote(startOfFile(source.show(first.file)), what, 'import the site as it is published')
  }
  const reasonOf = ({ metadata, text, isList }: HtmlPage): string => {
    if (metadata.isHidden && !isCopy) return 'they say "noindex"'
    if (isList) return LISTS
    if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return TOO_LONG
    return text === '' ? 'no text' : ''
  }
  const groups = Map.groupBy(pages, reasonOf)
  for (const [reason, left] of groups) {
    const files = left.map(({ file }) => file)
    if (reason === TOO_LONG) loseLong(left, source, report)
    else if (reason !== '') noteLeftOut({ reason, files }, source, report)
  }
  return groups.get('') ?? []
}

/** A manual on one page, which often stands beside the same manual on many. */
function loseLong(pages: readonly HtmlPage[], source: SourceFolder, report: Report): void {
  for (const { file, text } of pages) {
    const size = `${Buffer.byteLength(text)} bytes, more than ${TEXT_BYTES_MAX}`
    const what = `the text of the page has ${size}, and is left out`
    report.addLoss(
      startOfFile(source.show(file)),
      what,
      'build the site with a page for each chapter',
    )
  }
}

function keepLanguage(
  pages: readonly HtmlPage[],
  { source, context, names, language }: Keeping,
): readonly HtmlPage[] {
  const { report, wishes } = context
  const found = names.languages
  const wish = language === undefined ? wishes.language : undefined
  if (found.length < 2 && wish === undefined) return pages
  const chosen = choose({ what: 'language', found, shown: source.root }, wish, report)
  if (chosen === undefined) return pages
  return pages.filter(({ metadata }) => (metadata.language ?? found[0]) === chosen)
}
