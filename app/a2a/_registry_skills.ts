import type { Descriptions } from '../contract/descriptions.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { ok } from '../contract/result.ts'
import { type Question, readTextInput, type SkillOutcome } from './_skill.ts'
import { endSentence, joinLines } from './_wording.ts'

type Entry = { readonly id: string; readonly title: string; readonly description: string }

/** Describes an operation of the HTTP API, or lists all of them. */
export function describeOperation(question: Question): SkillOutcome {
  const { registry, published } = question.snapshot
  const entries = registry.operations
    .filter(({ operation }) => published.has(operation))
    .map(({ id, summary, description }) => ({ id, title: summary, description }))
  const more = ({ method, url }: JsonObject) => ` ${method} ${url}`
  return describeEntry(question, 'operation', entries, more)
}

export function describeWorkflow(question: Question): SkillOutcome {
  return describeEntry(question, 'workflow', question.snapshot.registry.workflows)
}

export function describeEvent(question: Question): SkillOutcome {
  const entries = question.snapshot.registry.events.types.map(({ type, title, description }) => ({
    id: type,
    title,
    description,
  }))
  return describeEntry(question, 'event', entries)
}

/** One entry if its id is given or is in the text, else all of them by name. */
function describeEntry(
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
