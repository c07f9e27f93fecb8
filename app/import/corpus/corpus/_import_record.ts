import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compare } from '../../../contract/problem.ts'

/** The file in which an import notes what it wrote. */
export const RECORD_FILE = 'import.lock'

const HEADER =
  '# Files that "lectern import" wrote, with their digests. An edited file is never replaced.\n'

/** What earlier imports wrote. */
export type ImportRecord = {
  /**
   * Digests of files by their paths below `pages/`. A file has two while an import replaces it:
   * whichever is there after a crash was written by an import.
   */
  readonly digests: ReadonlyMap<string, readonly string[]>
  /** Where pages are that the source moved, by the paths that they had. */
  readonly moves: ReadonlyMap<string, string>
}

/** Reads the record of a corpus; an import that never was has written nothing. */
export async function readImportRecord(corpusDir: string): Promise<ImportRecord> {
  const text = await readFile(join(corpusDir, RECORD_FILE), 'utf8').catch(() => '')
  const digests = new Map<string, readonly string[]>()
  for (const [, digest = '', path = ''] of text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
    digests.set(path, [...(digests.get(path) ?? []), digest])
  }
  const moves = [...text.matchAll(/^moved {2}(\S+) {2}(\S+)$/gm)]
  return { digests, moves: new Map(moves.map(([, from = '', to = '']) => [from, to])) }
}

export function formatImportRecord({ digests, moves }: ImportRecord): string {
  const files = sortByKey(digests).flatMap(([path, all]) => {
    return all.map((digest) => `${digest}  ${path}\n`)
  })
  const moved = sortByKey(moves).map(([from, to]) => `moved  ${from}  ${to}\n`)
  return HEADER + files.join('') + moved.join('')
}

function sortByKey<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => compare(a, b))
}
