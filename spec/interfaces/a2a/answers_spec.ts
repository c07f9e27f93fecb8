import { afterAll, beforeAll, expect } from 'bun:test'
import { OPERATIONS } from '../../../app/contract/operations/mod.ts'
import type { PageRecord } from '../../../app/contract/page.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type OpenDocs, openOurDocs } from '../mcp/docs.ts'
import {
  type Answer,
  asks,
  createSend,
  type Data,
  dataOf,
  type Fields,
  message,
  messageOf,
  read,
  textOf,
} from './calls.ts'

let open: OpenDocs

beforeAll(async () => {
  open = await openOurDocs()
})
afterAll(async () => await open.close())

async function answerTo(request: Request): Promise<Answer> {
  return await read(await createSend(open.docs)(request))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

verifies(
  ['a2a.answers', 'open.a2a_method', 'a2a.protocol'],
  'SendMessage is answered with a message of the schema and nothing else',
  async () => {
    const answer = await answerTo(asks('How do I deploy a new build?'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(Object.keys(answer.body)).toEqual(['jsonrpc', 'id', 'result'])
    expect(Object.keys(answer.body.result as object)).toEqual(['message'])
    const said = messageOf(answer)
    const members = ['messageId', 'contextId', 'role', 'parts', 'metadata']
    expect(Object.keys(said)).toEqual(members)
    expect(said.messageId).toMatch(UUID)
    expect(said.contextId).toMatch(UUID)
    expect(said.role).toBe('ROLE_AGENT')
    expect(said.parts.map((part) => Object.keys(part))).toEqual([
      ['text', 'mediaType'],
      ['data', 'mediaType'],
    ])
    const { version, generated } = open.docs.current().status()
    expect(said.metadata).toEqual({ skillId: 'search_documentation', version, generated })
    expect(dataOf(answer)).toMatchObject({ skillId: 'search_documentation', version, generated })
    const again = messageOf(await answerTo(asks('How do I deploy a new build?')))
    expect(again.messageId).not.toBe(said.messageId)
    expect(again.parts).toEqual(said.parts)
  },
)

verifies(
  'a2a.answers',
  'a context is echoed, and what only matters to tasks is ignored',
  async () => {
    for (const own of [{ contextId: 'c-1' }, { context_id: 'c-1' }]) {
      const said = messageOf(await answerTo(message([{ text: 'limits' }], {}, own)))
      expect(said.contextId).toBe('c-1')
    }
    const idle = {
      configuration: { returnImmediately: true, historyLength: 3 },
      tenant: 'x',
      surprise: 1,
    }
    const own = { taskId: '', extensions: ['x'], referenceTaskIds: ['t'], role: 1, surprise: [] }
    expect(messageOf(await answerTo(message([{ text: 'limits' }], idle, own))).parts).toHaveLength(
      2,
    )
  },
)

verifies('a2a.answers', 'an answer has the modes that the client accepts', async () => {
  const forms: readonly (readonly [readonly string[] | undefined, string])[] = [
    [undefined, 'text/plain application/json'],
    [[], 'text/plain application/json'],
    [['*/*'], 'text/plain application/json'],
    [['image/png', 'application/json'], 'application/json'],
    [['text/*'], 'text/plain'],
    [['Text/Plain; charset=utf-8'], 'text/plain'],
  ]
  for (const [acceptedOutputModes, wanted] of forms) {
    const configuration = { acceptedOutputModes }
    const { parts } = messageOf(await answerTo(asks('limits', { configuration })))
    expect(parts.map((part) => part.mediaType).join(' ')).toBe(wanted)
  }
})

/** A record without the section of a search result. */
function plain(citation: Data['citations'][number]): unknown {
  const { section: _, ...record } = citation
  return record
}

verifies(
  ['a2a.answers', 'search.close_results', 'rule.parity', 'rule.shared_module'],
  'a search cites the records of every other interface in the same order',
  async () => {
    const short = 'docker compose with postgres'
    const [ends, all] = [{ atMost: 10 }, 10].map((limit) =>
      open.docs.current().search(normalizeQuery(short), limit),
    )
    expect(ends?.records.length).toBeLessThan(all?.records.length ?? 0)
    for (const query of ['rate limit', 'how do I deploy', 'zzzzzz', 'été', ' conf ', short]) {
      const metadata = { skillId: 'search_documentation' }
      const answer = await answerTo(asks(query, { metadata }))
      const { records } = open.docs.current().search(normalizeQuery(query), { atMost: 10 })
      expect(dataOf(answer).citations.map(plain)).toEqual(
        records.map(({ section: _, ...record }) => record),
      )
      for (const { title, url, status, updated } of records) {
        for (const said of [title, url, `status ${status}`, updated]) {
          expect(textOf(answer)).toContain(said)
        }
      }
    }
  },
)

async function callSkill(skillId: string, input: object): Promise<Answer> {
  return await answerTo(message([{ data: { skillId, input } }]))
}

verifies(['a2a.answers', 'rule.parity'], 'a page is found by id, address and title', async () => {
  const found = open.docs.current().pages(200, {})
  if (!found.ok) throw new Error('Cannot list pages')
  for (const record of found.value.records.slice(0, 20)) {
    const byId = await callSkill('read_page', { id: record.id })
    expect(dataOf(byId).citations.map(plain)).toEqual([record as PageRecord])
    expect(dataOf(await callSkill('read_page', { url: record.url })).citations).toEqual(
      dataOf(byId).citations,
    )
    const inWords = await answerTo(asks(`What is on ${record.url}?`))
    expect(messageOf(inWords).metadata.skillId).toBe('read_page')
    expect(dataOf(inWords).citations[0]?.id).toBe(record.id)
    const page = await open.docs.current().page(record.id)
    const { markdown, truncated } = dataOf(byId)
    if (page.ok && truncated === false) expect(markdown).toBe(page.value.markdown)
  }
  const named = await answerTo(asks('Read the page about the registry'))
  expect(textOf(named)).toStartWith('Registry: status')
  for (const input of [{ id: 'p99999' }, { url: 'https://elsewhere.example/' }]) {
    const none = await callSkill('read_page', input)
    expect([dataOf(none).found, messageOf(none).parts.length]).toEqual([false, 2])
  }
})

verifies(
  ['a2a.answers', 'a2a.routing'],
  'a skill is chosen by data first, then by metadata, then by the text',
  async () => {
    const text = { text: 'What changed recently?' }
    const skillOf = async (request: Request) => messageOf(await answerTo(request)).metadata.skillId
    const status = { data: { skill: 'corpus_status', parameters: {} } }
    const inCall = { metadata: { skillId: 'search_documentation' } }
    const inMessage = { metadata: { skill_id: 'check_capability' } }
    expect(await skillOf(message([text, status], inCall, inMessage))).toBe('corpus_status')
    expect(await skillOf(message([text], inCall, inMessage))).toBe('check_capability')
    expect(await skillOf(message([text], inCall))).toBe('search_documentation')
    expect(await skillOf(message([text]))).toBe('recent_changes')
    for (const data of [null, 5, 'x', [1], { other: true }]) {
      expect(await skillOf(message([text, { data }]))).toBe('recent_changes')
    }
    const query = { data: { query: 'rate limit' } }
    const searched = dataOf(await answerTo(message([query], inCall)))
    expect(searched.query).toBe('rate limit')
  },
)

verifies(
  ['a2a.answers', 'mcp.null_arguments'],
  'null for an input of a skill is absence, wherever the input stands',
  async () => {
    const { skills } = open.docs.current().registry
    const inputs: Readonly<Record<string, Fields>> = {
      search: { query: 'rate limit' },
      page: { id: 'p1' },
      capability: { id: 'business_tools' },
    }
    for (const { id, operation } of skills) {
      const input = inputs[operation] ?? {}
      const nulls = Object.fromEntries(
        Object.keys(OPERATIONS[operation].skill.properties)
          .filter((name) => !Object.hasOwn(input, name))
          .map((name) => [name, null]),
      )
      const plain = dataOf(await callSkill(id, input))
      expect([id, dataOf(await callSkill(id, { ...nulls, ...input }))]).toEqual([id, plain])
      const inCall = { metadata: { skillId: id } }
      const data = Object.keys(input).length === 0 ? [] : [{ data: { ...nulls, ...input } }]
      const parts = [{ text: 'ignored' }, ...data]
      if (data.length > 0) {
        expect([id, dataOf(await answerTo(message(parts, inCall)))]).toEqual([id, plain])
      }
      const withInput = async (given: object) =>
        (await answerTo(message([{ data: { skillId: id, ...given } }]))).body.error
      expect([id, await withInput({ input: null })]).toEqual([id, await withInput({})])
      // A name that the skill does not know is not absent.
      expect([id, (await withInput({ input: { none: null } }))?.code]).toEqual([id, -32602])
    }
  },
)

verifies('a2a.answers', 'a message that asks nothing learns what can be asked', async () => {
  for (const parts of [[{ text: ' ' }], [{ data: null }], [{ data: { a: 1 } }]]) {
    const answer = await answerTo(message(parts))
    const { skills } = open.docs.current().registry
    for (const { id } of skills) expect(textOf(answer)).toContain(id)
    expect(dataOf(answer)).toMatchObject({ outcome: 'nothing_asked', citations: [] })
  }
})

verifies(
  ['a2a.answers', 'pages.one_status'],
  'a capability comes with its status and pages, and an unknown one is not denied',
  async () => {
    for (const { id, title, status } of open.docs.current().capabilities()) {
      const answer = await callSkill('check_capability', { id })
      const [found] = dataOf(answer).capabilities as readonly { id: string; status: string }[]
      expect([found?.id, found?.status]).toEqual([id, status])
      expect(textOf(answer)).toContain(`${title}: status ${status}`)
      const notice = (found as { notice?: string } | undefined)?.notice
      expect(notice !== undefined).toBe(status === 'not_yet' || status === 'foundation')
      for (const cited of dataOf(answer).citations) expect(cited.status).toBe(status)
    }
    const unknown = await answerTo(asks('Is dark mode supported?'))
    expect(dataOf(unknown)).toMatchObject({ found: false, capabilities: [] })
    expect(textOf(unknown)).toContain('does not show that the feature is absent')
    const all = await answerTo(asks('Which capabilities are not built yet?'))
    expect(dataOf(all).capabilities).toHaveLength(open.docs.current().capabilities().length)
    expect(textOf(all)).toContain('Status not_yet (not built yet): ')
  },
)

verifies('a2a.answers', 'version and changes are those of the corpus', async () => {
  const { version, generated, pages } = open.docs.current().status()
  const status = await answerTo(asks('Which version of the documentation is this?'))
  expect(dataOf(status)).toMatchObject({ skillId: 'corpus_status', version, generated, pages })
  expect(textOf(status)).toContain(`version ${version} and ${pages} pages`)
  const changes = await callSkill('recent_changes', { limit: 3 })
  expect(dataOf(changes).changes).toEqual(open.docs.current().changes().slice(0, 3))
})
