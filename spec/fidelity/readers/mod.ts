import { ASCIIDOC } from './asciidoc/mod.ts'
import { HTML } from './html.ts'
import { OPENAPI } from './openapi.ts'
import type { Reader } from './reader.ts'
import { recordSphinx, SPHINX } from './sphinx.ts'

const READERS: readonly Reader[] = [ASCIIDOC, HTML, OPENAPI, SPHINX]

/** What reads pages that are no Markdown; a generator may have both. */
export function findReader(generator: string): Reader | undefined {
  return READERS.find(({ names }) => names.includes(generator))
}

export { recordSphinx }
