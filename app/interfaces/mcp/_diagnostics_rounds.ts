import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { type FixtureAnswer, type FixtureCall, refuseCall } from './_diagnostics_answer.ts'

/** One thing to ask of a client, and the capability that it must have declared. */
export type Question = {
  readonly key: string
  readonly capability: 'elicitation' | 'sampling' | 'roots'
  readonly request: JsonObject
}

/** A fixture that asks the client before it answers, one round after another. */
export type Conversation = {
  readonly name: string
  readonly rounds: readonly (readonly Question[])[]
  /** Whether the client carries a signed state from round to round. */
  readonly state: 'carried' | 'none'
}

/** Asks again, refuses, or gives what the client answered in the last round. */
type Turn = FixtureAnswer | { readonly kind: 'done'; readonly responses: JsonObject }

/**
 * One turn of a call in several rounds (2026-07-28, multi round-trip requests). Nothing is kept
 * here between turns: progress is in the state, which the client could have changed.
 */
export async function converse(conversation: Conversation, call: FixtureCall): Promise<Turn> {
  const { name, rounds, state } = conversation
  const { inputResponses: responses = {}, requestState } = call.params
  if (!isJsonObject(responses))
    return refuseCall('Cannot continue: "inputResponses" is not an object')
  const carried = state === 'carried' ? requestState : undefined
  const reached = carried === undefined ? 0 : await readRound(name, carried)
  if (reached === undefined)
    return refuseCall('Cannot continue: "requestState" was not issued here')
  const mayAnswer = state === 'none' || carried !== undefined
  const asked = filterSupported(rounds[reached] ?? [], call.capabilities)
  const isAnswered = asked.length > 0 && asked.every(({ key }) => isJsonObject(responses[key]))
  const round = mayAnswer && isAnswered ? reached + 1 : reached
  if (round >= rounds.length) return { kind: 'done', responses }
  return await ask(conversation, round, call.capabilities)
}

async function ask(
  { name, rounds, state }: Conversation,
  round: number,
  declared: JsonObject,
): Promise<FixtureAnswer> {
  const questions = rounds[round] ?? []
  const asked = filterSupported(questions, declared)
  if (asked.length === 0)
    return { kind: 'capability_missing', required: listCapabilities(questions) }
  const inputRequests = Object.fromEntries(asked.map(({ key, request }) => [key, request]))
  const requestState = state === 'carried' ? { requestState: await signState(name, round) } : {}
  return {
    kind: 'result',
    result: { resultType: 'input_required', inputRequests, ...requestState },
  }
}

/** A client is only asked for what it declared (multi round-trip requests, server rules). */
function filterSupported(
  questions: readonly Question[],
  declared: JsonObject,
): readonly Question[] {
  return questions.filter(({ capability }) => declared[capability] !== undefined)
}

function listCapabilities(questions: readonly Question[]): JsonObject {
  return Object.fromEntries(questions.map(({ capability }) => [capability, {}]))
}

// A key of this process only: a state from another process, or a changed one, does not verify.
const KEY_BYTES = crypto.getRandomValues(new Uint8Array(32))

async function importKey(): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return await crypto.subtle.importKey('raw', KEY_BYTES, algorithm, false, ['sign'])
}

async function signState(name: string, round: number): Promise<string> {
  const text = `${name}:${round}`
  const bytes = await crypto.subtle.sign('HMAC', await importKey(), new TextEncoder().encode(text))
  return `${text}:${new Uint8Array(bytes).toHex()}`
}

/** The round of a state that we issued for this fixture. */
async function readRound(name: string, state: unknown): Promise<number | undefined> {
  const round = Number(/:(\d):[0-9a-f]{64}$/.exec(String(state))?.[1] ?? Number.NaN)
  return state === (await signState(name, round)) ? round : undefined
}
