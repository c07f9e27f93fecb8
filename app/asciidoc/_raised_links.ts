import type { InlinePart } from './inline_nodes.ts'

const ENDS_WITH_WORD = /[\p{L}\p{N}][*_`]*$/u
const BEGINS_WITH_WORD = /^[*_`]*[\p{L}\p{N}]/u

/** Joins parts as they were written. A link is not raised: `7.2` and its note 1 would be `7.21`. */
export function joinParts(parts: readonly InlinePart[], texts: readonly string[]): string {
  return texts
    .map((text, at) => {
      if (!isRaisedLink(parts[at])) return text
      const before = ENDS_WITH_WORD.test(texts[at - 1] ?? '') ? ' ' : ''
      const after = BEGINS_WITH_WORD.test(texts[at + 1] ?? '') ? ' ' : ''
      return before + text + after
    })
    .join('')
}

function isRaisedLink(part: InlinePart | undefined): boolean {
  if (part?.kind !== 'node' || !/^(?:link|xref)$/.test(part.node.kind)) return false
  return part.parts.length > 0 && part.parts.every(isRaised)
}

function isRaised(part: InlinePart): boolean {
  return part.kind === 'node' && part.node.kind === 'quoted' && part.node.type === 'superscript'
}
