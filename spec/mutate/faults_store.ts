import { type Fault, faultsIn } from './fault.ts'

const AUDIT = 'spec/foundation/store/trust_spec.ts'
const RECORDS = 'spec/foundation/store/whole_spec.ts'
const POSTGRES = 'spec/foundation/store/postgres_spec.ts'

/** Faults of transactions, of the tables and of the audit chain. */
export const STORE_FAULTS: readonly Fault[] = [
  ...faultsIn('app/foundation/store/audit.ts', AUDIT, [
    {
      id: 'threat 38',
      find: '    previous = hash\n',
      replace: '',
    },
    {
      id: 'threat 38',
      find: 'let previous = last?.hash instanceof Uint8Array ? last.hash : CHAIN_START',
      replace: 'let previous = CHAIN_START',
    },
  ]),
  ...faultsIn(
    'app/foundation/store/search_counts.ts',
    'spec/foundation/store/kept_report_spec.ts',
    [
      { id: 'report.kept', find: 'if (remaining > 0) await', replace: 'await' },
      { id: 'report.kept', find: 'day - LIMITS.searchDaysKept', replace: '0' },
    ],
  ),
  ...faultsIn('app/service/parts/part.ts', 'spec/cli/idle_outage_spec.ts', [
    { id: 'outage.idle', find: 'else reportFailure()', replace: 'else rest()' },
  ]),
  ...faultsIn('app/service/parts/service_store.ts', 'spec/cli/idle_outage_spec.ts', [
    { id: 'outage.start', find: '!first.error.isOutage', replace: '!first.ok' },
  ]),
  ...faultsIn('app/foundation/store/chain_report.ts', AUDIT, [
    {
      id: 'threat 38',
      find: 'from: number = Number.MIN_SAFE_INTEGER',
      replace: 'from: number = 1',
    },
  ]),
  ...faultsIn('app/foundation/store/chain_report.ts', 'spec/foundation/store/audit_key_spec.ts', [
    { id: 'audit.keyed', find: "protection === 'chain' &&", replace: 'seq < 0 &&' },
    { id: 'audit.unkeyed', find: "protection === 'key' && row.event", replace: 'row.event' },
  ]),
  ...faultsIn('app/foundation/store/_record_file.ts', 'spec/cli/backup_spec.ts', [
    { id: 'store.backup', find: 'part.written.rows !== rows', replace: 'rows < 0' },
    {
      id: 'store.backup',
      find: "part.written.sha256 !== hasher.digest('hex')",
      replace: "part.written.sha256 === ''",
    },
  ]),
  ...faultsIn('app/foundation/store/archive.ts', 'spec/cli/archive_spec.ts', [
    {
      id: 'store.archive',
      find: "OR (state IN ('held', 'approved') AND ends < ?)",
      replace: "OR (state IN ('held', 'approved') AND created < ?)",
    },
  ]),
  ...faultsIn('app/foundation/store/_chain.ts', AUDIT, [
    { id: 'threat 38', find: '  hasher.update(previous)\n', replace: '' },
    {
      id: 'threat 38',
      find: 'value instanceof Uint8Array && areBytesEqual(value, bytes)',
      replace: 'value instanceof Uint8Array && value.length === bytes.length',
    },
    {
      id: 'threat 38',
      find: 'JSON.stringify([seq, at, ...texts])',
      replace: 'JSON.stringify(texts)',
    },
  ]),
  ...faultsIn('app/foundation/store/audit.ts', AUDIT, [
    {
      id: 'threat 38',
      find: 'for (const { settle } of this.#waiting) settle(failure)',
      replace: 'for (const { settle } of this.#waiting.splice(0)) settle(failure)',
    },
    {
      id: 'threat 38',
      find: 'return !this.#failed && this.#waiting',
      replace: 'return this.#waiting',
    },
  ]),
  ...faultsIn('app/foundation/store/_schema.ts', AUDIT, [
    {
      id: 'threat 38',
      find: "sqlite: [buildSqliteRefusal('UPDATE'), buildSqliteRefusal('DELETE')],",
      replace: "sqlite: [buildSqliteRefusal('UPDATE')],",
    },
  ]),
  ...faultsIn('app/foundation/store/sqlite.ts', RECORDS, [
    {
      id: 'auth.grant_records',
      find: 'if (done > SCHEMA_VERSION)',
      replace: 'if (done < 0)',
    },
    {
      id: 'auth.grant_records',
      find: "if (database.inTransaction) database.run('ROLLBACK')",
      replace: "if (database.inTransaction) database.run('COMMIT')",
    },
    {
      id: 'auth.checked_at_call',
      find: "database.run('BEGIN IMMEDIATE')))",
      replace: "database.run('BEGIN')))",
    },
    {
      id: 'auth.checked_at_call',
      find: 'transaction: (work) => inTurn(() => runTransaction(writer, statements, begin, work)),',
      replace: 'transaction: (work) => runTransaction(writer, statements, async () => {}, work),',
    },
    {
      id: 'auth.grant_records',
      find: 'sql: restrictToReads(createSqliteStatements(createPrepare(reader))),',
      replace: 'sql: restrictToReads(statements),',
    },
    {
      id: 'auth.grant_records',
      find: 'new Database(path, { readonly: true, strict: true })',
      replace: 'new Database(path, { readwrite: true, strict: true })',
    },
    { id: 'threat 38', find: '  chmodSync(path, 0o600)\n', replace: '', spec: AUDIT },
  ]),
  ...faultsIn('app/foundation/store/_transaction.ts', RECORDS, [
    { id: 'auth.grant_records', find: 'if (failed) throw failure', replace: '' },
    {
      id: 'auth.grant_records',
      find: "if (state === 'ended') throw new Error('Cannot use a transaction: it has ended')",
      replace: '',
    },
  ]),
  ...faultsIn('app/foundation/store/open.ts', AUDIT, [
    {
      id: 'threat 38',
      find: ': `postgres://${url.host}${url.pathname}`',
      replace: ': databaseUrl',
    },
    {
      id: 'threat 38',
      find: "isCut ? 'postgres://…' :",
      replace: "isCut && url.host === '' ? 'postgres://…' :",
    },
  ]),
  ...faultsIn('app/foundation/store/_postgres_statements.ts', POSTGRES, [
    { id: 'faults.kept', find: "NOT_SUPPORTED = '0A000'", replace: "NOT_SUPPORTED = '25006'" },
  ]),
  ...faultsIn('app/foundation/store/postgres.ts', POSTGRES, [
    { id: 'faults.kept', find: ' || error instanceof ServerReadOnly', replace: '' },
  ]),
  ...faultsIn('app/foundation/store/_sqlite_statements.ts', 'spec/chaos/chaos_spec.ts', [
    { id: 'faults.kept', find: 'LOCKED|IOERR|CORRUPT', replace: 'LOCKED|CORRUPT' },
  ]),
]
