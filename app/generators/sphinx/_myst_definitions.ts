import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { normalizeLabel } from '../../foreign_source/dialects/local_definitions.ts'
import { cutPieces } from './_myst_directives.ts'

const DEFINITION = /^ {0,3}\[([^[\]\n^][^[\]\n]{0,200})\]:[ \t]+(\S+)/

/** Directives whose content is no Markdown. */
const VERBATIM = /^(?:code|sourcecode|math|raw|literal|mermaid|eval-rst)/
const DEPTH_MAX = 20

/** Addresses that a text defines for its links; of two with one name the first counts. */
export function readDefinitions(lines: readonly SourceLine[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const read = (part: readonly SourceLine[], depth: number) => {
    for (const piece of cutPieces(part)) {
      if (piece.kind === 'text') for (const { text } of piece.lines) readLine(text, found)
      if (piece.kind !== 'directive' || VERBATIM.test(piece.name)) continue
      if (depth < DEPTH_MAX) read(piece.content, depth + 1)
    }
  }
  read(lines, 0)
  return found
}

function readLine(text: string, found: Map<string, string>): void {
  const [, name, address] = DEFINITION.exec(text) ?? []
  if (name === undefined || address === undefined) return
  const label = normalizeLabel(name)
  if (!found.has(label)) found.set(label, address)
}
