import { isJsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { countOf, formatRows } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type Client, createClient } from './client.ts'
import { compareAll } from './compare_all.ts'
import { type CheckResult, createChecks, type Disagreement } from './findings.ts'
import { parseJson, textAt } from './json.ts'
import { listStatements } from './operations/mod.ts'
import { createPace, type Time } from './pace.ts'
import { type Reading, readAll } from './reading.ts'

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

export type Verdict = {
  readonly url: string
  readonly baseUrl: string
  readonly pages: number
  /** Pages that were read whole on every interface, chosen by the seed. */
  readonly readWhole: number
  readonly seed: number
  readonly checks: readonly CheckResult[]
  /** What the run did not check, in sentences. */
  readonly notes: readonly string[]
  readonly calls: {
    readonly all: number
    readonly mcp: number
    readonly public: number
    readonly waitedMs: number
  }
  readonly elapsedMs: number
}

export function disagreementsOf({ checks }: Verdict): readonly Disagreement[] {
  return checks.flatMap(({ disagreements }) => disagreements)
}

const HEAD = ['check', 'compared', 'disagreements'] as const

/** One line for each check, one for each disagreement, then the totals. */
export function formatVerdict(verdict: Verdict): string {
  const { checks, pages, readWhole, seed, calls, elapsedMs, notes } = verdict
  const rows = checks.map(({ check, compared, disagreements }) => [
    check,
    String(compared),
    String(disagreements.length),
  ])
  const found = disagreementsOf(verdict)
  const seconds = (elapsedMs / 1000).toFixed(1)
  const waited = calls.waitedMs > 0 ? `, ${Math.round(calls.waitedMs / 1000)} s of it waiting` : ''
  return [
    ...formatRows([HEAD, ...rows]),
    '',
    ...found.map(formatDisagreement),
    ...(found.length > 0 ? [''] : []),
    `${countOf(found.length, 'disagreement')}: ${countOf(pages, 'page')} ` +
      `compared, ${readWhole} read whole (seed ${seed})`,
    `${calls.all} calls, ${calls.mcp} of them MCP, ${calls.public} HTTP API or A2A; ` +
      `${seconds} s${waited}`,
    ...notes,
  ].join('\n')
}

/** One line for people; what the service sent is quoted, so no answer can control a terminal. */
function formatDisagreement({ check, where, what, expected, found }: Disagreement): string {
  const line = `${check}: ${where}: ${what}: expected ${expected}, found ${found}`
  return line.replace(/\s+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '�')
}

export function toVerdictJson(verdict: Verdict): string {
  const { checks, ...rest } = verdict
  const table = checks.map(({ check, compared, disagreements }) => ({
    check,
    compared,
    disagreements: disagreements.length,
  }))
  return JSON.stringify(
    { ...rest, checks: table, disagreements: disagreementsOf(verdict) },
    null,
    2,
  )
}
