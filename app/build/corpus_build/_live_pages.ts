import { stat } from 'node:fs/promises'
import type { Problem } from '../../contract/problem.ts'
import type { SourceFolder } from '../../docs/model/source.ts'
import type { SourceFile } from '../../text/source_text/source_file.ts'
import { type MadeApis, readApiPages } from './read/api_pages.ts'
import { readFolders } from './read/folders.ts'
import { listPageFiles, type PageFile, type PageRead } from './read/page_files.ts'
import { parsePage, readInParallel, readPage } from './read/pages.ts'

/** A page file, and what it looked like when it was read. */
type KnownPage = PageRead & { readonly file: PageFile; readonly stamp: string }

export type PagesRead = {
  readonly pages: readonly PageRead[]
  readonly folders: readonly SourceFolder[]
  /** Whether a page of this address may be there, in a folder that cannot be listed. */
  readonly isUnseen: (path: string) => boolean
  /** Problems of the folders, their order, and files that do not belong. */
  readonly problems: readonly Problem[]
}

/** Keeps every page that was read, and reads again only those whose files changed. */
type LivePages = {
  /** Lists the folder again and reads what is new or looks different. */
  readonly scan: (folder: SourceFile, corpusDir: string) => Promise<PagesRead>
  /** Reads these files again, and gives those that differ; `unlisted` if one is not known. */
  readonly refresh: (paths: readonly string[]) => Promise<readonly PageRead[] | 'unlisted'>
}

export function createLivePages(): LivePages {
  const known = new Map<string, KnownPage>()
  const apis: MadeApis = new Map()

  const read = async (file: PageFile): Promise<KnownPage> => {
    // Stamped first: a change while it is read makes it look different the next time.
    const stamp = await stampOf(file.path)
    return { file, stamp, ...(await readPage(file)) }
  }
  const scan = async (folder: SourceFile, corpusDir: string): Promise<PagesRead> => {
    const listed = await listPageFiles(folder, corpusDir)
    const { files, folderFiles, otherFiles, unreadable, problems } = listed
    const ordered = await readFolders(folderFiles)
    const described = { corpusDir, folder, files, otherFiles, folders: ordered.folders }
    const api = await readApiPages(described, parsePage, apis)
    const found = await readInParallel(files, async (file) => {
      const same = known.get(file.path)
      return same !== undefined && same.stamp === (await stampOf(file.path)) ? same : read(file)
    })
    known.clear()
    for (const page of found) known.set(page.file.path, page)
    return {
      pages: [...found, ...api.pages],
      folders: api.folders,
      isUnseen: (path) => unreadable.some((each) => each === '' || isBelow(path, each)),
      problems: [...problems, ...ordered.problems, ...api.problems],
    }
  }
  const refresh = async (paths: readonly string[]): Promise<readonly PageRead[] | 'unlisted'> => {
    const pages: KnownPage[] = []
    for (const path of paths) {
      const page = known.get(path)
      if (page === undefined) return 'unlisted'
      const again = await read(page.file)
      if (again.stamp === ABSENT) return 'unlisted'
      known.set(path, again)
      // A file may be touched, or written as it was.
      if (!Bun.deepEquals([again.page, again.problems], [page.page, page.problems])) {
        pages.push(again)
      }
    }
    return pages
  }
  return { scan, refresh }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

const ABSENT = 'absent'

async function stampOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return ABSENT
  return `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}
