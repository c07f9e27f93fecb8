import { stat } from 'node:fs/promises'
import type { Problem } from '../../contract/problem.ts'
import type { SourceFolder } from '../../docs/model/source.ts'
import type { SourceFile } from '../../text/source_text/source_file.ts'
import { type MadeApis, readApiPages } from './read/api_pages.ts'
import { readFolders } from './read/folders.ts'
import type { TextParts } from './read/included_text.ts'
import { listPageFiles, type PageFile, type PageRead } from './read/page_files.ts'
import { parsePage, readInParallel, readPage } from './read/pages.ts'

/** A page file, and what it looked like when it was read. */
type KnownPage = PageRead & {
  readonly file: PageFile
  readonly stamp: string
  /** Of the files that it includes. */
  readonly stamps: readonly string[]
}

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
  readonly scan: (
    folder: SourceFile,
    corpusDir: string,
    variables: TextParts['variables'],
  ) => Promise<PagesRead>
  /** Reads these files again, and gives those that differ; `unlisted` if one is not known. */
  readonly refresh: (paths: readonly string[]) => Promise<readonly PageRead[] | 'unlisted'>
}

export function createLivePages(): LivePages {
  const known = new Map<string, KnownPage>()
  const apis: MadeApis = new Map()
  let folders: readonly SourceFolder[] = []
  let parts: TextParts = { roots: [], variables: new Map() }

  const read = async (file: PageFile): Promise<KnownPage> => {
    // Stamped first: a change while it is read makes it look different the next time.
    const stamp = await stampOf(file.path)
    const page = await readPage(file, parts)
    return { file, stamp, ...page, stamps: await Promise.all(page.included.map(stampOf)) }
  }
  const isSame = async ({ file, stamp, included, stamps }: KnownPage): Promise<boolean> => {
    if (stamp !== (await stampOf(file.path))) return false
    const now = await Promise.all(included.map(stampOf))
    return now.every((each, at) => each === stamps[at])
  }
  const scan: LivePages['scan'] = async (folder, corpusDir, variables) => {
    if (!Bun.deepEquals(variables, parts.variables)) known.clear()
    parts = { roots: [corpusDir, folder.path], variables }
    const listed = await listPageFiles(folder, corpusDir)
    const { files, folderFiles, otherFiles, unreadable, problems } = listed
    const ordered = await readFolders(folderFiles, folders)
    folders = ordered.folders
    const described = { corpusDir, folder, files, otherFiles, folders }
    const api = await readApiPages(described, parsePage, apis)
    const found = await readInParallel(files, async (file) => {
      const same = known.get(file.path)
      return same !== undefined && (await isSame(same)) ? same : read(file)
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
    const parents = [...known.values()].filter(({ included }) => {
      return included.some((path) => paths.includes(path))
    })
    for (const path of new Set([...paths, ...parents.map(({ file }) => file.path)])) {
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
