import { posix } from 'node:path'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { SphinxConfig } from './_config.ts'
import type { Scope } from './_objects.ts'
import type { Page, Targets } from './_targets.ts'

/** What writing a page needs of the whole documentation. */
export type PageContext = {
  readonly page: Page
  readonly root: string
  readonly source: SourceFolder
  readonly report: Report
  readonly config: SphinxConfig
  readonly targets: Targets
  /** Texts that the page itself substitutes. */
  readonly substitutions: Readonly<Record<string, string>>
  /** Addresses that links of the page name: `[name]: address`. */
  readonly definitions: ReadonlyMap<string, string>
  /** The module, the class and the program in which names of objects count. */
  readonly scope: Scope
  /** The anchor of a heading of MyST, in the order of the page. */
  readonly slugOf: (title: string) => string
  /** The language of code that names none. */
  language: string
}

export function reportLoss(
  { source, report }: PageContext,
  line: SourceLine,
  what: string,
  fix: string,
): void {
  report.addLoss({ file: source.show(line.file), line: line.line, column: 1 }, what, fix)
}

/** Something that is left out as it was before, and no loss. */
export function reportNote(
  { source, report }: PageContext,
  line: SourceLine,
  what: string,
  fix: string,
): void {
  report.addNote({ file: source.show(line.file), line: line.line, column: 1 }, what, fix)
}

/** A path in a page as one below the imported folder: `/` is the root of the documentation. */
export function locateFile(path: string, from: string, root: string): string {
  const clean = path.trim()
  return clean.startsWith('/')
    ? posix.join(root, clean.slice(1))
    : posix.join(posix.dirname(from), clean)
}

/** A path in a page as the name of another page. */
export function locatePage(path: string, from: string, root: string): string {
  const file = locateFile(path, from, root)
  const name = root === '' || root === '.' ? file : posix.relative(root, file)
  return name.replace(/\.(?:md|rst|txt|ipynb|markdown)$/i, '')
}
