import { LIMITS } from '../../contract/limits.ts'
import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { nameReplicas } from '../../service/parts/shared_limits.ts'
import type { Config } from '../../service/settings/config.ts'
import { ANSWER_MS_MAX, withinTime } from './_parts.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

const NAME = 'shared limits'

/** Connects to Redis or Valkey, and looks for what would forget limits, refuse or exceed them. */
export async function examineLimits(config: Config): Promise<readonly Finding[]> {
  const { sharedLimits } = config
  if (sharedLimits === undefined) return []
  const { url, replicas } = sharedLimits
  const client = new Bun.RedisClient(url, {
    autoReconnect: false,
    enableOfflineQueue: false,
    connectionTimeout: ANSWER_MS_MAX,
  })
  const shares = examineShares(replicas)
  try {
    const info = await withinTime(client.connect().then(() => client.send('INFO', [])))
    if (info === undefined) throw new Error('it does not answer within 5 seconds')
    const listed = await withinTime(
      client.send('CLIENT', ['LIST']).then((clients) => ok(String(clients)), toRefusal),
    )
    const counted = examineReplicas(listed ?? err('no answer'), nameReplicas(config), replicas)
    return [...counted, ...examineServer(String(info)), ...shares]
  } catch (error) {
    const fix = 'check REDIS_URL, user and password, and that the server runs'
    return [fault(NAME, messageOf(error), fix), ...shares]
  } finally {
    client.close()
  }
}

function examineServer(info: string): readonly Finding[] {
  const findings: Finding[] = []
  const read = (key: string) => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  if (read('role') === 'slave') {
    findings.push(fault(NAME, 'it is a replica and takes no writes', 'give the primary'))
  }
  const policy = read('maxmemory_policy') ?? 'noeviction'
  // Every key of ours expires, so `volatile-…` forgets them as `allkeys-…` does.
  if (policy !== 'noeviction') {
    const what = `maxmemory-policy ${policy} forgets limits when memory is short`
    findings.push(warning(NAME, what, 'use noeviction, or a server of its own'))
  }
  return findings
}

/** Each replica has a name of its own, which its connections share. */
function countReplicas(clients: string, prefix: string): number {
  const names = [...clients.matchAll(/ name=(\S+)/g)].map(([, name = '']) => name)
  return new Set(names.filter((name) => name.startsWith(prefix))).size
}

/** Who may not list clients does not know how many replicas there are. */
function examineReplicas(
  listed: Result<string, string>,
  prefix: string,
  replicas: number,
): readonly Finding[] {
  if (!listed.ok) {
    const what = `the server answers; connected replicas cannot be counted: ${listed.error}`
    return [warning(NAME, what, 'let the user run CLIENT LIST, such as ACL SETUSER … +client|list')]
  }
  const running = countReplicas(listed.value, prefix)
  const answers = fine(NAME, `the server answers; ${running} replicas are connected`)
  if (running <= replicas) return [answers]
  const what = `${running} replicas run, and REPLICAS is ${replicas}: too much in an outage`
  const fix = 'set REPLICAS to the most that run at once, the same for each'
  return [answers, fault(NAME, what, fix)]
}

function toRefusal(error: unknown): Result<never, string> {
  return err(messageOf(error))
}

/** A share is never less than one call. */
function examineShares(replicas: number): readonly Finding[] {
  const { mcpCallsPerMinute } = LIMITS
  if (replicas <= mcpCallsPerMinute) return []
  const what = `REPLICAS is ${replicas}: ${mcpCallsPerMinute} calls a minute cannot be shared`
  return [warning(NAME, what, 'set REPLICAS to the most processes that run at once')]
}
