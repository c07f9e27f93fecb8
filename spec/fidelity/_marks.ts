/** A line that opens or closes a block and is no text itself. */
export type Mark = { readonly isAdmonition: boolean; readonly title: string }

const CLOSING = /^[\s>]*(?::{3,}|\/{3,})\s*$/
const CLASSIC = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?:!!!|\?\?\?\+?)\s*([\w -]*?)\s*(?:"(.*)")?\s*$/
const TAB = /^[\s>]*={3}[!+]{0,2}\s+"(.*)"\s*$/
const SLASHES = /^[\s>]*\/{3,}\s*([\w-]+)\s*(?:\|(.*))?$/
const COLONS = /^[\s>]*:{3,}\s*\{?([\w-]+)\}?\s*(.*)$/
const QUOTED = /^[\s>]*(?:[-*+]\s+)?>\s*\[!([\w-]+)\][+-]?\s*(.*)$/

const KINDS = new Set(
  (
    'note tip important warning caution danger info success question failure bug example ' +
    'quote abstract summary tldr hint help attention error check done fail missing snippet ' +
    'cite todo seealso'
  ).split(' '),
)

export function readMark(text: string): Mark | undefined {
  if (CLOSING.test(text)) return { isAdmonition: false, title: '' }
  const classic = CLASSIC.exec(text)
  if (classic !== null) {
    // What folds becomes plain text, as the documentation of import says.
    return { isAdmonition: text.includes('!!!'), title: classic[2] ?? '' }
  }
  const tab = TAB.exec(text)
  if (tab !== null) return { isAdmonition: false, title: tab[1] ?? '' }
  const slashes = SLASHES.exec(text)
  if (slashes !== null) return markOf(slashes[1] ?? '', slashes[2] ?? '')
  const quoted = QUOTED.exec(text)
  if (quoted !== null) return markOf(quoted[1] ?? '', quoted[2] ?? '')
  const colons = COLONS.exec(text)
  if (colons === null) return undefined
  const title = (colons[2] ?? '').replace(/\{[^}]*\}\s*$/, '').replace(/^\[(.*)\]$/, '$1')
  return markOf(colons[1] ?? '', title)
}

function markOf(kind: string, title: string): Mark {
  return { isAdmonition: KINDS.has(kind.toLowerCase()), title: title.trim() }
}
