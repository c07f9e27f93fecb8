import { type Attempts, attempt, type DOCS_KINDS, type Reading } from './_attempts.ts'

type DocsKind = (typeof DOCS_KINDS)[number]

const WORDS = 'settings'
/** The page about settings: ids never change. */
const SETTINGS = 'p49'
const PAGES = ['/', '/index.md', '/llms.txt', '/run/settings/', '/docs-manifest.json']

/** What each request of the load was answered with before the fault. */
export type ExpectedAnswers = ReadonlyMap<string, string>

type Request_ = { readonly kind: DocsKind; readonly path: string; readonly init?: RequestInit }

const REQUESTS: readonly Request_[] = [
  { kind: 'http_api', path: `/api/public/docs/search?q=${WORDS}` },
  {
    kind: 'mcp',
    path: '/mcp',
    init: post('tools/call', { name: 'search_public_docs', arguments: { query: WORDS } }),
  },
  {
    kind: 'mcp',
    path: '/mcp',
    init: post('tools/call', { name: 'read_page', arguments: { id: SETTINGS } }),
  },
  {
    kind: 'a2a',
    path: '/a2a',
    init: post('SendMessage', {
      message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: `search ${WORDS}` }] },
    }),
  },
  ...PAGES.map((path) => ({ kind: 'pages' as const, path })),
]

function post(method: string, params: unknown): RequestInit {
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    'a2a-version': '1.0',
  }
  return {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

/** Asks everything once, while nothing is wrong. */
export async function readExpected(url: string): Promise<ExpectedAnswers> {
  const read = await Promise.all(
    REQUESTS.map(async ({ path, init }) => {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`Cannot load "${path}": ${answer.status} ${text}`)
      return [keyOf(path, init), withoutIds(text)] as const
    }),
  )
  return new Map(read)
}

/** Sends each request once and compares its answer with what it was before the fault. */
export async function askDocs(
  url: string,
  expected: ExpectedAnswers,
  attempts: Attempts,
  kind: DocsKind,
): Promise<void> {
  for (const { path, init } of REQUESTS.filter((each) => each.kind === kind)) {
    await attempt(attempts, kind, async (): Promise<Reading> => {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      const isSame = answer.status === 200 && withoutIds(text) === expected.get(keyOf(path, init))
      if (isSame) return { outcome: 'answered', detail: '' }
      return { outcome: 'wrong', detail: `${path}: ${answer.status} ${text.slice(0, 200)}` }
    })
  }
}

function keyOf(path: string, init: RequestInit | undefined): string {
  return `${path} ${init?.body ?? ''}`
}

/** Each message of an agent has an id of its own. */
function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
}
