import { listNames, type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { SourcePage } from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'

export function explainAbsentAnchor(
  place: Place,
  anchor: string,
  page: SourcePage,
): Problem | undefined {
  // An empty fragment and "top" mean the top of the page (HTML, select the indicated part).
  if (anchor === '' || anchor === 'top' || page.anchors === undefined) return undefined
  if (page.anchors.includes(anchor)) return undefined
  const meant = findNearest(anchor, page.anchors)
  const shown = page.anchors.map((each) => `#${each}`)
  const choices = shown.length === 0 ? 'remove it' : `write ${listChoices(shown)}`
  const what = `the anchor ${quote(`#${anchor}`)} is not on ${quote(page.file)}`
  return problemAt(place, what, meant === undefined ? choices : `write ${quote(`#${meant}`)}`)
}

function listChoices(names: readonly string[]): string {
  return names.length === 1 ? listNames(names) : `one of ${listNames(names)}`
}
