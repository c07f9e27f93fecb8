import { listEditions } from './_editions.ts'

/** What callers saw, by the kind of call. */
export type Tally = {
  calls: number
  /** What went wrong, each once for each call. */
  readonly failures: string[]
  /** Answers of each edition, in the order in which the answers came. */
  readonly editions: string[]
  msMax: number
}

export type Load = {
  readonly tallies: ReadonlyMap<string, Tally>
  /** Waits until this many more calls of each kind have ended. */
  pass(calls: number): Promise<void>
  stop(): Promise<ReadonlyMap<string, Tally>>
}

/** One kind of call: sends it, and returns its whole answer or the reason why it failed. */
type Kind = (ask: Ask) => Promise<string>
type Ask = (path: string, init?: RequestInit) => Promise<Response>

const JSON_TYPE = { 'content-type': 'application/json' }

const KINDS: Readonly<Record<string, Kind>> = {
  'GET page': async (ask) => (await read(ask, '/start/')).text,
  'GET page and what it shows': async (ask) => {
    const { text } = await read(ask, '/start/')
    const paths = findAssets(text)
    if (paths.length === 0) throw new Error('a page without assets')
    const shown = await Promise.all(paths.map((path) => read(ask, path)))
    return text + shown.map((each) => each.text).join('')
  },
  'GET Markdown': async (ask) =>
    (await read(ask, '/run/', { headers: { accept: 'text/markdown' } })).text,
  'GET llms-full.txt': async (ask) => (await read(ask, '/llms-full.txt')).text,
  'GET search': async (ask) => (await read(ask, '/api/public/docs/search?q=tram')).text,
  'POST /mcp, public tool': async (ask) => {
    const params = { name: 'search_public_docs', arguments: { query: 'tram' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    return (await read(ask, '/mcp', { method: 'POST', headers: JSON_TYPE, body })).text
  },
  'POST /a2a': async (ask) => {
    const message = {
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [{ text: 'How does a tram turn?' }],
    }
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message },
    })
    const headers = { ...JSON_TYPE, 'a2a-version': '1.0' }
    return (await read(ask, '/a2a', { method: 'POST', headers, body })).text
  },
}

/** The paths of everything with a digest in its name that a page shows. */
export function findAssets(html: string): readonly string[] {
  return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

/** A call with a token, which nginx sends once: it might be a write. */
function callPrivately(token: string): Kind {
  return async (ask) => {
    const params = { name: 'get_business_profile', arguments: {} }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` }
    return (await read(ask, '/mcp', { method: 'POST', headers, body })).text
  }
}

export const PRIVATE = 'POST /mcp, private tool'

type LoadOptions = {
  readonly url: string
  readonly callersEach: number
  /** How long a caller rests between two calls. */
  readonly restMs: number
  readonly token?: string
}

/** Callers with kept connections, each with an address of its own in a network without limits. */
export function startLoad({ url, callersEach, restMs, token }: LoadOptions): Load {
  let isOver = false
  const kinds = { ...KINDS, ...(token === undefined ? {} : { [PRIVATE]: callPrivately(token) }) }
  const tallies = new Map<string, Tally>()
  const callers = Object.entries(kinds).flatMap(([name, kind], index) => {
    const tally: Tally = { calls: 0, failures: [], editions: [], msMax: 0 }
    tallies.set(name, tally)
    return Array.from({ length: callersEach }, async (_, caller) => {
      const ask = askFrom(url, `10.9.${index}.${caller + 1}`)
      while (!isOver) {
        await callOnce(kind, ask, tally)
        await Bun.sleep(restMs)
      }
    })
  })
  return {
    tallies,
    pass: async (calls) => {
      const least = () => Math.min(...[...tallies.values()].map((tally) => tally.calls))
      const goal = least() + calls
      while (least() < goal) await Bun.sleep(10)
    },
    stop: async () => {
      isOver = true
      await Promise.all(callers)
      return tallies
    },
  }
}

async function callOnce(kind: Kind, ask: Ask, tally: Tally): Promise<void> {
  const startedMs = performance.now()
  try {
    const editions = listEditions(await kind(ask))
    if (editions.length > 1) tally.failures.push('parts of two builds')
    tally.editions.push(editions.join(' and '))
  } catch (error) {
    tally.failures.push(error instanceof Error ? error.message : String(error))
  }
  tally.calls += 1
  tally.msMax = Math.max(tally.msMax, performance.now() - startedMs)
}

/** Requests as one client: the proxy of the test believes the header. */
export function askFrom(url: string, client: string): Ask {
  return (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), 'x-test-client': client }
    return fetch(url + path, { ...init, headers })
  }
}

async function read(
  ask: Ask,
  path: string,
  init?: RequestInit,
): Promise<{ readonly text: string }> {
  const answer = await ask(path, init)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${path}`)
  if (/"error":|"isError":true/.test(text))
    throw new Error(`refused ${path}: ${text.slice(0, 200)}`)
  return { text }
}
