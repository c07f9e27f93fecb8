import { isJsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type Client, createClient } from './client.ts'
import { compareAll } from './compare_all.ts'
import { createChecks } from './findings.ts'
import { parseJson, textAt } from './json.ts'
import { listStatements } from './operations/mod.ts'
import { createPace, type Time } from './pace.ts'
import { type Reading, readAll } from './reading.ts'
import type { Verdict } from './report.ts'

export { disagreementsOf, formatVerdict, toVerdictJson, type Verdict } from './report.ts'

type VerifyOptions = {
  readonly url: string
  /** Read every page whole, not only a sample. */
  readonly all: boolean
  readonly seed: number
  /** The limit for this address, if the operator has raised it. */
  readonly callsPerMinute?: number
  readonly time: Time
  readonly say: (line: string) => void
}

/**
 * Checks from outside that all interfaces of a service agree (contract 1, rule 1). It has an
 * address and nothing else: no file, setting or database of the service.
 */
export async function verify(options: VerifyOptions): Promise<Result<Verdict, string>> {
  const { url, seed, time } = options
  const started = time.nowMs()
  const base = url.replace(/\/+$/, '')
  const limit = options.callsPerMinute
  const pace = createPace(
    { mcp: limit ?? LIMITS.mcpCallsPerMinute, public: limit ?? LIMITS.publicCallsPerMinuteUsual },
    time,
    options.say,
  )
  const client = createClient(base, pace)
  const refusal = await explainUnreachable(client, base)
  if (refusal !== undefined) return err(refusal)
  const checks = createChecks()
  const reading = await readAll(client, base, listStatements, checks)
  const { pages, readWhole, foreignLinks } = await compareAll(reading, checks, options)
  const build = textAt(parseJson((await client.call('/docs-manifest.json')).text), 'build')
  const stopped = client.stopped()
  if (stopped !== undefined) return err(`Cannot verify "${base}": it stopped answering: ${stopped}`)
  const isMoved = build !== undefined && build !== textAt(reading.files.manifest, 'build')
  const { mcp, public: publicCalls, waitedMs } = pace.tally()
  return ok({
    url: base,
    baseUrl: reading.baseUrl,
    pages,
    readWhole,
    seed,
    checks: checks.results(),
    notes: [...(isMoved ? [MOVED] : []), ...writeNotes(reading, base, foreignLinks)],
    calls: { all: client.calls(), mcp, public: publicCalls, waitedMs },
    elapsedMs: time.nowMs() - started,
  })
}

/** Why there is nothing to verify; absent when a documentation service answers. */
async function explainUnreachable(client: Client, base: string): Promise<string | undefined> {
  const answers = await Promise.all(
    ['/docs-manifest.json', '/.well-known/mcp.json', '/llms.txt'].map((path) => client.call(path)),
  )
  const [first, , llms] = answers
  if (first !== undefined && answers.every(({ status }) => status === 0)) {
    return `Cannot verify "${base}": no answer (${first.text})`
  }
  const found = answers.filter(({ status }) => status === 200)
  const isOurs = found.some((answer) =>
    answer === llms ? answer.text.startsWith('# ') : isJsonObject(parseJson(answer.text)),
  )
  if (isOurs) return undefined
  return `Cannot verify "${base}": none of its files was found, so it is not one of our services`
}

const MOVED = 'The service switched to another build during the run: run it again.'

function writeNotes({ baseUrl }: Reading, base: string, foreign: number): readonly string[] {
  const other = `The service publishes ${baseUrl}; its links were followed through ${base}.`
  const links = foreign === 1 ? '1 link' : `${foreign} links`
  const left = `Not followed: ${links} from the llms files to other services.`
  return [...(baseUrl === base ? [] : [other]), ...(foreign === 0 ? [] : [left])]
}
