import type { JsonObject } from '../contract/json_rpc.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { ok, type Result } from '../contract/result.ts'
import { type Question, readTextInput, type SkillOutcome } from './_skill.ts'
import { endSentence, joinLines } from './_wording.ts'

type Entry = { readonly id: string; readonly title: string; readonly description: string }

/** Describes an operation of the HTTP API, or lists all of them. */
export function describeOperation(question: Question): SkillOutcome {
  const { registry, published } = question.snapshot
  const entries = registry.operations
    .filter(({ operation }) => published.has(operation))
    .map(({ id, summary, description }) => ({ id, title: summary, description }))
  const read = (id: string) => question.snapshot.operation(id)
  return describeEntry(question, 'id', entries, read, ({ path }) => ` GET ${String(path)}`)
}

export function describeWorkflow(question: Question): SkillOutcome {
  const read = (id: string) => question.snapshot.workflow(id)
  return describeEntry(question, 'id', question.snapshot.registry.workflows, read)
}

export function describeEvent(question: Question): SkillOutcome {
  const entries = question.snapshot.registry.events.types.map(({ type, title, description }) => ({
    id: type,
    title,
    description,
  }))
  return describeEntry(question, 'type', entries, (type) => question.snapshot.event(type))
}

/** One entry if its id is given or is in the text, else all of them by name. */
function describeEntry<Item extends JsonObject>(
  question: Question,
  idName: string,
  entries: readonly Entry[],
  read: (id: string) => Result<Item, PublicRefusal>,
  more: (item: JsonObject) => string = () => '',
): SkillOutcome {
  const given = readTextInput(question, idName)
  const inText = entries.find(({ id }) => question.text.includes(id))?.id
  const found = read(given ?? inText ?? '')
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
