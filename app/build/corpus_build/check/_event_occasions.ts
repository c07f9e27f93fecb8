import { findOccasion, OCCASION_FACTS } from '../../../contract/event_delivery.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { EVENT_OCCASIONS, type EventOccasion } from '../../../contract/registry_events.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import { type Cell, readColumn } from '../../../text/source_text/yaml_column.ts'

/** One type for each occasion, with fields that the occasion can fill. */
export function checkOccasions(source: YamlSource): readonly Problem[] {
  const names = readColumn(source, ['events', 'types'], 'type')
  const chosen = readColumn(source, ['events', 'types'], 'when')
  const seen = new Map<EventOccasion, string>()
  return names.flatMap((name) => {
    const cell = chosen.find(({ row }) => row === name.row)
    const when = EVENT_OCCASIONS.find((each) => each === cell?.text)
    const occasion = findOccasion({ type: name.text, when })
    if (occasion === undefined) return []
    const other = seen.get(occasion)
    if (other === undefined) {
      seen.set(occasion, name.text)
      return checkFacts(source, name, occasion)
    }
    const what = `the event type ${quote(other)} is already sent on ${quote(occasion)}`
    return [problemAt((cell ?? name).place, what, 'give each type its own "when"')]
  })
}

function checkFacts(
  source: YamlSource,
  { row }: Cell,
  occasion: EventOccasion,
): readonly Problem[] {
  const known: readonly string[] = OCCASION_FACTS[occasion]
  return readColumn(source, ['events', 'types', row, 'data'], 'holds')
    .filter(({ text }) => !known.includes(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `nothing is known about ${quote(text)} on ${quote(occasion)}`,
        `use ${listNames(known)}, or give the type another "when"`,
      ),
    )
}
