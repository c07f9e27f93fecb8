import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Problem, problemAt, startOfFile } from '../contract/problem.ts'
import { isReservedAddress } from '../contract/reserved_names.ts'

/** The Markdown that a folder has already. */
export type PagesFound = {
  /** Where it is, from the folder of the corpus; absent if it is where a corpus has its pages. */
  readonly folder: string | undefined
  readonly count: number
  /** Files whose addresses the service has itself: they cannot be built until they are renamed. */
  readonly reserved: readonly string[]
}

const NONE: PagesFound = { folder: undefined, count: 0, reserved: [] }

/** Folders that repositories keep their documentation in. */
const DOCS_FOLDERS = ['docs', 'doc', 'documentation']

/** Markdown files of a repository that are about the repository. */
const ABOUT_REPOSITORY =
  /^(readme|change(log|s)|licen[cs]e|contributing|code_of_conduct|security|agents|support)\b/i

/** Looks for the pages of a folder: in its corpus, in a folder for documentation, in itself. */
export async function findPages(
  folder: string,
  corpus: string,
): Promise<{ readonly found: PagesFound; readonly problems: readonly Problem[] }> {
  const own = await listDocuments(join(folder, corpus, 'pages'), () => true)
  if (own.length > 0) {
    return { found: { ...NONE, count: own.length, reserved: own.filter(isReserved) }, problems: [] }
  }
  for (const name of DOCS_FOLDERS) {
    const documents = await listDocuments(join(folder, name), () => true)
    if (documents.length > 0) return takeFolder(join(folder, name), `../${name}`, documents)
  }
  const isPage = (path: string) => path.includes('/') || !ABOUT_REPOSITORY.test(path)
  const documents = await listDocuments(folder, isPage)
  if (documents.length > 0) return takeFolder(folder, '..', documents)
  return { found: NONE, problems: [] }
}

function isReserved(document: string): boolean {
  return isReservedAddress(document.replace(/\.mdx?$/, '').replace(/(^|\/)(index|readme)$/i, ''))
}

function takeFolder(
  path: string,
  folder: string,
  documents: readonly string[],
): { readonly found: PagesFound; readonly problems: readonly Problem[] } {
  const other = documents.filter((each) => each.endsWith('.mdx'))
  const [first] = other
  const problems =
    first === undefined
      ? []
      : [
          problemAt(
            startOfFile(join(path, first)),
            `${other.length === 1 ? 'this file is' : `${other.length} files are`} MDX`,
            `convert the folder first: lectern import ${path} --to corpus`,
          ),
        ]
  const reserved = documents.filter(isReserved)
  return { found: { folder, count: documents.length, reserved }, problems }
}

/** Paths of Markdown below a folder, without hidden files, packages and builds. */
async function listDocuments(
  root: string,
  accept: (path: string) => boolean,
  below = '',
): Promise<readonly string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(() => [])
  if (entries.some(({ name }) => name === 'docs-manifest.json')) return []
  const found: string[] = []
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) found.push(...(await listDocuments(root, accept, path)))
    else if (entry.isFile() && /\.mdx?$/.test(entry.name) && accept(path)) found.push(path)
  }
  return found.sort()
}
