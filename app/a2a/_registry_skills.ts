import type { JsonObject } from '../contract/json_rpc.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { ok, type Result } from '../contract/result.ts'
import { type Question, type SkillOutcome, textInput } from './_skill.ts'
import { ended, lines } from './_wording.ts'

type Entry = { readonly id: string; readonly title: string; readonly description: string }

/** Describes an operation of the HTTP API, or lists those that there are. */
export function tellOperation(question: Question): SkillOutcome {
  const { registry, published } = question.snapshot
  const entries = registry.operations
    .filter(({ operation }) => published.has(operation))
    .map(({ id, summary, description }) => ({ id, title: summary, description }))
  const read = (id: string) => question.snapshot.operation(id)
  return told(question, 'id', entries, read, ({ path }) => ` GET ${String(path)}`)
}

export function tellWorkflow(question: Question): SkillOutcome {
  const read = (id: string) => question.snapshot.workflow(id)
  return told(question, 'id', question.snapshot.registry.workflows, read)
}

export function tellEvent(question: Question): SkillOutcome {
  const entries = question.snapshot.registry.events.types.map(({ type, title, description }) => ({
    id: type,
    title,
    description,
  }))
  return told(question, 'type', entries, (type) => question.snapshot.event(type))
}

/** One entry where its id is given or stands in the text, else all of them by name. */
function told<Item extends JsonObject>(
  question: Question,
  idName: string,
  entries: readonly Entry[],
  read: (id: string) => Result<Item, PublicRefusal>,
  more: (item: JsonObject) => string = () => '',
): SkillOutcome {
  const given = textInput(question, idName)
  const inText = entries.find(({ id }) => question.text.includes(id))?.id
  const found = read(given ?? inText ?? '')
  const entry = entries.find(({ id }) => id === (given ?? inText))
  if (found.ok && entry !== undefined) {
    return ok({
      text: `${entryLine(entry)}${more(found.value)}`,
      data: { found: true, entry: found.value },
      citations: [],
    })
  }
  const head = given === undefined ? 'There are these:' : 'None has this name. There are these:'
  return ok({
    text: lines(head, ...entries.map(entryLine)),
    data: { found: false, entries },
    citations: [],
  })
}

function entryLine({ id, title, description }: Entry): string {
  return `${id}: ${ended(title)} ${ended(description)}`
}
