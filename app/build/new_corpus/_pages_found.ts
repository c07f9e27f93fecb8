import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Problem, problemAt, startOfFile } from '../../contract/problem.ts'
import { isReservedAddress } from '../../contract/reserved_names.ts'
import { findSharedLanguage } from '../../contract/script_language.ts'
import { findTextLanguage } from '../../docs/search/mod.ts'

/** The Markdown that a folder has already. */
export type PagesFound = {
  /** Where it is, from the folder of the corpus; absent if it is where a corpus has its pages. */
  readonly folder: string | undefined
  readonly count: number
  /** Their language, if their script gives it away. */
  readonly language: string | undefined
  /** Files whose addresses the service has itself: they cannot be built until they are renamed. */
  readonly reserved: readonly string[]
}

const NONE: PagesFound = { folder: undefined, count: 0, language: undefined, reserved: [] }

const DOCS_FOLDERS = ['docs', 'doc', 'documentation']

/** Markdown files of a repository that are about the repository. */
const ABOUT_REPOSITORY =
  /^(readme|change(log|s)|licen[cs]e|contributing|code_of_conduct|security|agents|support)\b/i

/** Looks for the pages of a folder: in its corpus, in a folder for documentation, in itself. */
export async function findPages(
  folder: string,
  corpus: string,
): Promise<{ readonly found: PagesFound; readonly problems: readonly Problem[] }> {
  const ownFolder = join(folder, corpus, 'pages')
  const own = await listDocuments(ownFolder, () => true)
  if (own.length > 0) return await takeFolder(ownFolder, undefined, own)
  for (const name of DOCS_FOLDERS) {
    const documents = await listDocuments(join(folder, name), () => true)
    if (documents.length > 0) return await takeFolder(join(folder, name), `../${name}`, documents)
  }
  const isPage = (path: string) => path.includes('/') || !ABOUT_REPOSITORY.test(path)
  const documents = await listDocuments(folder, isPage)
  if (documents.length > 0) return await takeFolder(folder, '..', documents)
  return { found: NONE, problems: [] }
}

function isReserved(document: string): boolean {
  return isReservedAddress(document.replace(/\.mdx?$/, '').replace(/(^|\/)(index|readme)$/i, ''))
}

/** Pages beyond these are not read for their language. */
const PAGES_READ = 100

async function takeFolder(
  path: string,
  folder: string | undefined,
  documents: readonly string[],
): Promise<{ readonly found: PagesFound; readonly problems: readonly Problem[] }> {
  // A corpus that has pages already has no MDX, or says so when it is built.
  const other = folder === undefined ? [] : documents.filter((each) => each.endsWith('.mdx'))
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
  const texts = await Promise.all(
    documents.slice(0, PAGES_READ).map((each) => {
      // Whoever may not read a page learns that from the build.
      return readFile(join(path, each), 'utf8').catch(() => '')
    }),
  )
  const shared = findSharedLanguage(texts, findTextLanguage)
  // What is told in nothing is English.
  const language = shared === 'en' ? undefined : shared
  return { found: { folder, count: documents.length, language, reserved }, problems }
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
