import type { ReportedQuery, SearchReportContent } from '../contract/search_report.ts'
import { openReport } from './_search_report.ts'
import { defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'report [--json]',
  does: 'prints what clients of a running service search for, and what they do not find',
  details: 'Reads ADMIN_HOST and ADMIN_PORT, the admin port of the service on this machine.',
  options: { json: 'boolean' },
  takesWords: false,
  run: async ({ config, flags }) => {
    const content = await openReport(config)
    if (typeof content === 'number') return content
    console.log(flags.json === true ? JSON.stringify(content) : formatReport(content))
    return EXIT.fine
  },
})

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
