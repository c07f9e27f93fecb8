import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compare, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { errorCodeOf, SOURCE_BYTES_MAX } from '../../source_text/source_file.ts'

/** Text of an imported file: no BOM, LF line ends, no NUL. */
export type SourceText = { readonly file: string; readonly text: string }

type SourceFiles = {
  /** Markdown and MDX files, by path. */
  readonly texts: readonly SourceText[]
  /** Paths of other files, and of links, which are not followed. */
  readonly others: readonly string[]
  readonly losses: readonly Problem[]
}

const MARKDOWN = /\.(mdx?|markdown)$/i
const SKIPPED_FOLDERS = new Set(['node_modules'])

/** Reads every Markdown file below a folder, except those of the corpus that is written. */
export async function readSourceFiles(
  folder: string,
  corpus: string,
): Promise<Result<SourceFiles, readonly Problem[]>> {
  const found = await walk(folder, '', resolve(corpus))
  if (typeof found === 'string') {
    const place = { file: folder, line: 1, column: 1 }
    const what = `the folder cannot be read: ${found}`
    return err([problemAt(place, what, 'name a folder of Markdown files')])
  }
  const markdown = found.filter((file) => MARKDOWN.test(file)).sort(compare)
  if (markdown.length === 0) {
    const place = { file: folder, line: 1, column: 1 }
    const what = 'the folder has no Markdown files'
    return err([problemAt(place, what, 'name the folder with the .md or .mdx files')])
  }
  const texts: SourceText[] = []
  const losses: Problem[] = []
  for (const file of markdown) {
    const read = await readMarkdown(folder, file)
    if (read.text !== undefined) texts.push({ file, text: read.text })
    losses.push(...read.losses)
  }
  const others = found.filter((file) => !MARKDOWN.test(file))
  return ok({ texts, others, losses })
}

/** Files below a folder without hidden ones; the reason if the folder cannot be read. */
async function walk(
  root: string,
  below: string,
  except: string,
): Promise<readonly string[] | string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(errorCodeOf)
  if (typeof entries === 'string') return below === '' ? entries : []
  const files: string[] = []
  for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (isSkipped(entry) || resolve(root, path) === except) continue
    if (!entry.isDirectory()) files.push(entry.isFile() ? path : `${path} (link)`)
    else files.push(...(await walk(root, path, except)))
  }
  return files
}

function isSkipped(entry: Dirent): boolean {
  return entry.name.startsWith('.') || (entry.isDirectory() && SKIPPED_FOLDERS.has(entry.name))
}

async function readMarkdown(
  folder: string,
  file: string,
): Promise<{ readonly text: string | undefined; readonly losses: readonly Problem[] }> {
  const place = { file: join(folder, file), line: 1, column: 1 }
  const bytes = await readFile(join(folder, file)).catch(errorCodeOf)
  if (typeof bytes === 'string') {
    const what = `the file cannot be read: ${bytes}`
    return { text: undefined, losses: [problemAt(place, what, 'make it readable')] }
  }
  if (bytes.length > SOURCE_BYTES_MAX) {
    const size = `${bytes.length} bytes, more than ${SOURCE_BYTES_MAX}`
    const what = `the file has ${size}, and was skipped`
    return { text: undefined, losses: [problemAt(place, what, 'split it')] }
  }
  const decoded = new TextDecoder('utf-8').decode(bytes)
  const text = decoded.replace(/\r\n?/g, '\n').replaceAll('\u0000', '')
  const bad = text.indexOf('\ufffd')
  if (bad === -1 || isUtf8(bytes)) return { text, losses: [] }
  const line = text.slice(0, bad).split('\n').length
  const what = `bytes that are not UTF-8 were replaced with ${quote('\ufffd')}`
  return { text, losses: [problemAt({ ...place, line }, what, 'save the file as UTF-8')] }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
