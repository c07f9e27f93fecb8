import { isJsonObject } from '../contract/json_rpc.ts'
import { MCP_CALLS_PER_MINUTE } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type Client, createClient } from './client.ts'
import { compareAll } from './comparing.ts'
import { createLedger } from './findings.ts'
import { parsedJson, textAt } from './json.ts'
import { createPace, type Time } from './pace.ts'
import { type Reading, readAll } from './reading.ts'
import type { Verdict } from './report.ts'

export { disagreementsOf, type Verdict, verdictJson, verdictTable } from './report.ts'

export type VerifyOptions = {
  readonly url: string
  /** Read every page whole, not a sample. */
  readonly all: boolean
  readonly seed: number
  /** The limit in force for this address where its operator has raised it. */
  readonly callsPerMinute?: number
  readonly time: Time
  readonly say: (line: string) => void
}

/** What a service allows the HTTP API and A2A when its operator has not said otherwise. */
const PUBLIC_CALLS_PER_MINUTE = 600

/**
 * Proves from outside that all interfaces of a service agree (contract 1, rule 1). It is given an
 * address and knows nothing else: no file, no setting, no database of the service.
 */
export async function verify(options: VerifyOptions): Promise<Result<Verdict, string>> {
  const { url, seed, time } = options
  const started = time.nowMs()
  const base = url.replace(/\/+$/, '')
  const limit = options.callsPerMinute
  const pace = createPace(
    { mcp: limit ?? MCP_CALLS_PER_MINUTE, public: limit ?? PUBLIC_CALLS_PER_MINUTE },
    time,
    options.say,
  )
  const client = createClient(base, pace)
  const refusal = await unreachable(client, base)
  if (refusal !== undefined) return err(refusal)
  const ledger = createLedger()
  const reading = await readAll(client, base, ledger)
  const { records, readWhole, foreignLinks } = await compareAll(reading, ledger, options)
  const build = textAt(parsedJson((await client.call('/docs-manifest.json')).text), 'build')
  const stopped = client.stopped()
  if (stopped !== undefined) return err(`Cannot verify "${base}": it stopped answering: ${stopped}`)
  const isMoved = build !== undefined && build !== textAt(reading.files.manifest, 'build')
  const { mcp, public: publicCalls, waitedMs } = pace.tally()
  return ok({
    url: base,
    baseUrl: reading.baseUrl,
    pages: records.size,
    readWhole,
    seed,
    checks: ledger.results(),
    notes: [...(isMoved ? [MOVED] : []), ...notesOf(reading, base, foreignLinks)],
    calls: { all: client.calls(), mcp, public: publicCalls, waitedMs },
    elapsedMs: time.nowMs() - started,
  })
}

/** Why there is nothing to prove; absent when a documentation service answers. */
async function unreachable(client: Client, base: string): Promise<string | undefined> {
  const answers = await Promise.all(
    ['/docs-manifest.json', '/.well-known/mcp.json', '/llms.txt'].map((path) => client.call(path)),
  )
  const [first, , llms] = answers
  if (first !== undefined && answers.every(({ status }) => status === 0)) {
    return `Cannot verify "${base}": no answer (${first.text})`
  }
  const there = answers.filter(({ status }) => status === 200)
  const isOurs = there.some((answer) =>
    answer === llms ? answer.text.startsWith('# ') : isJsonObject(parsedJson(answer.text)),
  )
  if (isOurs) return undefined
  return `Cannot verify "${base}": none of its files is there, so this is no service of ours`
}

const MOVED =
  'The service took another build meanwhile, so answers of two builds were compared: run it again.'

function notesOf({ baseUrl }: Reading, base: string, foreign: number): readonly string[] {
  const other = `The service calls itself ${baseUrl}; its links were followed through ${base}.`
  const links = foreign === 1 ? '1 link' : `${foreign} links`
  const left = `Not followed: ${links} of the llms files to other services.`
  return [...(baseUrl === base ? [] : [other]), ...(foreign === 0 ? [] : [left])]
}
