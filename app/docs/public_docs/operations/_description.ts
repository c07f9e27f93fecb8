import type { Descriptions } from '../../../contract/descriptions.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { ok } from '../../../contract/result.ts'
import type { Snapshot } from '../_public_docs.ts'
import { type Answer, type Question, readTextInput, type SkillOutcome } from './_module.ts'
import { endSentence, joinLines, refuseChoice } from './_wording.ts'

type Entry = { readonly id: string; readonly title: string; readonly description: string }

/** One entry of the published descriptions, whole. */
export function describe(
  kind: keyof Descriptions,
  id: string,
  snapshot: Snapshot,
): Answer<JsonObject> {
  const found = snapshot.describe(kind, id)
  return found.ok ? found : refuseChoice(found.error, snapshot.choices[kind])
}

/** One entry if its id is given or is in the text, else all of them by name. */
export function answerEntry(
  question: Question,
  kind: keyof Descriptions,
  entries: readonly Entry[],
  more: (item: JsonObject) => string = () => '',
): SkillOutcome {
  const given = readTextInput(question, kind === 'event' ? 'type' : 'id')
  const inText = entries.find(({ id }) => question.text.includes(id))?.id
  const found = question.snapshot.describe(kind, given ?? inText ?? '')
  const entry = entries.find(({ id }) => id === (given ?? inText))
  if (found.ok && entry !== undefined) {
    return ok({
      text: `${formatEntry(entry)}${more(found.value)}`,
      data: { found: true, entry: found.value },
      citations: [],
    })
  }
  const head =
    given === undefined ? 'Available entries:' : 'No entry has this name. Available entries:'
  return ok({
    text: joinLines(head, ...entries.map(formatEntry)),
    data: { found: false, entries },
    citations: [],
  })
}

function formatEntry({ id, title, description }: Entry): string {
  return `${id}: ${endSentence(title)} ${endSentence(description)}`
}
