import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { PUBLIC_TOOL_ANNOTATIONS } from '../../contract/tool_cards.ts'
import type { FixtureAnswer, FixtureCall } from './_diagnostics_answer.ts'
import { AUDIO, embedResource, IMAGE, toTextBlock } from './_diagnostics_media.ts'
import { CONVERSATIONS } from './_diagnostics_questions.ts'
import { type Conversation, converse } from './_diagnostics_rounds.ts'

type RunFixture = (call: FixtureCall) => FixtureAnswer | Promise<FixtureAnswer>

/** The tools of the suite that answer at once; it fixes their names and what each holds. */
const RUNS: ReadonlyMap<string, RunFixture> = new Map<string, RunFixture>([
  ['test_simple_text', () => toContent(toTextBlock('A simple test text.'))],
  ['test_image_content', () => toContent(IMAGE)],
  ['test_audio_content', () => toContent(AUDIO)],
  ['test_embedded_resource', () => toContent(embedResource('test://embedded-resource'))],
  [
    'test_multiple_content_types',
    () =>
      toContent(
        toTextBlock('Several kinds:'),
        IMAGE,
        embedResource('test://mixed-content-resource'),
      ),
  ],
  ['test_error_handling', () => toFailure('This tool fails on purpose, for a test.')],
  ['test_logging_tool', () => toContent(toTextBlock('Done; nothing was logged to the client.'))],
  ['test_tool_with_progress', reportProgress],
  ...CONVERSATIONS.map((conversation): [string, RunFixture] => [
    conversation.name,
    (call) => answerInRounds(conversation, call),
  ]),
])

export const TOOL_CARDS: readonly JsonObject[] = [...RUNS.keys()].map((name) => ({
  name,
  title: name,
  description: 'A fixture for the conformance suite; it says nothing about the documentation.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  annotations: PUBLIC_TOOL_ANNOTATIONS,
}))

/** `tools/call` of a fixture; undefined when the name is not a fixture. */
export async function callFixtureTool(call: FixtureCall): Promise<FixtureAnswer | undefined> {
  const { name, arguments: args = {} } = call.params
  const run = typeof name === 'string' ? RUNS.get(name) : undefined
  if (run === undefined) return undefined
  const isEmpty = isJsonObject(args) && Object.keys(args).length === 0
  return isEmpty ? await run(call) : toFailure(`Cannot call "${name}": it takes no arguments`)
}

async function answerInRounds(
  conversation: Conversation,
  call: FixtureCall,
): Promise<FixtureAnswer> {
  if (!call.isModern) return toFailure('Cannot ask the client: this revision has no rounds')
  const turn = await converse(conversation, call)
  if (turn.kind !== 'done') return turn
  return toContent(toTextBlock(`Answered, state-ok: ${JSON.stringify(turn.responses)}`))
}

/** The one answer that is an event stream, and only for a client that asked for progress. */
function reportProgress({ params }: FixtureCall): FixtureAnswer {
  const token = isJsonObject(params._meta) ? params._meta.progressToken : undefined
  const result = { content: [toTextBlock('Done in three steps.')] }
  if (typeof token !== 'string' && typeof token !== 'number') return { kind: 'result', result }
  const notifications = [0, 50, 100].map((step) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: token, progress: step, total: 100 },
  }))
  return { kind: 'result', notifications, result }
}

function toContent(...blocks: readonly JsonObject[]): FixtureAnswer {
  return { kind: 'result', result: { content: blocks } }
}

function toFailure(message: string): FixtureAnswer {
  return { kind: 'result', result: { content: [toTextBlock(message)], isError: true } }
}
