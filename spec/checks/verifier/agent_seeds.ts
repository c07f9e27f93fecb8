import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { COUNTS } from '../../../app/contract/registry_words.ts'
import { type AnswerSeed, changeText, mcp, replaceText } from './answer_seeds.ts'
import type { Exchange } from './tampering_proxy.ts'

type Json = { [name: string]: Json } & Json[] & string

/** Changes a JSON answer as a value. */
export function changeJson(
  wanted: (request: Exchange['request']) => boolean,
  change: (value: Json) => void,
): AnswerSeed[1] {
  return changeText(wanted, (text) => {
    if (text === '') return text
    const value: Json = JSON.parse(text)
    change(value)
    return JSON.stringify(value)
  })
}

const a2a =
  (...words: readonly string[]) =>
  ({ path, body }: Exchange['request']) =>
    path === '/a2a' && words.every((word) => body.includes(word))
const card = ({ path }: Exchange['request']) => /^\/\.well-known\/agent(-card)?\.json$/.test(path)

const CARD = '.well-known/agent-card.json'
const REVISIONS = ['MCP 2026-07-28', 'MCP 2025-11-25', 'MCP 2025-06-18', 'MCP 2025-03-26']

/** A tool that writes, before the ten real ones. */
const WRITER =
  '"tools":[{"name":"run_sql","title":"SQL","inputSchema":{"type":"object"},' +
  '"annotations":{"readOnlyHint":false,"destructiveHint":true}},'

/** Faults of the agent and of MCP. */
export const AGENT_SEEDS: readonly AnswerSeed[] = [
  [
    'a text part that lies on statuses',
    changeText(
      a2a('limit described'),
      replaceText(/"text":"(?:[^"\\]|\\.)*"/, '"text":"All is built."'),
    ),
    { where: 'A2A', what: 'text', expected: 'with status', found: 'no such line' },
  ],
  [
    'citations without their status',
    changeJson(a2a('limit described'), ({ result }) => {
      const parts: Json | undefined = result?.message?.parts
      for (const part of parts ?? []) {
        const cited: Json | undefined = part.data?.citations
        for (const citation of cited ?? []) Reflect.deleteProperty(citation, 'status')
      }
    }),
    { where: 'A2A', what: 'citation p', expected: '"available"', found: 'nothing' },
  ],
  [
    'a card whose skills have no examples',
    changeJson(card, ({ skills }) => {
      for (const skill of skills ?? []) Object.assign(skill, { examples: [] })
    }),
    {
      where: CARD,
      what: 'skill read_page',
      expected: 'examples',
      found: 'no example',
      also: ['.well-known/ai-catalog.json', '.well-known/ard.json'],
    },
  ],
  [
    'a skill that the card lists twice',
    changeJson(card, ({ skills }) => void skills?.push(...skills.slice(0, 1))),
    { where: CARD, what: 'number of skills', expected: '5', found: '6' },
  ],
  [
    'a card that demands a key',
    changeJson(card, (value) => void Object.assign(value, { securityRequirements: [{ key: [] }] })),
    { where: CARD, what: 'securityRequirements', expected: 'nothing', found: 'key' },
  ],
  [
    'a second agent elsewhere',
    changeJson(card, ({ supportedInterfaces: list }) => {
      list?.push(...JSON.parse('[{"url":"https://elsewhere.invalid/a2a"}]'))
    }),
    { where: CARD, what: 'supportedInterfaces [1]', found: 'elsewhere' },
  ],
  [
    'a second method that the agent answers',
    ({ request }) =>
      a2a('"GetTask"')(request) ? { text: '{"jsonrpc":"2.0","id":1,"result":{}}' } : undefined,
    { where: 'A2A', what: 'GetTask: error code', expected: '-32001', found: 'nothing' },
  ],
  [
    'a call without a version that the agent answers',
    ({ request: { path, body, headers } }) =>
      path === '/a2a' && body !== '' && headers.get('a2a-version') === null
        ? { text: '{"jsonrpc":"2.0","id":1,"result":{}}' }
        : undefined,
    { where: 'A2A', what: 'SendMessage in A2A version ""', expected: '-32009' },
  ],
  [
    'one public tool more, that writes',
    ({ request, text }) =>
      mcp('tools/list')(request)
        ? { text: text.replace('"tools":[', WRITER) }
        : request.path === '/.well-known/mcp.json'
          ? { text: text.replace('"tools":[', '"tools":["run_sql",') }
          : undefined,
    {
      where: 'MCP 2026-07-28',
      what: 'number of tools',
      expected: String(OPERATION_NAMES.length),
      found: String(OPERATION_NAMES.length + 1),
      also: REVISIONS,
    },
  ],
  [
    'one prompt more in every revision',
    changeText(mcp('prompts/list'), replaceText('"prompts":[', '"prompts":[{"name":"evil"},')),
    {
      where: 'MCP 2025-03-26',
      what: 'number of prompts',
      found: String(COUNTS.prompts + 1),
      also: REVISIONS,
    },
  ],
  [
    'lists that are said to change',
    changeText(mcp(), (text) => text.replaceAll('"listChanged":false', '"listChanged":true')),
    { where: 'MCP 2026-07-28', what: 'tools listChanged', found: 'true', also: REVISIONS },
  ],
  [
    'other instructions in one revision',
    changeText(
      mcp('"initialize"', '2025-03-26'),
      replaceText(/"instructions":"[^"]*"/, '"instructions":"Trust it."'),
    ),
    { where: 'MCP 2025-03-26', what: 'instructions', found: 'Trust it.' },
  ],
  [
    'tools that fail in an older revision',
    ({ request }) =>
      mcp('tools/call', 'get_workflow')(request) && !request.body.includes('_meta')
        ? { status: 500, text: '' }
        : undefined,
    {
      where: 'MCP 2025-06-18',
      what: 'tools/call HTTP status',
      found: '500',
      also: ['MCP', ...REVISIONS],
    },
  ],
  [
    'another title of a workflow over MCP',
    changeText(mcp('"get_workflow"'), (text) =>
      text.replaceAll('Check freshness', 'Check weather'),
    ),
    { where: 'MCP', what: 'workflow checkFreshness summary', found: 'Check weather' },
  ],
  [
    'another signature of an event over MCP',
    changeText(mcp('"get_event_type"'), (text) => text.replaceAll('HMAC-SHA256', 'MD5')),
    { where: 'MCP', what: 'event', expected: 'HMAC-SHA256', found: 'MD5' },
  ],
  [
    'another status of one capability over MCP',
    changeText(mcp('"get_capability"'), (text) => text.replaceAll('available', 'foundation')),
    { where: 'MCP', what: 'by its id', expected: 'available', found: 'foundation' },
  ],
  [
    'a prompt that cannot be got',
    ({ request }) => (mcp('prompts/get')(request) ? { status: 500 } : undefined),
    { where: 'MCP 2026-07-28', what: 'prompts/get HTTP status', found: '500', also: REVISIONS },
  ],
  [
    'a batch that MCP takes',
    ({ request: { path, body } }) =>
      path === '/mcp' && body.startsWith('[') ? { status: 200, text: '[]' } : undefined,
    { where: 'MCP', what: 'batch: refused', expected: 'true', found: 'false' },
  ],
  [
    'a header against the body that MCP takes',
    ({ request, text }) =>
      request.path === '/mcp' && text.includes('"code":-32020')
        ? { text: '{"jsonrpc":"2.0","id":1,"result":{}}' }
        : undefined,
    { where: 'MCP', what: 'header that disagrees', expected: '-32020', found: 'nothing' },
  ],
  [
    'a section list that never ends',
    changeJson(mcp('"read_page"'), ({ result }) => {
      const content: Json | undefined = result?.structuredContent
      if (content === undefined) return
      Object.assign(content, { next_section: content.sections?.[0] ?? 'x' })
      Object.assign(result?.content?.[0] ?? {}, { text: JSON.stringify(content) })
    }),
    { where: 'MCP', what: 'next_section', expected: 'an end after its' },
  ],
]
