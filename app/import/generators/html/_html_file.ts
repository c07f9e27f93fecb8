import type { SourceFolder } from '../../source/files/source_files.ts'

export const HTML = /\.html?$/i

/** A whole manual may be in one file. */
const HTML_BYTES_MAX = 16 * 1024 * 1024

/** Trees of pages leave more garbage than all that is kept of them. */
export const GAIN_BYTES_MAX = 48_000_000

/** The text of a file that nobody else will ask for: it is not kept. */
export function readHtml(source: SourceFolder, file: string): string {
  return source.read(file, HTML_BYTES_MAX) ?? ''
}
