import { lstat, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { LIMITS } from '../../contract/limits.ts'
import { type Problem, problemAt, quote, startOfFile } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** Largest page or YAML file that we read: more is a mistake, such as a misplaced dump. */
export const SOURCE_BYTES_MAX = LIMITS.sourceBytesMax

/** The lock has a line for every page that ever existed, so it may be larger. */
export const LOCK_BYTES_MAX = 32 * SOURCE_BYTES_MAX

export type SourceFile = { readonly path: string; readonly name: string }

type Missing = 'missing'

/** Text of a source file: UTF-8 without BOM, LF line ends, no NUL, of bounded size. */
export async function readText(
  file: SourceFile,
  bytesMax: number = SOURCE_BYTES_MAX,
): Promise<Result<string, Problem | Missing>> {
  const refused = await checkBeforeReading(file, bytesMax)
  if (refused !== undefined) return err(refused)
  const bytes = await readFile(file.path).catch(errorCodeOf)
  if (typeof bytes === 'string') return err(describeUnreadable(file, bytes))
  return decodeSource(file.name, bytes)
}

export function decodeSource(shown: string, bytes: Uint8Array): Result<string, Problem> {
  const text = decodeUtf8(bytes)
  if (text === undefined) return err(locateBadUtf8(shown, bytes))
  const unified = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const at = unified.indexOf('\0')
  if (at !== -1) {
    const place = { file: shown, ...countLineAndColumn(unified, at) }
    const fix = 'remove it; a source file is plain text'
    return err(problemAt(place, 'a NUL byte is not allowed', fix))
  }
  return ok(unified)
}

/** Line and column, from 1, of an offset in a text. */
export function countLineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) {
    line += 1
  }
  return { line, column: offset - start + 1 }
}

async function checkBeforeReading(
  file: SourceFile,
  bytesMax: number,
): Promise<Problem | Missing | undefined> {
  const found = await stat(file.path).catch(errorCodeOf)
  if (typeof found === 'string') {
    // A broken link is not a missing file: its author wanted a file there.
    const link = found === 'ENOENT' ? await lstat(file.path).catch(() => undefined) : undefined
    return found === 'ENOENT' && link === undefined ? 'missing' : describeUnreadable(file, found)
  }
  const place = startOfFile(file.name)
  if (!found.isFile()) {
    return problemAt(place, 'this is not a regular file', 'put a text file here')
  }
  if (found.size <= bytesMax) return undefined
  const what = `the file has ${found.size} bytes, more than ${bytesMax}`
  return problemAt(place, what, 'split it into smaller files')
}

function describeUnreadable(file: SourceFile, reason: string): Problem {
  const fix = 'let the user who runs the build read it'
  return problemAt(startOfFile(file.name), `the file cannot be read: ${reason}`, fix)
}

/** Short reason of a failed system call, such as `EACCES`. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function locateBadUtf8(shown: string, bytes: Uint8Array): Problem {
  let start = 0
  for (let line = 1; start <= bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start)
    const end = feed === -1 ? bytes.length : feed
    const row = bytes.subarray(start, end)
    if (decodeUtf8(row) === undefined) {
      const before = decodeValidStart(row)
      const wrong = row[new TextEncoder().encode(before).length] ?? 0
      const byte = quote(`0x${wrong.toString(16).padStart(2, '0')}`)
      const place = { file: shown, line, column: before.length + 1 }
      return problemAt(place, `the byte ${byte} is not UTF-8`, 'save the file as UTF-8')
    }
    start = end + 1
  }
  return problemAt(startOfFile(shown), 'not UTF-8', 'save the file as UTF-8')
}

/** Text of a row up to its first bad sequence. */
function decodeValidStart(row: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  try {
    // Byte by byte: the decoder holds a sequence until it is complete and throws if it is invalid.
    for (const byte of row) text += decoder.decode(Uint8Array.of(byte), { stream: true })
  } catch {}
  return text
}

/** A file of a corpus, which messages name by its path from the working folder. */
export function locateCorpusFile(corpusDir: string, name: string): SourceFile {
  return { path: join(corpusDir, name), name: shortenPath(resolve(corpusDir, name)) }
}

/** Relative to the working folder, or unchanged when the path lies outside of it. */
function shortenPath(path: string): string {
  const short = relative(process.cwd(), path)
  const inside = short !== '' && short !== '..' && !short.startsWith(`..${sep}`)
  return (inside ? short : path).replaceAll(sep, '/')
}
