import { LIMITS } from '../../app/contract/limits.ts'
import type { Deployment } from './_deployments.ts'
import { type Injection, need } from './_injection.ts'

const NOTHING = async () => undefined

/** A client that no other fault has. */
let lastClient = 0

type Step = (deployment: Deployment) => Promise<unknown>

function inject(begin: Step, end: Step): Injection {
  return { deployment: 'shared', begin, end, check: countAdmitted }
}

function run(...words: readonly string[]): Step {
  return ({ backends }) => need(backends.redis).run(...words)
}

export const LIMIT_FAULTS = {
  'redis-killed': inject(
    ({ backends }) => need(backends.redis).kill(),
    ({ backends }) => need(backends.redis).start(),
  ),
  'redis-frozen': inject(
    async ({ backends }) => need(backends.redis).freeze(),
    async ({ backends }) => need(backends.redis).thaw(),
  ),
  'redis-full': inject(
    run('CONFIG', 'SET', 'maxmemory', '1'),
    run('CONFIG', 'SET', 'maxmemory', '0'),
  ),
  'redis-replica': inject(run('REPLICAOF', '127.0.0.1', '1'), run('REPLICAOF', 'NO', 'ONE')),
  'redis-flushed': inject(run('SCRIPT', 'FLUSH'), NOTHING),
} as const satisfies Readonly<Record<string, Injection>>

/** Nobody gets more than the limit because of a fault: the one process admits all of it. */
async function countAdmitted({ service }: Deployment): Promise<readonly string[]> {
  lastClient += 1
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `192.0.2.${lastClient}`,
  }
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const calls = Array.from({ length: LIMITS.mcpCallsPerMinute + 10 }, async () => {
    const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body })
    await answer.text()
    return answer.status
  })
  const statuses = await Promise.all(calls)
  const admitted = statuses.filter((status) => status === 200).length
  if (admitted === LIMITS.mcpCallsPerMinute) return []
  return [`${admitted} calls of one client were admitted, not ${LIMITS.mcpCallsPerMinute}`]
}
