import { readdir, realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { compare, type Problem, problemAt, quote, startOfFile } from '../../../contract/problem.ts'
import { isAssetName } from '../../../docs/model/asset.ts'
import { FOLDER_FILE } from '../../../docs/model/folder.ts'
import type { SourcePage } from '../../../docs/model/source.ts'
import { errorCodeOf, type SourceFile } from '../../../text/source_text/source_file.ts'
import { explainBadLink } from './_link.ts'

export type PageFile = SourceFile & { readonly below: string }

/** A page as read, with its own problems. */
export type PageRead = {
  readonly page: SourcePage
  readonly problems: readonly Problem[]
  /** Paths of the files that are part of its text. */
  readonly included: readonly string[]
}

/** Letters and digits of every script; without signs that addresses and shells give a meaning. */
const SEGMENT = /^[\p{L}\p{N}_@-][\p{L}\p{M}\p{N}._@-]*$/u
const IMAGE = /\.(bmp|heic|ico|psd|tiff?)$/i

/** A folder that holds it is the output of a build. */
const BUILD_FILE = 'docs-manifest.json'

/** Levels of folders below `pages/`; more is a loop of mounts or a mistake. */
const DEPTH_MAX = 32

/**
 * Lists the Markdown files of a folder in path order, and the files that order its folders. Reports
 * files that do not belong.
 */
export async function listPageFiles(
  folder: SourceFile,
  corpusDir: string,
): Promise<{
  readonly files: readonly PageFile[]
  readonly folderFiles: readonly PageFile[]
  /** Pictures and other files that a page may refer to. */
  readonly otherFiles: readonly PageFile[]
  /** Folders that cannot be listed, by their path below the folder. */
  readonly unreadable: readonly string[]
  readonly problems: readonly Problem[]
}> {
  const files: PageFile[] = []
  const folderFiles: PageFile[] = []
  const otherFiles: PageFile[] = []
  const unreadable: string[] = []
  const problems: Problem[] = []
  const isOutside = relative(corpusDir, folder.path).split(sep)[0] === '..'
  const top = isOutside ? folder.path : corpusDir
  const root = await realpath(top).catch(() => top)
  const shared = isOutside ? { corpusDir: resolve(corpusDir) } : undefined
  const into = { folder, root, shared, files, folderFiles, otherFiles, unreadable, problems }
  await walk(into, '', 0)
  if (files.length === 0 && problems.length === 0) {
    const fix = 'add a page such as index.md'
    problems.push(problemAt(startOfFile(folder.name), 'the corpus has no pages', fix))
  }
  return {
    files: files.sort((a, b) => compare(a.below, b.below)),
    folderFiles,
    otherFiles,
    unreadable,
    problems,
  }
}

type Walk = {
  readonly folder: SourceFile
  readonly root: string
  /** Set for a folder outside the corpus, where other things are too. */
  readonly shared: { readonly corpusDir: string } | undefined
  readonly files: PageFile[]
  readonly folderFiles: PageFile[]
  readonly otherFiles: PageFile[]
  readonly unreadable: string[]
  readonly problems: Problem[]
}

async function walk(into: Walk, below: string, depth: number): Promise<void> {
  const here = locate(into.folder, below)
  const entries = await readdir(here.path, { withFileTypes: true }).catch(errorCodeOf)
  if (typeof entries === 'string') {
    into.unreadable.push(below)
    into.problems.push(explainUnreadableFolder(here.name, entries))
    return
  }
  const listed =
    into.shared === undefined ? entries : entries.filter(({ name }) => !isForeign(name))
  if (into.shared !== undefined && listed.some(({ name }) => name === BUILD_FILE)) return
  for (const entry of listed.sort((a, b) => compare(a.name, b.name))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (into.shared?.corpusDir === resolve(into.folder.path, path)) continue
    if (entry.isDirectory() && depth < DEPTH_MAX) await walk(into, path, depth + 1)
    else if (entry.isSymbolicLink()) await takeLink(into, path)
    else if (entry.isFile()) takeFile(into, path)
    else if (into.shared === undefined)
      reportProblem(into, path, 'this is not a regular file', 'remove it')
  }
}

/** What lies among the pages of a repository and is never a page. */
function isForeign(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

function takeFile(into: Walk, path: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === FOLDER_FILE) into.folderFiles.push({ ...locate(into.folder, path), below: path })
  else if (name.endsWith('.md')) {
    const bad = path.split('/').find((part) => !isSegment(part))
    if (bad === undefined) into.files.push({ ...locate(into.folder, path), below: path })
    else reportProblem(into, path, ...explainBadName(bad))
  } else if (isAssetName(name) && !isHidden(path)) {
    into.otherFiles.push({ ...locate(into.folder, path), below: path })
  } else if (into.shared !== undefined) {
    if (/\.mdx$/i.test(name)) reportProblem(into, path, ...explainNotMarkdown(name))
  } else if (!isHidden(path)) {
    reportProblem(into, path, ...explainNotMarkdown(name))
  }
}

/** Two files may have one name, composed and in parts; addresses and links are composed. */
function isSegment(part: string): boolean {
  return SEGMENT.test(part) && part.normalize('NFC') === part
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

async function takeLink(into: Walk, path: string): Promise<void> {
  const problem = await explainBadLink(locate(into.folder, path).path, into.root)
  if (problem === undefined) takeFile(into, path)
  else reportProblem(into, path, ...problem)
}

function explainBadName(part: string): readonly [what: string, fix: string] {
  if (part.startsWith('.')) {
    return [`the name ${quote(part)} starts with a dot`, 'rename it without the dot']
  }
  if (SEGMENT.test(part)) {
    const what = `the name ${quote(part)} has letters and their marks in parts (Unicode NFD)`
    return [what, `rename it to ${quote(part.normalize('NFC'))}, typed here as one (NFC)`]
  }
  return [
    `the name ${quote(part)} has characters that a page address cannot have`,
    'rename it with letters, digits, and . _ - @',
  ]
}

function explainNotMarkdown(name: string): readonly [what: string, fix: string] {
  if (/\.(md|markdown)$/i.test(name)) {
    return [`${quote(name)} does not end in .md`, 'rename it']
  }
  if (/\.mdx$/i.test(name)) {
    return [`${quote(name)} is MDX`, 'convert the folder into a corpus with "lectern import"']
  }
  if (IMAGE.test(name)) {
    return [`${quote(name)} is a picture that few browsers show`, 'save it as PNG or WebP']
  }
  return [`${quote(name)} is not a page`, 'move it out of pages/, or remove it']
}

function reportProblem(into: Walk, path: string, what: string, fix: string): void {
  const { name } = locate(into.folder, path)
  into.problems.push(problemAt(startOfFile(name), what, fix))
}

function explainUnreadableFolder(name: string, reason: string): Problem {
  const place = startOfFile(name)
  if (reason === 'ENOENT') {
    return problemAt(place, 'the folder is missing', 'create it and add Markdown pages')
  }
  return problemAt(place, `the folder cannot be read: ${reason}`, 'make the folder readable')
}

function locate(folder: SourceFile, below: string): SourceFile {
  if (below === '') return folder
  return { path: join(folder.path, below), name: `${folder.name}/${below}` }
}
