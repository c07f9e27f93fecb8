import { Value } from '@sinclair/typebox/value'
import {
  SEARCH_REPORT_PATH,
  type SearchReportContent,
  SearchReportSchema,
} from '../contract/search_report.ts'
import { readAnswerText } from '../foundation/limits/body_limit.ts'
import { adminUrl, type Config } from '../service/settings/config.ts'
import { EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

/** A service on this machine answers at once, or not at all. */
const ANSWER_MS_MAX = 5000
const ANSWER_BYTES_MAX = 8_000_000

const NO_REPORT =
  'it has no report: start the service with SEARCH_REPORT=1, and give its admin port'

/** The report of the service on this machine; else says why there is none, and how to exit. */
export async function openReport(config: Config): Promise<SearchReportContent | number> {
  const base = adminUrl(config)
  if (base === undefined) {
    const fix = 'start the service with ADMIN_PORT, and give the same number here'
    return reportWrongUse(`Cannot read the report: ADMIN_PORT is not set: ${fix}`)
  }
  const address = base + SEARCH_REPORT_PATH
  const content = await readReport(address)
  if (typeof content !== 'string') return content
  console.error(`Cannot read "${address}": ${content}`)
  return EXIT.problems
}

/** The report, or why there is none. */
async function readReport(address: string): Promise<SearchReportContent | string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
    if (answer.status === 404) return NO_REPORT
    const text = await readAnswerText(answer, ANSWER_BYTES_MAX)
    const content: unknown = text.ok ? JSON.parse(text.value) : undefined
    if (Value.Check(SearchReportSchema, content)) return content
  } catch {
    return 'no service answers: start it with this ADMIN_PORT'
  }
  return 'the answer is no report: another program uses this port'
}
