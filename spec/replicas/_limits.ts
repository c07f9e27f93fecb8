import type { Deployment } from './deployment.ts'
import { askFrom } from './load.ts'

/** A limit, and how to make a call that it counts. */
type LimitedCall = { readonly name: string; readonly limit: number; readonly calls: CallForms }

/** Calls that one limit counts together, sent in turn. */
type CallForms = readonly (readonly [path: string, init: RequestInit])[]

const post = (type: string, body: string, more = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type, ...more },
  body,
})

const PING = post('application/json', '{"jsonrpc":"2.0","id":1,"method":"ping"}')
const UNKNOWN = post('application/json', '{"jsonrpc":"2.0","id":1,"method":"None"}', {
  'a2a-version': '1.0',
})

export const LIMITS: readonly LimitedCall[] = [
  { name: 'MCP', limit: 120, calls: [['/mcp', PING]] },
  {
    name: 'HTTP API and A2A together',
    limit: 600,
    calls: [
      ['/api/public/docs/status', {}],
      ['/a2a', UNKNOWN],
    ],
  },
  {
    name: 'OAuth endpoints',
    limit: 60,
    calls: [['/oauth/token', post('application/x-www-form-urlencoded', 'grant_type=none')]],
  },
]

const CALLERS = 12

/** Sends calls of one client through the proxy; returns how many were admitted. */
export async function countAdmitted(
  { url }: Deployment,
  { calls }: LimitedCall,
  { sent, client }: { readonly sent: number; readonly client: string },
): Promise<number> {
  const ask = askFrom(url, client)
  let [next, admitted] = [0, 0]
  const callers = Array.from({ length: CALLERS }, async () => {
    while (next < sent) {
      const [path, init] = calls[next % calls.length] ?? ['', {}]
      next += 1
      const answer = await ask(path, init)
      await answer.text()
      if (answer.status >= 500) throw new Error(`Cannot count: ${answer.status} ${path}`)
      if (answer.status !== 429) admitted += 1
    }
  })
  await Promise.all(callers)
  return admitted
}

/** Waits until every replica says this about one of its parts. */
export async function waitForPart(
  { replicas }: Deployment,
  part: 'limits' | 'build_store',
  state: 'ok' | 'away',
): Promise<void> {
  for (const replica of replicas) {
    const says = async () => {
      const answer = await fetch(`${replica.running().adminUrl}/readyz`)
      return (await answer.text()).split('\n').some((line) => line.startsWith(`${part}: ${state}`))
    }
    while (!(await says())) await Bun.sleep(20)
  }
}
