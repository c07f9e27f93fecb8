import { countOf } from '../../contract/problem.ts'
import { formatRows } from '../../contract/text_table.ts'
import type { CheckResult, Disagreement } from './findings.ts'

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
