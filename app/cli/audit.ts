import { err, ok } from '../contract/result.ts'
import { readArchivedAudit } from '../store/archive.ts'
import { type ChainReport, readAuditRows, verifyChain } from '../store/chain_report.ts'
import type { Sql } from '../store/port.ts'
import { OPERATION_OPTIONS, type OperationOutcome, runOperation } from './_operation.ts'
import { reportWrongUse } from './_report.ts'
import { defineCommand, EXIT } from './command.ts'

export const command = defineCommand({
  usage: 'audit verify [ARCHIVE…] [--since LINE|DATE] [--dry-run] [--json]',
  does: 'checks that no line of the audit was changed, added or removed',
  details:
    'Reads DATABASE_URL and AUDIT_KEY. With --since, lines before are trusted, and all others ' +
    'must have the key if there is one. With archives, the chain is followed from them on.',
  options: { since: 'string', ...OPERATION_OPTIONS },
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const { since } = flags
    const [verb, ...archives] = words
    const isTime = since !== undefined && !/^[1-9][0-9]{0,14}$/.test(since)
    if (verb !== 'verify' || (since !== undefined && archives.length > 0)) {
      return reportWrongUse(
        `Cannot run "audit ${words.join(' ')}": write audit verify, with archives or with --since`,
      )
    }
    if (isTime && Number.isNaN(Date.parse(since))) {
      return reportWrongUse(
        `Cannot verify since "${since}": write the number of a line or a date such as 2026-11-01`,
      )
    }
    const keys = config.business.auditKeys
    return await runOperation(config, flags, async ({ store, change }) => {
      const from = since === undefined ? undefined : await findFirstLine(store.sql, since, isTime)
      const rows =
        archives.length === 0
          ? ok(readAuditRows(store.sql, from))
          : await readArchivedAudit(store.sql, archives)
      if (!rows.ok) return rows
      const report = await verifyChain(rows.value, { keys, isPart: from !== undefined })
      // Who names a line has seen it: without it the end was cut off, or the start archived.
      if (from !== undefined && !isTime && report.first !== from && report.brokenAt !== from) {
        return err(`Cannot verify since line ${from}: the audit has no such line`)
      }
      const outcome = report.brokenAt === undefined ? 'whole' : 'broken'
      await change({ event: 'audit_verified', outcome }, async () => undefined)
      return ok(describeReport(report, keys.length > 0))
    })
  },
})

/** The first line from a time on; for a number, that line. */
async function findFirstLine(sql: Sql, since: string, isTime: boolean): Promise<number> {
  if (!isTime) return Number(since)
  const row = await sql.one('SELECT min(seq) AS seq FROM audit WHERE at >= ?', Date.parse(since))
  return typeof row?.seq === 'number' ? row.seq : Number.MAX_SAFE_INTEGER
}

function describeReport(report: ChainReport, hasKey: boolean): OperationOutcome {
  const { lines, first, last, digest, keyedFrom, brokenAt } = report
  const data = { lines, first, last, digest, keyed_from: keyedFrom, broken_at: brokenAt }
  if (brokenAt !== undefined) {
    return { text: `The audit is broken at line ${brokenAt}`, data, exit: EXIT.problems }
  }
  const protection = !hasKey
    ? 'AUDIT_KEY is not set, so only the chain was checked: who can write to the database can ' +
      'write its end anew'
    : keyedFrom === undefined
      ? 'the key protects no line yet'
      : `the key protects the lines from ${keyedFrom} on`
  const range = first === undefined ? 'no lines' : `lines ${first} to ${last}, digest ${digest}`
  return { text: `The audit is whole: ${range}; ${protection}`, data }
}
