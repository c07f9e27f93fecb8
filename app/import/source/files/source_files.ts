import type { Dirent } from 'node:fs'
import { readFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join, posix, resolve } from 'node:path'
import { compare, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { errorCodeOf, SOURCE_BYTES_MAX } from '../../../text/source_text/source_file.ts'

/** The folder that is imported. Nothing outside it is ever read, nor what a link leads to. */
export type SourceFolder = {
  /** The folder as its owner named it. */
  readonly root: string
  /** Paths of its files below the root, sorted. */
  readonly files: readonly string[]
  has(file: string): boolean
  /**
   * Text of a file: no BOM, LF line ends, no NUL. Undefined where there is no such file, or it
   * cannot be read, which `losses` then says. What programs write may be larger than a page.
   */
  read(file: string, bytesMax?: number): string | undefined
  /** Whether anybody asked for the text of a file so far. */
  wasRead(file: string): boolean
  /** The file as messages name it. */
  show(file: string): string
  /** What could not be read so far. */
  readonly losses: readonly Problem[]
}

const MARKDOWN = /\.(mdx?|markdown)$/i
const SKIPPED_FOLDERS = new Set(['node_modules'])

/** Hidden entries that configure a generator; all other hidden ones are nobody's pages. */
const CONFIGURATION =
  /^\.(?:vitepress|pages|nav\.ya?ml|gitbook(?:\.ya?ml)?|openpublishing\.redirection.*\.json)$/

/** What generators write into their hidden folders beside the configuration. */
const MADE = /(?:^|\/)\.vitepress\/(?:cache|dist|\.temp)$/

/** More is no documentation but a mistake, such as the root of a disk. */
const FILES_MAX = 200_000

/** What programs write, and nobody reads as one page. */
export const LARGE_BYTES_MAX = 32 * SOURCE_BYTES_MAX

/** Lists the files below a folder, except those of the corpus that is written; or the one named. */
export async function openSourceFolder(
  folder: string,
  corpus: string,
): Promise<Result<SourceFolder, readonly Problem[]>> {
  const place = { file: folder, line: 1, column: 1 }
  // One file is the folder that it is in, without all others.
  const stats = await lstat(folder).catch(() => undefined)
  if (stats?.isFile() === true) {
    return ok(createSourceFolder(dirname(folder), [basename(folder)], []))
  }
  const walk = new Walk(folder, resolve(corpus))
  const refusal = await walk.visit('')
  if (refusal !== undefined) {
    const what =
      refusal === 'ENOENT' ? 'the folder does not exist' : `the folder cannot be read: ${refusal}`
    return err([problemAt(place, what, 'name a folder of Markdown files')])
  }
  if (walk.files.length > FILES_MAX) {
    const what = `the folder has more than ${FILES_MAX} files`
    return err([problemAt(place, what, 'name the folder of the documentation')])
  }
  return ok(createSourceFolder(folder, walk.files.sort(compare), walk.losses))
}

/** The first of these files of a folder that there is. */
export function findFirst(
  source: Pick<SourceFolder, 'has'>,
  folder: string,
  names: readonly string[],
): string | undefined {
  return names.map((name) => posix.join(folder, name)).find((file) => source.has(file))
}

/** Whether a hidden entry of this name configures a generator. */
export function isConfigurationName(name: string): boolean {
  return CONFIGURATION.test(name)
}

export function isMarkdownName(file: string): boolean {
  return MARKDOWN.test(file)
}

class Walk {
  readonly files: string[] = []
  readonly losses: Problem[] = []
  readonly #root: string
  readonly #except: string

  constructor(root: string, except: string) {
    this.#root = root
    this.#except = except
  }

  /** Collects files; the reason if the folder itself cannot be read. */
  async visit(below: string): Promise<string | undefined> {
    const entries = await readdir(join(this.#root, below), { withFileTypes: true }).catch(
      errorCodeOf,
    )
    if (typeof entries === 'string') {
      if (below === '') return entries
      this.#report(below, `the folder cannot be read: ${entries}`, 'make it readable')
      return undefined
    }
    for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
      if (this.files.length > FILES_MAX) return undefined
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (isSkipped(entry, path) || resolve(this.#root, path) === this.#except) continue
      if (entry.isDirectory()) await this.visit(path)
      else if (entry.isFile()) this.files.push(path)
      else if (entry.isSymbolicLink()) {
        const fix = 'put what it leads to in its place, if readers need it'
        this.#report(path, 'the symbolic link is not followed', fix)
      } else this.#report(path, 'this is no file', 'remove it')
    }
    return undefined
  }

  #report(path: string, what: string, fix: string): void {
    this.losses.push(problemAt({ file: join(this.#root, path), line: 1, column: 1 }, what, fix))
  }
}

function isSkipped(entry: Dirent, path: string): boolean {
  if (entry.name.startsWith('.')) return !isConfigurationName(entry.name)
  return SKIPPED_FOLDERS.has(entry.name) || MADE.test(path)
}

function createSourceFolder(
  root: string,
  files: readonly string[],
  losses: Problem[],
): SourceFolder {
  const known = new Set(files)
  const texts = new Map<string, string | undefined>()
  return {
    root,
    files,
    losses,
    has: (file) => known.has(file),
    read: (file, bytesMax) => {
      if (!known.has(file)) return undefined
      if (bytesMax !== undefined) return readSource(root, file, losses, bytesMax)
      if (!texts.has(file)) texts.set(file, readSource(root, file, losses))
      return texts.get(file)
    },
    wasRead: (file) => texts.has(file),
    show: (file) => join(root, file),
  }
}

function readSource(
  root: string,
  file: string,
  losses: Problem[],
  bytesMax = SOURCE_BYTES_MAX,
): string | undefined {
  const place = { file: join(root, file), line: 1, column: 1 }
  let bytes: Uint8Array
  try {
    bytes = readFileSync(join(root, file))
  } catch (error) {
    losses.push(
      problemAt(place, `the file cannot be read: ${errorCodeOf(error)}`, 'make it readable'),
    )
    return undefined
  }
  if (bytes.length > bytesMax) {
    const size = `${bytes.length} bytes, more than ${bytesMax}`
    losses.push(problemAt(place, `the file has ${size}, and was skipped`, 'split it'))
    return undefined
  }
  const decoded = new TextDecoder('utf-8').decode(bytes)
  const text = decoded.replace(/\r\n?/g, '\n').replaceAll('\u0000', '')
  const bad = text.indexOf('\ufffd')
  if (bad !== -1 && !isUtf8(bytes)) {
    const line = text.slice(0, bad).split('\n').length
    const what = `bytes that are not UTF-8 were replaced with ${quote('\ufffd')}`
    losses.push(problemAt({ ...place, line }, what, 'save the file as UTF-8'))
  }
  return text
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
