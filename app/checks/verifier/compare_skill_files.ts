import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { SKILLS_FOLDER, SKILLS_INDEX_FILE } from '../../contract/mcp_discovery.ts'
import { MCP_REVISION_CURRENT, SKILLS_EXTENSION } from '../../contract/protocol.ts'
import { skillUri } from '../../contract/skills.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, parseJson, textAt } from './json.ts'
import { nameRevision, requestResult, sendRequest } from './mcp_request.ts'
import { pathOf, type Reading } from './reading.ts'
import { findEntryFaults, refuseSkillFile } from './skill_files.ts'
import { readFile } from './static_files.ts'

const WHERE = nameRevision(MCP_REVISION_CURRENT)

/**
 * Skills are the same over MCP and as files: one list, one digest for each file. The contract asks
 * for neither, so a service of an earlier version has an index alone.
 */
export async function compareSkillFiles(reading: Reading, check: Check): Promise<void> {
  const { client, views } = reading
  const index = await readFile(client, check, `/${SKILLS_INDEX_FILE}`, 'application/json')
  const listed = objectsAt(parseJson(index ?? ''), 'skills')
  check.equal(SKILLS_INDEX_FILE, 'skills', 'skills', listed.length > 0 ? 'skills' : 'none')
  const declared = views.map(({ where, introduction }) => {
    return [where, at(introduction, 'capabilities', 'extensions')] as const
  })
  if (declared.every(([, value]) => value === undefined)) {
    await Promise.all(listed.map((skill) => compareListedFile(skill, reading, check)))
    return
  }
  for (const [where, value] of declared) {
    check.equal(where, 'capabilities extensions', { [SKILLS_EXTENSION]: {} }, value)
  }
  const list = await requestResult(client, MCP_REVISION_CURRENT, 'skills/list', {}, check)
  check.equal(WHERE, 'skills/list cacheScope', 'public', at(list, 'cacheScope'))
  check.equal(WHERE, 'skills/list nextCursor', undefined, at(list, 'nextCursor'))
  const entries = objectsAt(list, 'skills')
  compareLists(entries, listed, reading, check)
  await Promise.all([
    ...listed.map((skill) => compareListedFile(skill, reading, check)),
    ...entries.slice(0, LIMITS.skillsVerified).map((entry) => compareEntry(entry, reading, check)),
    compareUnknownSkill(reading, check),
  ])
}

/** The index names the same skills as the list, each with the digest that the list has. */
function compareLists(
  entries: readonly JsonObject[],
  listed: readonly JsonObject[],
  { baseUrl, views }: Reading,
  check: Check,
): void {
  const expected = entries.map((entry) => {
    const [name, description] = ['name', 'description'].map((key) => at(entry, 'frontmatter', key))
    const uri = textAt(entry, 'uri')
    const own = objectsAt(entry, 'resources').find((file) => file.uri === uri)
    const url = `${baseUrl}/${SKILLS_FOLDER}${name}/SKILL.md`
    return { name, type: 'skill-md', description, url, digest: own?.digest }
  })
  check.equal(SKILLS_INDEX_FILE, 'skills', expected, listed)
  // Resources are those of the contract; files of skills are read and never listed.
  for (const { where, resources } of views) {
    const own = resources.filter(({ uri }) => String(uri).startsWith('skill:'))
    check.equal(where, 'skills among resources', 0, own.length)
  }
}

async function compareListedFile(
  { name, url, digest }: JsonObject,
  reading: Reading,
  check: Check,
): Promise<void> {
  const path = pathOf(reading, String(url)) ?? ''
  await reading.client.call(path)
  check.equal(SKILLS_INDEX_FILE, `skill ${name}`, digest, digestOf(path, reading))
}

/** What was served at a path, byte for byte: a text would lose its mark of byte order. */
function digestOf(path: string, { client }: Reading): string | undefined {
  const file = client.conduct.files.get(path)
  return file === undefined ? undefined : `sha256:${file.sha256}`
}

/** An entry is whole, is the same when asked for, and its files are what it says. */
async function compareEntry(entry: JsonObject, reading: Reading, check: Check): Promise<void> {
  const { client, baseUrl } = reading
  const name = textAt(entry, 'frontmatter', 'name') ?? ''
  const uri = textAt(entry, 'uri') ?? ''
  check.equal(WHERE, `skill ${name}`, [], findEntryFaults(entry))
  check.equal(WHERE, `skill ${name} address`, skillUri(baseUrl, name, 'SKILL.md'), uri)
  const got = await requestResult(client, MCP_REVISION_CURRENT, 'skills/get', { uri }, check)
  check.equal(WHERE, `skills/get ${name}`, entry, at(got, 'skill'))
  const root = uri.slice(0, -'SKILL.md'.length)
  for (const file of objectsAt(entry, 'resources').slice(0, LIMITS.skillFilesVerified)) {
    const address = String(file.uri)
    const params = { uri: address }
    const result = await requestResult(
      client,
      MCP_REVISION_CURRENT,
      'resources/read',
      params,
      check,
    )
    const content = at(result, 'contents', 0)
    const blob = textAt(content, 'blob')
    const text = Buffer.from(textAt(content, 'text') ?? '')
    const bytes = blob === undefined ? text : Buffer.from(blob, 'base64')
    const refusal = refuseSkillFile(entry, address, bytes)
    check.equal(WHERE, `file ${address}`, 'as listed', refusal ?? 'as listed')
    const path = `/${SKILLS_FOLDER}${name}/${address.slice(root.length)}`
    await client.call(path)
    check.equal(path.slice(1), 'digest', file.digest, digestOf(path, reading))
  }
}

async function compareUnknownSkill({ client, baseUrl }: Reading, check: Check): Promise<void> {
  const uri = skillUri(baseUrl, 'no-such-skill-4711', 'SKILL.md')
  for (const method of ['skills/get', 'resources/read']) {
    const answer = await sendRequest(client, MCP_REVISION_CURRENT, method, { uri })
    const code = at(parseJson(answer.text), 'error', 'code')
    check.equal(WHERE, `${method} of an unknown skill: error code`, -32602, code)
  }
}
