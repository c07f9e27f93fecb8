import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { type FixtureAnswer, type FixtureCall, invalid } from './_diagnostics_answer.ts'
import { embedded, IMAGE } from './_diagnostics_media.ts'
import { PROMPT_CONVERSATION } from './_diagnostics_questions.ts'
import { converse } from './_diagnostics_rounds.ts'

type Values = ReadonlyMap<string, string>
type Prompt = {
  readonly name: string
  readonly takes: readonly string[]
  readonly content: (values: Values) => readonly JsonObject[]
}

/** The prompts of the suite; it fixes their names, arguments and what each holds. */
const PROMPTS: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    takes: [],
    content: () => [text('This is a simple prompt for a test.')],
  },
  {
    name: 'test_prompt_with_arguments',
    takes: ['arg1', 'arg2'],
    content: (values) => [text(`arg1 is "${values.get('arg1')}", arg2 "${values.get('arg2')}".`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    takes: ['resourceUri'],
    content: (values) => [embedded(values.get('resourceUri') ?? ''), text('Read it.')],
  },
  {
    name: 'test_prompt_with_image',
    takes: [],
    content: () => [IMAGE, text('Look at it.')],
  },
]

export const PROMPT_CARDS: readonly JsonObject[] = [
  ...PROMPTS,
  { name: PROMPT_CONVERSATION.name, takes: [] },
].map(({ name, takes }) => ({
  name,
  title: name,
  description: 'A fixture for the conformance suite.',
  arguments: takes.map((argument) => ({
    name: argument,
    description: 'Any text.',
    required: true,
  })),
}))

/** `prompts/get` of a fixture; nothing when the name is none. */
export async function getFixturePrompt(call: FixtureCall): Promise<FixtureAnswer | undefined> {
  const { name, arguments: given = {} } = call.params
  if (name === PROMPT_CONVERSATION.name) return await inRounds(call)
  const prompt = PROMPTS.find((candidate) => candidate.name === name)
  if (prompt === undefined) return undefined
  const values = new Map<string, string>()
  for (const argument of prompt.takes) {
    const value = isJsonObject(given) ? given[argument] : undefined
    if (typeof value !== 'string') return invalid(`Cannot get prompt: "${argument}" is no string`)
    values.set(argument, value)
  }
  return messages(prompt.content(values))
}

async function inRounds(call: FixtureCall): Promise<FixtureAnswer> {
  if (!call.modern) return invalid('Cannot ask back: this revision knows no rounds')
  const turn = await converse(PROMPT_CONVERSATION, call)
  return turn.kind === 'done' ? messages([text(JSON.stringify(turn.responses))]) : turn
}

function messages(blocks: readonly JsonObject[]): FixtureAnswer {
  return { kind: 'result', result: { messages: blocks.map(asUser) } }
}

function asUser(content: JsonObject): JsonObject {
  return { role: 'user', content }
}

function text(words: string): JsonObject {
  return { type: 'text', text: words }
}
