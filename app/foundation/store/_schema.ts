import { type Store, StoreUnavailable } from './port.ts'

/** A statement for both databases, or one list for each where they have nothing in common. */
type Statement = string | Readonly<Record<Store['dialect'], readonly string[]>>

/**
 * Tables of both databases, one list entry per version; a released entry never changes. `{blob}`
 * stands for the type that the two databases name differently. Times are whole milliseconds since
 * the epoch. A secret is stored as its SHA-256, 32 bytes; only what a sign-in in progress has to
 * send itself (nonce, verifier, the page to return to) is stored as it is.
 */
const MIGRATIONS: readonly (readonly Statement[])[] = [
  [
    `CREATE TABLE workspace (
      id TEXT PRIMARY KEY, name TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'removed')))`,
    `CREATE TABLE app_user (
      id TEXT PRIMARY KEY, issuer TEXT NOT NULL, subject TEXT NOT NULL, display TEXT NOT NULL,
      email TEXT, state TEXT NOT NULL CHECK (state IN ('active', 'disabled')),
      created BIGINT NOT NULL, UNIQUE (issuer, subject))`,
    `CREATE TABLE business (
      id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspace (id), name TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('active', 'archived', 'removed')))`,
    'CREATE INDEX business_of_workspace ON business (workspace_id, state)',
    `CREATE TABLE membership (
      user_id TEXT NOT NULL, workspace_id TEXT NOT NULL, business_id TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('member', 'approver')),
      PRIMARY KEY (user_id, business_id))`,
    `CREATE TABLE domain_record (
      type TEXT NOT NULL, id TEXT NOT NULL, workspace_id TEXT NOT NULL,
      fields TEXT NOT NULL, created BIGINT NOT NULL, updated BIGINT NOT NULL,
      version BIGINT NOT NULL, PRIMARY KEY (type, id))`,
    'CREATE INDEX record_of_workspace ON domain_record (workspace_id, type)',
    `CREATE TABLE session (
      hash {blob} PRIMARY KEY, user_id TEXT NOT NULL, created BIGINT NOT NULL,
      idle_ends BIGINT NOT NULL, ends BIGINT NOT NULL)`,
    'CREATE INDEX session_ends ON session (ends)',
    `CREATE TABLE sign_in (
      state_hash {blob} PRIMARY KEY, cookie_hash {blob} NOT NULL, nonce TEXT NOT NULL,
      verifier TEXT NOT NULL, return_to TEXT NOT NULL, ends BIGINT NOT NULL)`,
    'CREATE INDEX sign_in_ends ON sign_in (ends)',
    `CREATE TABLE client (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('registered', 'dynamic', 'document')),
      name TEXT NOT NULL, redirect_uris TEXT NOT NULL, refreshes INTEGER NOT NULL,
      document_sha256 {blob}, consented_sha256 {blob}, body_hash {blob}, fresh_until BIGINT,
      created BIGINT NOT NULL, last_used BIGINT, ends BIGINT, disabled INTEGER NOT NULL DEFAULT 0)`,
    'CREATE INDEX client_ends ON client (ends)',
    'CREATE INDEX client_body ON client (body_hash)',
    // Anybody can create rows, large ones too: those to remove first are found by index alone.
    'CREATE INDEX client_room ON client (kind, last_used, created, id)',
    `CREATE TABLE consent_request (
      hash {blob} PRIMARY KEY, session_hash {blob}, client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL, resource TEXT NOT NULL,
      challenge TEXT NOT NULL, state TEXT, ends BIGINT NOT NULL, consumed_at BIGINT)`,
    'CREATE INDEX consent_request_ends ON consent_request (ends)',
    `CREATE TABLE grant_ (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL, business_id TEXT NOT NULL, requested_scopes TEXT NOT NULL,
      scopes TEXT NOT NULL, resource TEXT NOT NULL, redirect_host TEXT NOT NULL,
      refreshes INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'revoked')),
      created BIGINT NOT NULL, last_used BIGINT, ends BIGINT NOT NULL, revoked_at BIGINT,
      reason TEXT)`,
    'CREATE INDEX grant_of_user ON grant_ (user_id, status)',
    'CREATE INDEX grant_of_business ON grant_ (business_id)',
    'CREATE INDEX grant_of_client ON grant_ (client_id, user_id)',
    'CREATE INDEX grant_ends ON grant_ (ends)',
    `CREATE TABLE auth_code (
      hash {blob} PRIMARY KEY, grant_id TEXT NOT NULL REFERENCES grant_ (id),
      client_id TEXT NOT NULL, redirect_uri TEXT NOT NULL, challenge TEXT NOT NULL,
      resource TEXT NOT NULL, ends BIGINT NOT NULL, used_at BIGINT)`,
    'CREATE INDEX auth_code_ends ON auth_code (ends)',
    'CREATE INDEX auth_code_of_grant ON auth_code (grant_id)',
    `CREATE TABLE token (
      hash {blob} PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      grant_id TEXT NOT NULL REFERENCES grant_ (id), scopes TEXT NOT NULL, ends BIGINT NOT NULL,
      parent_hash {blob}, used_at BIGINT, superseded_at BIGINT, revoked_at BIGINT,
      key_thumbprint TEXT)`,
    'CREATE INDEX token_of_grant ON token (grant_id, kind)',
    'CREATE INDEX token_ends ON token (ends)',
    `CREATE UNIQUE INDEX token_successor ON token (parent_hash, kind)
      WHERE superseded_at IS NULL`,
    `CREATE TABLE held_approval (
      id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL, business_id TEXT NOT NULL,
      tool TEXT NOT NULL, operation TEXT NOT NULL, args TEXT NOT NULL, args_hash {blob} NOT NULL,
      requested_by TEXT NOT NULL, grant_id TEXT NOT NULL, client_id TEXT NOT NULL,
      scopes TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN
        ('held', 'approved', 'applying', 'applied', 'failed', 'rejected', 'expired', 'cancelled')),
      version BIGINT NOT NULL, policy TEXT NOT NULL, created BIGINT NOT NULL, ends BIGINT NOT NULL,
      decided_by TEXT, decided_at BIGINT, lease_ends BIGINT, result TEXT, applied_at BIGINT)`,
    'CREATE INDEX approval_of_business ON held_approval (business_id, state)',
    `CREATE UNIQUE INDEX approval_held ON held_approval (business_id, requested_by, tool, args_hash)
      WHERE state = 'held'`,
    `CREATE TABLE idempotency (
      scope_hash {blob} PRIMARY KEY, tool TEXT NOT NULL, args_hash {blob} NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'unknown')), result TEXT,
      ends BIGINT NOT NULL)`,
    'CREATE INDEX idempotency_ends ON idempotency (ends)',
    `CREATE TABLE audit (
      seq BIGINT PRIMARY KEY, at BIGINT NOT NULL, event TEXT NOT NULL, outcome TEXT NOT NULL,
      actor TEXT, client_id TEXT, grant_id TEXT, workspace_id TEXT, business_id TEXT, tool TEXT,
      operation TEXT, approval_id TEXT, request_id TEXT, args_digest TEXT, address TEXT,
      previous {blob} NOT NULL, hash {blob} NOT NULL)`,
    {
      sqlite: [buildSqliteRefusal('UPDATE'), buildSqliteRefusal('DELETE')],
      postgres: [
        `CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE restrict_violation USING MESSAGE = 'audit is append-only'; END $$`,
        `CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
          FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only()`,
      ],
    },
    `CREATE TABLE setting (name TEXT PRIMARY KEY, value {blob} NOT NULL)`,
  ],
  ['ALTER TABLE token DROP COLUMN key_thumbprint'],
  [
    // A row for each receiver of an event. `claim` counts who took it, so that the result of one
    // who took too long is not taken for that of the next.
    `CREATE TABLE event_delivery (
      name TEXT PRIMARY KEY, id TEXT NOT NULL,
      channel TEXT NOT NULL CHECK (channel IN ('event', 'notice', 'mail')),
      endpoint TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead', 'dropped')),
      attempts BIGINT NOT NULL, claim BIGINT NOT NULL, due BIGINT NOT NULL,
      created BIGINT NOT NULL, ended BIGINT, status BIGINT, reason TEXT)`,
    `CREATE INDEX event_delivery_due ON event_delivery (channel, endpoint, due, created)
      WHERE state = 'waiting'`,
    'CREATE INDEX event_delivery_created ON event_delivery (created)',
    'CREATE INDEX event_delivery_id ON event_delivery (id)',
  ],
  [
    // What clients searched for, of all replicas together: `day` counts from the epoch, in UTC.
    `CREATE TABLE search_total (
      day BIGINT PRIMARY KEY, searches BIGINT NOT NULL, weak BIGINT NOT NULL,
      empty BIGINT NOT NULL, withheld BIGINT NOT NULL)`,
    `CREATE TABLE search_query (
      day BIGINT NOT NULL, query TEXT NOT NULL, asked BIGINT NOT NULL, rating BIGINT NOT NULL,
      PRIMARY KEY (day, query))`,
  ],
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Nobody may change tables that this version does not know. */
export class NewerSchema extends StoreUnavailable {
  constructor() {
    super('Cannot open the store: a newer version of the program wrote it')
  }
}

/** Every table, those first that others refer to. */
export const TABLES = [
  'workspace',
  'app_user',
  'business',
  'membership',
  'domain_record',
  'session',
  'sign_in',
  'client',
  'consent_request',
  'grant_',
  'auth_code',
  'token',
  'held_approval',
  'idempotency',
  'audit',
  'setting',
  'event_delivery',
  'search_total',
  'search_query',
] as const

/** The statements of the versions after `done`, in the dialect of one database. */
export function listMigrations(done: number, dialect: Store['dialect']): readonly string[] {
  const words = dialect === 'sqlite' ? toSqlite : toPostgres
  return MIGRATIONS.slice(done).flatMap((statements) =>
    statements.flatMap((one) => (typeof one === 'string' ? [words(one)] : one[dialect])),
  )
}

function toSqlite(statement: string): string {
  const words = statement.replaceAll('{blob}', 'BLOB').replaceAll('BIGINT', 'INTEGER')
  return words.startsWith('CREATE TABLE') ? `${words} STRICT` : words
}

/** Both databases order text by its bytes, whatever the locale of the server. */
function toPostgres(statement: string): string {
  return statement.replaceAll('{blob}', 'BYTEA').replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
}

/** The hash chain reveals a change; this prevents one from being made by mistake. */
export function buildSqliteRefusal(change: 'UPDATE' | 'DELETE'): string {
  return `CREATE TRIGGER audit_refuses_${change.toLowerCase()} BEFORE ${change} ON audit
    BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END`
}
