import { HTML } from './html.ts'
import { OPENAPI } from './openapi.ts'
import type { Reader } from './reader.ts'

const READERS: readonly Reader[] = [HTML, OPENAPI]

/** What reads pages that are no Markdown; a generator may have both. */
export function findReader(generator: string): Reader | undefined {
  return READERS.find(({ names }) => names.includes(generator))
}
