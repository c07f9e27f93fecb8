import { join, relative, resolve, sep } from 'node:path'
import type { SourceFile } from './source_file.ts'

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
