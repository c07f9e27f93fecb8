import { Value } from '@sinclair/typebox/value'
import {
  type ReportedQuery,
  SEARCH_REPORT_PATH,
  type SearchReportContent,
  SearchReportSchema,
} from '../contract/search_report.ts'
import { readAnswerText } from '../foundation/limits/body_limit.ts'
import { adminUrl } from '../service/settings/config.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

/** A service on this machine answers at once, or not at all. */
const ANSWER_MS_MAX = 5000
const ANSWER_BYTES_MAX = 8_000_000

const NO_REPORT =
  'it has no report: start the service with SEARCH_REPORT=1, and give its admin port'

export const command = defineCommand({
  usage: 'report [--json]',
  does: 'prints what clients of a running service search for, and what they do not find',
  details: 'Reads ADMIN_HOST and ADMIN_PORT, the admin port of the service on this machine.',
  options: { json: 'boolean' },
  takesWords: false,
  run: async ({ config, flags }) => {
    const base = adminUrl(config)
    if (base === undefined) {
      const fix = 'start the service with ADMIN_PORT, and give the same number here'
      return reportWrongUse(`Cannot read the report: ADMIN_PORT is not set: ${fix}`)
    }
    const address = base + SEARCH_REPORT_PATH
    const content = await readReport(address)
    if (typeof content === 'string') {
      console.error(`Cannot read "${address}": ${content}`)
      return EXIT.problems
    }
    console.log(flags.json === true ? JSON.stringify(content) : formatReport(content))
    return EXIT.fine
  },
})

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

function formatReport(content: SearchReportContent): string {
  const { from, since, searches, weak, empty, withheld, top, top_weak, top_empty } = content
  const begun = from === 'store' ? since : `${since}, of this process alone`
  return [
    `${searches} searches since ${begun}: ${weak} weak, ${empty} empty, ${withheld} not kept`,
    ...formatList('Asked most', top),
    ...formatList('Weak: no section has the words together', top_weak),
    ...formatList('Empty: no page has any word', top_empty),
  ].join('\n')
}

function formatList(title: string, queries: readonly ReportedQuery[]): readonly string[] {
  const rows = queries.map(({ query, asked }) => `${String(asked).padStart(7)}  ${query}`)
  return ['', title, ...(rows.length === 0 ? ['   none'] : rows)]
}
