import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { type FixtureAnswer, type FixtureCall, refuseCall } from './_diagnostics_answer.ts'
import { embedResource, IMAGE, toTextBlock } from './_diagnostics_media.ts'
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
    content: () => [toTextBlock('A simple test prompt.')],
  },
  {
    name: 'test_prompt_with_arguments',
    takes: ['arg1', 'arg2'],
    content: (values) => [
      toTextBlock(`arg1 is "${values.get('arg1')}", arg2 "${values.get('arg2')}".`),
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    takes: ['resourceUri'],
    content: (values) => [embedResource(values.get('resourceUri') ?? ''), toTextBlock('Read it.')],
  },
  {
    name: 'test_prompt_with_image',
    takes: [],
    content: () => [IMAGE, toTextBlock('Look at it.')],
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

/** `prompts/get` of a fixture; undefined when the name is not a fixture. */
export async function getFixturePrompt(call: FixtureCall): Promise<FixtureAnswer | undefined> {
  const { name, arguments: given = {} } = call.params
  if (name === PROMPT_CONVERSATION.name) return await answerInRounds(call)
  const prompt = PROMPTS.find((candidate) => candidate.name === name)
  if (prompt === undefined) return undefined
  const values = new Map<string, string>()
  for (const argument of prompt.takes) {
    const value = isJsonObject(given) ? given[argument] : undefined
    if (typeof value !== 'string')
      return refuseCall(`Cannot get prompt: "${argument}" is not a string`)
    values.set(argument, value)
  }
  return toMessages(prompt.content(values))
}

async function answerInRounds(call: FixtureCall): Promise<FixtureAnswer> {
  if (!call.isModern) return refuseCall('Cannot ask the client: this revision has no rounds')
  const turn = await converse(PROMPT_CONVERSATION, call)
  return turn.kind === 'done' ? toMessages([toTextBlock(JSON.stringify(turn.responses))]) : turn
}

function toMessages(blocks: readonly JsonObject[]): FixtureAnswer {
  const messages = blocks.map((content) => ({ role: 'user', content }))
  return { kind: 'result', result: { messages } }
}
