import { A2A_PATH } from '../../app/contract/a2a.ts'
import type { JsonObject } from '../../app/contract/json_rpc.ts'
import { type A2aAnswer, callA2a, sendMessage } from './a2a.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, membersAt, objectsAt, parsedJson } from './json.ts'

const CARD = '.well-known/agent-card.json'

/** An answer and what was asked. */
export type AskedAnswer = A2aAnswer & { readonly what: string }

type Ports = {
  readonly client: Client
  readonly baseUrl: string
  readonly records: ReadonlyMap<string, JsonObject>
}

/**
 * The card and the agent agree: each advertised skill answers its own examples and its id, and
 * what an answer cites is the record of the corpus (contract 4.3). Gives the answers.
 */
export async function compareSkills(
  card: JsonObject,
  { client, baseUrl, records }: Ports,
  book: Book,
): Promise<readonly AskedAnswer[]> {
  const skills = objectsAt(card, 'skills')
  const ids = new Set(skills.map(({ id }) => id))
  book.equal(CARD, 'number of skills', 5, ids.size)
  const endpoint = baseUrl.replace(/\/$/, '') + A2A_PATH
  book.equal(CARD, 'address of the agent', endpoint, at(card, 'supportedInterfaces', 0, 'url'))
  book.equal(CARD, 'streaming', false, at(card, 'capabilities', 'streaming'))
  const extended = at(card, 'supportsAuthenticatedExtendedCard')
  book.equal(CARD, 'supportsAuthenticatedExtendedCard', false, extended)
  const asked = skills.flatMap((skill) =>
    objectsAt({ examples: examplesOf(skill) }, 'examples').map(({ text }) => ({
      skill: String(skill.id),
      text: String(text),
    })),
  )
  const answers = await Promise.all(
    asked.map(async ({ skill, text }) => {
      const answer = await sendMessage(client, [{ text }])
      const what = `skill ${skill}, example ${JSON.stringify(text)}`
      if (book.equal('A2A', `${what}: HTTP status`, 200, answer.status)) {
        book.equal('A2A', `${what}: skill that answers`, skill, answer.skill)
        compareCitations(what, answer, records, book)
      }
      return { ...answer, what }
    }),
  )
  await compareKnown(client, ids, book)
  return answers
}

function examplesOf(skill: JsonObject): readonly JsonObject[] {
  const examples = at(skill, 'examples')
  return Array.isArray(examples) ? examples.map((text) => ({ text })) : []
}

/** Asked for a skill that is not there, the agent names those that are. */
async function compareKnown(client: Client, ids: ReadonlySet<unknown>, book: Book): Promise<void> {
  const parts = [{ data: { skillId: 'no-such-skill' } }]
  const message = { messageId: 'verify', role: 'ROLE_USER', parts }
  const answer = await callA2a(client, 'SendMessage', { message })
  const error = at(parsedJson(answer.text), 'error')
  book.equal('A2A', 'unknown skill: error code', -32602, at(error, 'code'))
  const told = JSON.stringify(error ?? {})
  for (const id of ids) {
    const isTold = told.includes(String(id))
    book.equal('A2A', `skill ${id} among those it knows`, true, isTold)
  }
}

function compareCitations(
  what: string,
  { data }: A2aAnswer,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  for (const citation of objectsAt(data, 'citations')) {
    const record = records.get(String(citation.id))
    for (const [name, value] of membersAt(citation)) {
      if (record !== undefined && record[name] === undefined) continue
      book.equal('A2A', `${what}: citation ${citation.id} ${name}`, record?.[name], value)
    }
  }
}

/** Wherever an answer tells of a capability, its status is the one that it has. */
export function compareTellings(
  answers: readonly AskedAnswer[],
  statuses: ReadonlyMap<string, unknown>,
  book: Book,
): void {
  for (const { what, data } of answers) {
    for (const { id, status } of objectsAt(data, 'capabilities')) {
      book.equal('A2A', `${what}: capability ${id} status`, statuses.get(String(id)), status)
    }
  }
}
