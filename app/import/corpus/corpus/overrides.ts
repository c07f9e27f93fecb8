import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { compare, type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { isAssetName } from '../../../docs/model/asset.ts'
import { FOLDER_FILE } from '../../../docs/model/folder.ts'
import { locateCorpusFile, readText } from '../../../text/source_text/source_file.ts'
import { readSourceFrontMatter } from '../../source/files/front_matter.ts'
import type { Report } from '../../source/report/report.ts'
import type { ImportedPage } from '../pages/imported_page.ts'

/** Folder of a corpus whose files win over those of every import. */
export const OVERRIDES_FOLDER = 'overrides'

/** What the writer of a corpus wants to be otherwise than in the source. */
export type Overrides = {
  readonly pages: readonly PageOverride[]
  /** `_folder.yaml`, pictures and other files. */
  readonly files: readonly OverrideFile[]
}

type PageOverride = {
  /** Path below `overrides/`, which is that of the page below `pages/`. */
  readonly page: string
  readonly shown: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Text below the front matter; '' where the imported text stays. */
  readonly body: string
}

type OverrideFile = {
  readonly path: string
  readonly shown: string
  /** Path on this machine. */
  readonly source: string
}

/** Reads the overrides of a corpus; one that cannot be understood stops an import. */
export async function readOverrides(
  corpusDir: string,
): Promise<Result<Overrides, readonly Problem[]>> {
  const folder = join(corpusDir, OVERRIDES_FOLDER)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      path: posix.join(entry.parentPath.slice(folder.length + 1).replaceAll('\\', '/'), entry.name),
      isFile: entry.isFile(),
    }))
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')))
    .sort((a, b) => compare(a.path, b.path))
  const pages: PageOverride[] = []
  const files: OverrideFile[] = []
  const problems: Problem[] = []
  for (const { path, isFile } of names) {
    const file = locateCorpusFile(corpusDir, `${OVERRIDES_FOLDER}/${path}`)
    if (isFile && path.endsWith('.md')) {
      const read = await readPageOverride(file, path)
      if (read.ok) pages.push(read.value)
      else problems.push(...read.error)
    } else if (isFile && (posix.basename(path) === FOLDER_FILE || isAssetName(path))) {
      files.push({ path, shown: file.name, source: file.path })
    } else {
      const what = isFile ? 'this file overrides nothing' : 'this is not a regular file'
      const fix = `put a page, "${FOLDER_FILE}" or a picture here, or move it away`
      problems.push(problemAt(startOfFile(file.name), what, fix))
    }
  }
  return problems.length > 0 ? err(problems) : ok({ pages, files })
}

async function readPageOverride(
  file: { readonly path: string; readonly name: string },
  page: string,
): Promise<Result<PageOverride, readonly Problem[]>> {
  const text = await readText(file)
  if (!text.ok) {
    const missing = problemAt(startOfFile(file.name), 'the file disappeared', 'import again')
    return err([text.error === 'missing' ? missing : text.error])
  }
  const { fields, body, losses } = readSourceFrontMatter(file.name, text.value)
  // Of a page in a source what can be read is used; its writer can be asked here.
  const whole = losses.map((loss) => ({ ...loss, what: loss.what.replace(/; only its .*$/, '') }))
  if (whole.length > 0) return err(whole)
  return ok({ page, shown: file.name, fields, body: body.trim() === '' ? '' : body })
}

/**
 * Pages with what their writer wants: fields take the place of those of the same name, `null`
 * removes one, and a text takes the place of the whole text. What overrides nothing any more is
 * reported; `moves` says where a page is now.
 */
export function applyOverrides(
  pages: readonly ImportedPage[],
  overrides: Overrides,
  moves: ReadonlyMap<string, string>,
  report: Report,
): readonly ImportedPage[] {
  const byPage = new Map(overrides.pages.map((each) => [each.page, each]))
  const changed = pages.map((imported) => {
    const override = byPage.get(imported.page)
    byPage.delete(imported.page)
    return override === undefined ? imported : applyOverride(imported, override)
  })
  for (const { page, shown } of byPage.values()) {
    const to = moves.get(page)
    const what =
      to === undefined
        ? `no page ${quote(page)} is imported, so this overrides nothing`
        : `the page ${quote(page)} is ${quote(to)} now, so this overrides nothing`
    const fix = to === undefined ? 'rename or remove it' : `move it to ${OVERRIDES_FOLDER}/${to}`
    report.addLoss(startOfFile(shown), what, fix)
  }
  const folders = new Set(pages.flatMap(({ page }) => listFolders(page)))
  for (const { path, shown } of overrides.files) {
    if (posix.basename(path) !== FOLDER_FILE || folders.has(posix.dirname(path))) continue
    const what = `no page is imported into ${quote(posix.dirname(path))}`
    report.addLoss(startOfFile(shown), `${what}, so this overrides nothing`, 'rename or remove it')
  }
  return changed
}

function applyOverride(
  { page, title, record, body, isDated }: ImportedPage,
  { fields, body: text }: PageOverride,
): ImportedPage {
  // A date that somebody writes is one.
  const own = 'updated' in fields ? { undated: null, ...fields } : fields
  const joined = Object.entries({ ...record, ...own }).filter(([, value]) => value !== null)
  return {
    page,
    title: typeof fields.title === 'string' ? fields.title : title,
    record: Object.fromEntries(joined),
    body: text === '' ? body : text,
    isDated: isDated || 'updated' in fields,
  }
}

/** The folders that a page is in, the top one as `.`. */
function listFolders(page: string): readonly string[] {
  const parts = page.split('/').slice(0, -1)
  return ['.', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))]
}
