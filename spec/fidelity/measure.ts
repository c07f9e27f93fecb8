import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatProblem } from '../../app/contract/problem.ts'
import { type ImportReport, importDocs } from '../../app/import/corpus/mod.ts'
import { type Comparison, comparePages } from './compare.ts'
import type { OutputPage } from './facts.ts'
import { pairPages } from './pairs.ts'
import { ReportIndex } from './report_index.ts'
import { readPreviewPages, readServedPages } from './served_pages.ts'
import { SourceFiles } from './source_files.ts'
import { readSourcePages } from './source_pages.ts'
import { describeFolder } from './untouched.ts'

export type Fidelity = Comparison & {
  readonly generator: string
  readonly report: ImportReport
  /** Whether the source folder is byte for byte what it was. */
  readonly isUntouched: boolean
  /** Symbolic links of the source, and those of them that the report does not name. */
  readonly links: readonly string[]
  readonly silentLinks: readonly string[]
  /**
   * Imported pages that are the result of no page that was read in the source: a reader that looks
   * for pages in another folder finds no loss.
   */
  readonly unread: number
}

type Measurement = {
  readonly from: string
  /** Replaces the name that the importer recognises. */
  readonly generator?: string | undefined
  /** Reads pages of the preview, not of a build. */
  readonly isPreview?: boolean
  /** Looks at the corpus before it is removed. */
  readonly look?: (corpusDir: string, generator: string) => Promise<void>
}

/** Imports and serves a source, and compares what readers had with what they get. */
export async function measureFidelity(wanted: Measurement): Promise<Fidelity> {
  const root = await realpath(wanted.from)
  const home = await mkdtemp(join(tmpdir(), 'lectern-fidelity-'))
  try {
    const before = await describeFolder(root)
    const corpusDir = join(home, 'corpus')
    const nowMs = Date.UTC(2026, 0, 1)
    const imported = await importDocs({ from: root, to: corpusDir, nowMs })
    if (!imported.ok) throw new Error(imported.error.map(formatProblem).join('\n'))
    const outputs =
      wanted.isPreview === true
        ? await readPreviewPages(corpusDir)
        : await readServedPages(corpusDir, join(home, 'dist'))
    const report = imported.value
    const generator = wanted.generator ?? report.generator
    const compared = compare(root, generator, report, outputs)
    await wanted.look?.(corpusDir, report.generator)
    const after = await describeFolder(root)
    return {
      ...compared,
      generator,
      report,
      unread: Math.max(
        0,
        report.pages - countMade(report) - (compared.pages.source - compared.pages.reported),
      ),
      isUntouched: after.digest === before.digest,
      links: before.links,
      silentLinks: before.links.filter(
        (link) => !isHidden(link) && !isNamed(join(root, link), report),
      ),
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function compare(
  root: string,
  generator: string,
  report: ImportReport,
  outputs: readonly OutputPage[],
): Comparison {
  const reported = new ReportIndex(root, [...report.losses, ...report.notes])
  const sources = readSourcePages(new SourceFiles(root), generator)
  // Pages of other languages resemble those that were imported, so they are no candidates.
  const candidates = sources.filter((page) => !reported.coversVariant(page))
  const pairs = pairPages(candidates, outputs)
  return comparePages(pairs, reported, sources.length - candidates.length)
}

/** Front pages in the place of programs, which no reader of text has. */
function countMade({ losses }: ImportReport): number {
  return losses.filter(({ what }) => what.startsWith('the home page of the site is a program'))
    .length
}

/** Hidden files and those of `node_modules` are no documentation, so their links are not named. */
function isHidden(link: string): boolean {
  return /(?:^|\/)(?:\.|node_modules\/)/.test(link)
}

function isNamed(path: string, { losses, notes }: ImportReport): boolean {
  return [...losses, ...notes].some(({ file }) => file === path)
}
