import { err, ok, type Result } from '../contract/result.ts'
import { readArchivedAudit } from '../foundation/store/archive.ts'
import {
  ACCEPTED_EVENT,
  type ChainReport,
  readAuditRows,
  verifyChain,
} from '../foundation/store/chain_report.ts'
import type { Sql } from '../foundation/store/port.ts'
import type { Config } from '../service/settings/config.ts'
import {
  OPERATION_OPTIONS,
  type Operation,
  type OperationFlags,
  type OperationOutcome,
  runOperation,
} from './_operation.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage:
    'audit verify [ARCHIVE…] [--since LINE|DATE] | accept LINE… [--dry-run] [--json] ' +
    '[--unkeyed-audit]',
  does: 'checks that no line of the audit was changed, added or removed',
  details:
    'Reads DATABASE_URL and AUDIT_KEY. With --since, lines before are trusted, and all others ' +
    'must have the key if there is one. With archives, the chain is followed from them on. ' +
    'accept vouches for lines that were written without the key.',
  options: { since: 'string', ...OPERATION_OPTIONS },
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const { since } = flags
    const [verb, ...names] = words
    if (verb === 'accept' && names.length > 0 && since === undefined) {
      return await accept(config, flags, names)
    }
    if (verb !== 'verify' || (since !== undefined && names.length > 0)) {
      return reportWrongUse(
        `Cannot run "audit ${words.join(' ')}": write audit verify, with archives or with ` +
          '--since, or audit accept and the numbers of lines',
      )
    }
    if (since !== undefined && !isLine(since) && Number.isNaN(Date.parse(since))) {
      return reportWrongUse(
        `Cannot verify since "${since}": write the number of a line or a date such as 2026-11-01`,
      )
    }
    return await verify(config, flags, names, since)
  },
})

function isLine(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(text)
}

async function verify(
  config: Config,
  flags: OperationFlags,
  archives: readonly string[],
  since: string | undefined,
): Promise<number> {
  const keys = config.business.auditKeys
  return await runOperation(config, flags, async ({ store, change }) => {
    const from = since === undefined ? undefined : await findFirstLine(store.sql, since)
    const rows =
      archives.length === 0
        ? ok(readAuditRows(store.sql, from))
        : await readArchivedAudit(store.sql, archives)
    if (!rows.ok) return rows
    const report = await verifyChain(rows.value, { keys, isPart: from !== undefined })
    // Who names a line has seen it: without it the end was cut off, or the start archived.
    const isNamed = since !== undefined && isLine(since)
    if (isNamed && report.first !== from && report.brokenAt !== from) {
      return err(`Cannot verify since line ${from}: the audit has no such line`)
    }
    await change({ event: 'audit_verified', outcome: judge(report) }, async () => undefined)
    return ok(describeReport(report, keys.length > 0))
  })
}

/** The first line from a time on; for a number, that line. */
async function findFirstLine(sql: Sql, since: string): Promise<number> {
  if (isLine(since)) return Number(since)
  const row = await sql.one('SELECT min(seq) AS seq FROM audit WHERE at >= ?', Date.parse(since))
  return typeof row?.seq === 'number' ? row.seq : Number.MAX_SAFE_INTEGER
}

/** A line with the key vouches for each that has none: nobody without the key can write that. */
async function accept(
  config: Config,
  flags: OperationFlags,
  names: readonly string[],
): Promise<number> {
  const keys = config.business.auditKeys
  if (keys.length === 0) return reportWrongUse('Cannot accept lines: AUDIT_KEY is not set')
  return await runOperation(config, flags, async (operation) => {
    const { unkeyed, brokenAt } = await verifyChain(readAuditRows(operation.store.sql), { keys })
    const other = names.find((name) => !isLine(name) || !unkeyed.includes(Number(name)))
    if (other !== undefined) {
      const end = brokenAt === undefined ? '' : `, and the audit is broken at line ${brokenAt}`
      return err(
        `Cannot accept "${other}": lines without a key are ${unkeyed.join(', ') || 'none'}${end}`,
      )
    }
    return await recordAccepted(operation, names.map(Number))
  })
}

async function recordAccepted(
  { store, audit, isDryRun }: Operation,
  lines: readonly number[],
): Promise<Result<OperationOutcome, string>> {
  const outcome = { text: `accepted: ${lines.join(', ')}`, data: { accepted: lines } }
  if (isDryRun) return ok(outcome)
  await store.transaction(async (sql) => {
    for (const line of lines) {
      const row = await sql.one('SELECT hash FROM audit WHERE seq = ?', line)
      const argsDigest = row?.hash instanceof Uint8Array ? row.hash.toHex() : ''
      const entry = { event: ACCEPTED_EVENT, outcome: 'operator', operation: `line ${line}` }
      await audit.append(sql, { ...entry, argsDigest })
    }
  })
  return ok(outcome)
}

function judge({ brokenAt, unkeyed }: ChainReport): 'broken' | 'unproven' | 'whole' {
  if (brokenAt !== undefined) return 'broken'
  return unkeyed.length > 0 ? 'unproven' : 'whole'
}

function describeReport(report: ChainReport, hasKey: boolean): OperationOutcome {
  const { lines, first, last, digest, keyedFrom, brokenAt, unkeyed, accepted } = report
  const data = {
    ...{ lines, first, last, digest, keyed_from: keyedFrom, broken_at: brokenAt },
    unkeyed_lines: unkeyed,
    accepted_lines: accepted,
  }
  const open =
    unkeyed.length === 0
      ? ''
      : `lines without the key: ${unkeyed.join(', ')}; if you know who wrote them, run audit accept`
  if (brokenAt !== undefined) {
    const text = `The audit is broken at line ${brokenAt}${open === '' ? '' : `; ${open}`}`
    return { text, data, exit: EXIT.problems }
  }
  if (open !== '') return { text: `The audit is unproven: ${open}`, data, exit: EXIT.problems }
  const protection = !hasKey
    ? 'AUDIT_KEY is not set, so only the chain was checked: who can write to the database can ' +
      'write its end anew'
    : keyedFrom === undefined
      ? 'the key protects no line yet'
      : `the key protects the lines from ${keyedFrom} on`
  const except = accepted.length === 0 ? '' : `, and ${accepted.join(', ')} were accepted`
  const range = first === undefined ? 'no lines' : `lines ${first} to ${last}, digest ${digest}`
  return { text: `The audit is whole: ${range}; ${protection}${except}`, data }
}
