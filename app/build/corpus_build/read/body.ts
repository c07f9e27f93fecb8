import type { Heading } from '../../../contract/build.ts'
import { type Place, type Problem, problemAt } from '../../../contract/problem.ts'
import { explainUnsafeAddress, UNSAFE_SCHEMES } from '../../../docs/model/addresses.ts'
import type { SourceLink } from '../../../docs/model/source.ts'
import {
  type Fault,
  type ParsedMarkdown,
  parseMarkdown,
} from '../../../text/source_text/markdown.ts'
import { findLineStarts } from '../../../text/source_text/source_positions.ts'
import { findContentFaults } from './_content_faults.ts'
import { warnOfHiddenText } from './_hidden_characters.ts'
import { summarizeBody } from './_summary.ts'

type BodyFacts = {
  readonly headings: readonly Heading[]
  readonly anchors: readonly string[]
  readonly links: readonly SourceLink[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** What the first paragraph says, for a page without a description. */
  readonly summary: string
}

// The parser keeps an address with such a scheme as text, so that nobody can click it.
const UNSAFE = new RegExp(`\\]\\(\\s*<?\\s*((?:${UNSAFE_SCHEMES}):)`, 'i')

/** Receives each body as parsed; nothing else keeps it, because it is larger than its text. */
export type OnParsed = (parsed: ParsedMarkdown) => void

/** Reads the anchors of a body, and each link with its place in the file. */
export function readBody(
  file: string,
  body: string,
  bodyLine: number,
  onParsed?: OnParsed,
): BodyFacts {
  const parsed = parseMarkdown(body)
  onParsed?.(parsed)
  const starts = findLineStarts(body)
  const placeOf = (offset: number): Place => {
    const line = lineOf(starts, offset)
    return { file, line: bodyLine + line, column: offset - (starts[line] ?? 0) + 1 }
  }
  const problems = parsed.tokens.flatMap((token) => {
    const from = starts[token.map?.[0] ?? 0] ?? 0
    return (token.children ?? []).flatMap((child) => {
      if (child.type === 'text' && UNSAFE.test(child.content)) {
        const scheme = UNSAFE.exec(child.content)?.[1] ?? ''
        return [explainUnsafeAddress(placeOf(Math.max(body.indexOf(scheme, from), from)), scheme)]
      }
      if (child.type !== 'link_open' || child.attrGet('href') !== '') return []
      const at = Math.max(body.indexOf('](', from), from)
      return [problemAt(placeOf(at), 'the link has no address', 'write one, or remove the link')]
    })
  })
  const links = parsed.targets.map(({ href, image, start }) => ({
    href,
    image,
    place: placeOf(start),
  }))
  const faults = [...parsed.faults, ...findContentFaults(parsed)]
  const faultsOf = (severity: Fault['severity']) =>
    faults
      .filter((fault) => fault.severity === severity)
      .map(({ line, what, fix, href }) => {
        const place = links.find(
          (link) => link.image && link.href === href && link.place.line === bodyLine + line,
        )?.place
        return problemAt(place ?? { file, line: bodyLine + line, column: 1 }, what, fix)
      })
  return {
    headings: parsed.headings,
    anchors: parsed.anchors,
    links,
    problems: [...problems, ...faultsOf('problem')],
    warnings: [...faultsOf('warning'), ...warnOfHiddenText(file, body, bodyLine)],
    summary: summarizeBody(parsed),
  }
}

/** The last line that starts at or before an offset, by binary search. */
function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
