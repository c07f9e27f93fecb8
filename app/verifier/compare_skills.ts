import type { JsonObject } from '../contract/json_rpc.ts'
import { type A2aAnswer, callA2a, sendMessage } from './a2a.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, objectsAt, parsedJson, textsAt, without } from './json.ts'

/** An answer and what was asked. */
export type AskedAnswer = A2aAnswer & { readonly what: string }

type Ports = {
  readonly client: Client
  readonly records: ReadonlyMap<string, JsonObject>
  /** Names by which an example could mean something of this corpus. */
  readonly names: readonly string[]
}

/** A document of ours has five skills of eight examples; what is over is not asked. */
const EXAMPLES_MAX = 100

/**
 * The card and the agent agree: each advertised skill answers its own examples and its id, and
 * what an answer cites is the record of the corpus (contract 4.3). Gives the answers.
 */
export async function compareSkills(
  card: JsonObject,
  ports: Ports,
  book: Book,
): Promise<readonly AskedAnswer[]> {
  const { client, records } = ports
  const skills = objectsAt(card, 'skills')
  const asked = skills
    .flatMap((skill) =>
      textsAt(skill, 'examples').map((text) => ({ skill: String(skill.id), text })),
    )
    .slice(0, EXAMPLES_MAX)
  const answers = await Promise.all(
    asked.map(async ({ skill, text }) => {
      const answer = await sendMessage(client, [{ text }])
      const what = `skill ${skill}, example ${JSON.stringify(text)}`
      book.equal('A2A', `${what}: HTTP status`, 200, answer.status)
      return { ...answer, what, wanted: skill, example: text }
    }),
  )
  compareRouting(answers, ports, book)
  for (const answer of answers) compareTelling(answer, records, book)
  await compareKnown(client, new Set(skills.slice(0, EXAMPLES_MAX).map(({ id }) => id)), book)
  return answers
}

type Routed = AskedAnswer & { readonly wanted: string; readonly example: string }

/**
 * An example is answered by its skill. One that names a thing which this corpus does not have, as
 * the examples of a registry that came with `import` may, falls to search; but where all examples
 * of a skill do, the skill is not proven and is told.
 */
function compareRouting(answers: readonly Routed[], { names }: Ports, book: Book): void {
  const search = answers.find(({ data }) => 'outcome' in data)?.skill
  const fell = (answer: Routed) => answer.skill === search && 'outcome' in answer.data
  for (const answer of answers) {
    const { what, wanted, skill, example } = answer
    const line = example.toLowerCase()
    const meansNothing = !names.some((name) => line.includes(name))
    const own = answers.filter((each) => each.wanted === wanted)
    const isProven = own.some((each) => each.skill === wanted)
    const excused = meansNothing && isProven && fell(answer)
    book.equal('A2A', `${what}: skill that answers`, excused ? skill : wanted, skill)
  }
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

/** Members that an interface adds to a record on purpose. */
const ADDED = ['notice', 'section']

/**
 * Each citation is the whole record of its page, and a line of the text names it by title or
 * address and says its status, since some readers get the text alone (contract 4.3).
 */
export function compareTelling(
  { what, text, data }: Pick<AskedAnswer, 'what' | 'text' | 'data'>,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const citations = objectsAt(data, 'citations')
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' '))
  for (const citation of citations) {
    const { id, title, url, status } = citation
    const record = records.get(String(id))
    book.equal('A2A', `${what}: citation ${id}`, record, without(citation, ...ADDED))
    const name = String(title).replace(/\s+/g, ' ').trim()
    const isNamed = (line: string) => line.includes(name) || line.includes(String(url))
    const isTold = lines.some((line) => isNamed(line) && line.includes(`status ${status}`))
    const expected = `${name} with status ${status}`
    book.equal('A2A', `${what}: text`, expected, isTold ? expected : 'no such line')
  }
  const isSilent = text.trim() === ''
  book.equal('A2A', `${what}: text part`, 'a text', isSilent ? 'nothing' : 'a text')
  const owes = data.outcome === 'found' || 'markdown' in data
  if (owes && citations.length === 0) book.wrong('A2A', what, 'a citation', 'none')
}

/** Wherever an answer tells of a capability, its status is the one that it has, in words too. */
export function compareTellings(
  answers: readonly AskedAnswer[],
  statuses: ReadonlyMap<string, unknown>,
  book: Book,
): void {
  for (const { what, data, text } of answers) {
    for (const { id, title, status } of objectsAt(data, 'capabilities')) {
      book.equal('A2A', `${what}: capability ${id} status`, statuses.get(String(id)), status)
      const isTold = text.includes(String(title)) && text.includes(String(status))
      book.equal('A2A', `${what}: text on capability ${id}`, true, isTold)
    }
  }
}
