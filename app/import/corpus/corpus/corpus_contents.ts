import { join } from 'node:path'
import type { Problem } from '../../../contract/problem.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { formatLock } from '../../../docs/model/ids_lock.ts'
import { LOCK_BYTES_MAX, readText } from '../../../text/source_text/source_file.ts'
import type { Report } from '../../source/report/report.ts'
import type { ImportedAsset } from '../pages/asset_files.ts'
import { type ImportedPage, writePageText } from '../pages/imported_page.ts'
import type { WantedFile } from './_file_switch.ts'
import { type ImportRecord, readImportRecord } from './_import_record.ts'
import { type ImportChanges, writeCorpus } from './corpus_folder.ts'
import { addMovedAddresses, findEarlierMoves, keepEarlierDates } from './earlier_pages.ts'
import { applyOverrides, type Overrides, readOverrides } from './overrides.ts'
import { moveIds } from './page_moves.ts'

/** A corpus before an import: what earlier imports wrote, and what its writer wants. */
type EarlierCorpus = {
  readonly corpusDir: string
  readonly record: ImportRecord
  readonly overrides: Overrides
}

/** Reads what an import must know of its target, which may not be there yet. */
export async function openCorpus(
  corpusDir: string,
): Promise<Result<EarlierCorpus, readonly Problem[]>> {
  const overrides = await readOverrides(corpusDir)
  if (!overrides.ok) return overrides
  const record = await readImportRecord(corpusDir)
  return ok({ corpusDir, record, overrides: overrides.value })
}

/** Pages as they are written, and where those of earlier imports are now. */
type ComposedPages = {
  readonly pages: readonly ImportedPage[]
  readonly moves: ImportRecord['moves']
}

/** Joins pages with what earlier imports and the writer of the corpus know of them. */
export async function composePages(
  imported: readonly ImportedPage[],
  corpus: EarlierCorpus,
  listed: readonly { readonly from: string }[],
  report: Report,
): Promise<ComposedPages> {
  const moves = await findEarlierMoves(imported, corpus)
  const moved = addMovedAddresses(imported, moves, listed)
  const overridden = applyOverrides(moved, corpus.overrides, moves, report)
  return { pages: await keepEarlierDates(overridden, corpus), moves }
}

/** What an import writes beside the pages. */
type OtherContents = {
  readonly folders: readonly { readonly path: string; readonly text: string }[]
  readonly assets: readonly ImportedAsset[]
  /** Absent where the corpus has a registry. */
  readonly registry: string | undefined
  /** Files that the registry names. */
  readonly brand: readonly WantedFile[]
  readonly redirects: string | undefined
}

/** Writes what was imported; what the writer of the corpus placed in `overrides/` wins. */
export async function writeImport(
  { pages, moves }: ComposedPages,
  { folders, assets, registry, brand, redirects }: OtherContents,
  { corpusDir, record, overrides }: EarlierCorpus,
): Promise<Result<ImportChanges, readonly Problem[]>> {
  const files = new Map<string, WantedFile>()
  const put = (file: WantedFile) => void files.set(file.path, file)
  for (const page of pages) put({ path: page.page, text: () => writePageText(page) })
  for (const { path, text } of folders) put({ path, text: () => text })
  for (const { target, source } of assets) put({ path: target, source })
  for (const { path, source } of overrides.files) put({ path, source })
  const lock = await readText(
    { path: join(corpusDir, 'ids.lock'), name: 'ids.lock' },
    LOCK_BYTES_MAX,
  )
  const contents = {
    files: [...files.values()],
    moves,
    redirects,
    defaults: [
      { path: 'ids.lock', text: () => formatLock([]) },
      ...(registry === undefined ? [] : [{ path: 'registry.yaml', text: () => registry }]),
      ...(registry === undefined ? [] : brand),
    ],
    lock: lock.ok ? moveIds(lock.value, pages, moves) : undefined,
  }
  return await writeCorpus(corpusDir, contents, record)
}
