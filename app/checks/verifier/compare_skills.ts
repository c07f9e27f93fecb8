import type { JsonObject } from '../../contract/json_rpc.ts'
import { SEARCH_MEMBERS } from '../../contract/page.ts'
import { type A2aAnswer, callA2a, sendMessage } from './a2a.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, omit, parseJson, textsAt, toLine } from './json.ts'
import type { Corpus, Records } from './reading.ts'

export type SkillAnswer = A2aAnswer & { readonly what: string }

/** More examples than our cards have; the rest are ignored. */
const EXAMPLES_MAX = 100

/**
 * The card and the agent agree: each skill answers its own examples, and its citations are records
 * of the corpus (contract 4.3). Returns the answers.
 */
export async function compareSkills(
  card: JsonObject,
  { client, records, files }: Corpus,
  check: Check,
): Promise<readonly SkillAnswer[]> {
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
      check.equal('A2A', `${what}: HTTP status`, 200, answer.status)
      return { ...answer, what, wanted: skill, example: text }
    }),
  )
  const things = [...records.values(), ...objectsAt(files.statusData, 'capabilities')]
  compareRouting(answers, listNames(things), check)
  for (const answer of answers) compareCitations(answer, records, check)
  const ids = new Set(skills.slice(0, EXAMPLES_MAX).map(({ id }) => id))
  await compareUnknownSkill(client, ids, check)
  return answers
}

/** Ids and titles by which a sentence could refer to a page or a capability. */
function listNames(things: readonly JsonObject[]): readonly string[] {
  return things
    .flatMap(({ id, title }) => [String(id).toLowerCase(), String(title).toLowerCase()])
    .filter((name) => name.length > 1)
}

type RoutedAnswer = SkillAnswer & { readonly wanted: string; readonly example: string }

/**
 * An example is answered by its skill. One that names something this corpus does not have, as in
 * the default registry of `import`, may fall back to search; but at least one example of each skill
 * must reach it.
 */
function compareRouting(
  answers: readonly RoutedAnswer[],
  names: readonly string[],
  check: Check,
): void {
  const search = answers.find(({ data }) => 'outcome' in data)?.skill
  const isFallback = (answer: RoutedAnswer) => answer.skill === search && 'outcome' in answer.data
  for (const answer of answers) {
    const { what, wanted, skill, example } = answer
    const line = example.toLowerCase()
    const meansNothing = !names.some((name) => line.includes(name))
    const own = answers.filter((each) => each.wanted === wanted)
    const isProven = own.some((each) => each.skill === wanted)
    const excused = meansNothing && isProven && isFallback(answer)
    check.equal('A2A', `${what}: skill that answers`, excused ? skill : wanted, skill)
  }
}

/** The refusal of an unknown skill lists the known ones. */
async function compareUnknownSkill(
  client: Client,
  ids: ReadonlySet<unknown>,
  check: Check,
): Promise<void> {
  const parts = [{ data: { skillId: 'no-such-skill' } }]
  const message = { messageId: 'verify', role: 'ROLE_USER', parts }
  const answer = await callA2a(client, 'SendMessage', { message })
  const error = at(parseJson(answer.text), 'error')
  check.equal('A2A', 'unknown skill: error code', -32602, at(error, 'code'))
  const text = JSON.stringify(error ?? {})
  for (const id of ids) {
    check.equal('A2A', `skill ${id} among the known skills`, true, text.includes(String(id)))
  }
}

/**
 * Each citation is the whole record of its page, and a line of the text has its title or address
 * and its status, because some clients see the text alone (contract 4.3).
 */
export function compareCitations(
  { what, text, data }: Pick<SkillAnswer, 'what' | 'text' | 'data'>,
  records: Records,
  check: Check,
): void {
  const citations = objectsAt(data, 'citations')
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' '))
  for (const citation of citations) {
    const { id, title, url, status } = citation
    const record = records.get(String(id))
    check.equal('A2A', `${what}: citation ${id}`, record, omit(citation, ...SEARCH_MEMBERS))
    const name = toLine(title)
    const isNamed = (line: string) => line.includes(name) || line.includes(String(url))
    const isCited = lines.some((line) => isNamed(line) && line.includes(`status ${status}`))
    const expected = `${name} with status ${status}`
    check.equal('A2A', `${what}: text`, expected, isCited ? expected : 'no such line')
  }
  const isEmpty = text.trim() === ''
  check.equal('A2A', `${what}: text part`, 'a text', isEmpty ? 'nothing' : 'a text')
  const mustCite = data.outcome === 'found' || 'markdown' in data
  if (mustCite && citations.length === 0) check.fail('A2A', what, 'a citation', 'none')
}

/** An answer about a capability has its current status, in data and in text. */
export function compareCapabilityStatuses(
  answers: readonly SkillAnswer[],
  statuses: ReadonlyMap<string, unknown>,
  check: Check,
): void {
  for (const { what, data, text } of answers) {
    for (const { id, title, status } of objectsAt(data, 'capabilities')) {
      check.equal('A2A', `${what}: capability ${id} status`, statuses.get(String(id)), status)
      const isNamed = text.includes(String(title)) && text.includes(String(status))
      check.equal('A2A', `${what}: text on capability ${id}`, true, isNamed)
    }
  }
}
