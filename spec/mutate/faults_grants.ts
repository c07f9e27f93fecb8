import { type Fault, faultsIn } from './fault.ts'

const BINDING = 'spec/business/grants/binding_spec.ts'
const CLIENTS = 'spec/business/grants/clients_spec.ts'
const CODES = 'spec/business/grants/codes_spec.ts'
const CONSENT = 'spec/business/grants/consent_spec.ts'
const REFRESH = 'spec/business/grants/refresh_spec.ts'
const ROWS = 'spec/business/grants/rows_spec.ts'

/** Faults of clients, consent, codes, tokens and sessions. */
export const GRANTS_FAULTS: readonly Fault[] = [
  ...faultsIn('app/business/grants/_codes.ts', CODES, [
    {
      id: 'threat 14',
      find: "areBytesEqual(challengeOf(given.verifier), textIn(row, 'challenge'))",
      replace: "textIn(row, 'challenge') !== ''",
    },
    {
      id: 'threat 13',
      find: "await endGrant(sql, { grantId: grant.id, reason: 'code_reuse', now: clock() })",
      replace: "grant.status === 'active' && clock() > 0",
    },
    {
      id: 'threat 13',
      find: 'row.redirect_uri !== given.redirectUri) {',
      replace: '!given.redirectUri.startsWith(String(row.redirect_uri))) {',
    },
    {
      id: 'threat 13',
      find: 'if (given.resource !== undefined && row.resource !== given.resource) return err(',
      replace: "if (given.resource === '') return err(",
    },
    {
      id: 'threat 13',
      find: 'if (row === undefined || row.client_id !== given.clientId) return err(',
      replace: 'if (row === undefined) return err(',
    },
  ]),
  ...faultsIn('app/business/grants/authorise.ts', BINDING, [
    {
      id: 'rule.private_needs_scope',
      find: 'row.resource === resource &&',
      replace: "row.resource !== '' &&",
    },
    {
      id: 'rule.private_needs_scope',
      find: 'SELECT t.ends, t.revoked_at, t.scopes, g.id',
      replace: 'SELECT t.ends, t.revoked_at, g.scopes, g.id',
    },
    {
      id: 'rule.private_needs_scope',
      find: 'if (!found.value.scopes.includes(scope)) return',
      replace: 'if (found.value.scopes.length === 0) return',
    },
    {
      id: 'auth.refused_without_scope',
      find: "numberIn(row, 'ends') > now &&\n    numberIn(row, 'grant_ends') > now &&",
      replace: "numberIn(row, 'grant_ends') > now &&",
    },
    {
      id: 'auth.refused_without_scope',
      find: "row.user_state === 'active' &&",
      replace: "row.user_state !== '' &&",
    },
  ]),
  ...faultsIn('app/business/grants/_refresh.ts', REFRESH, [
    {
      id: 'threat 17',
      find: 'Math.abs(now - token.usedAt) < overlap',
      replace: 'Math.abs(now - token.usedAt) > -overlap',
    },
    {
      id: 'threat 16',
      find: "others.length === 0 ? 'overlap' : 'reuse'",
      replace: "others.length === 0 ? 'overlap' : 'ended'",
    },
  ]),
  ...faultsIn('app/business/grants/_refresh.ts', REFRESH, [
    {
      id: 'threat 18',
      find: 'if (row === undefined || row.client_id !== given.clientId) return err(',
      replace: 'if (row === undefined) return err(',
    },
    {
      id: 'threat 18',
      find: 'return isNarrower ? intersectScopes(granted, asked) : undefined',
      replace: 'return isNarrower ? intersectScopes(granted, asked) : asked',
    },
    {
      id: 'threat 18',
      find: "if (state !== 'active') {\n      note({ event: 'refresh'",
      replace: "if (state === undefined) {\n      note({ event: 'refresh'",
    },
  ]),
  ...faultsIn('app/business/grants/_consent.ts', CONSENT, [
    {
      id: 'threat 20',
      find: "!areBytesEqual(csrf, proofOf('consent', sessionSecret, id))",
      replace: "!areBytesEqual(csrf, proofOf('consent', sessionSecret, id)) && csrf === ''",
    },
    {
      id: 'threat 20',
      find: 'AND (session_hash IS NULL OR session_hash = ?) RETURNING *',
      replace: 'AND (session_hash IS NULL OR ? IS NOT NULL) RETURNING *',
    },
    {
      id: 'threat 20',
      find: 'intersectScopes(request.scopes, given.scopes)',
      replace: 'given.scopes',
    },
    {
      id: 'threat 21',
      find: "if (state !== 'active') return err(state",
      replace: "if (state === 'unavailable') return err(state",
    },
    {
      id: 'threat 21',
      find: 'return choice === undefined || others.length > 0 ?',
      replace: 'return choice === undefined ?',
    },
  ]),
  ...faultsIn('app/business/grants/_consent.ts', CONSENT, [
    {
      id: 'auth.grant_records',
      find: '    formatScopes(request.scopes),\n    formatScopes(scopes),\n',
      replace: '    formatScopes(scopes),\n    formatScopes(scopes),\n',
    },
  ]),
  ...faultsIn('app/business/grants/_removal.ts', ROWS, [
    {
      id: 'threat 35',
      find: 'await endGrant(sql, { grantId, reason, now })',
      replace: 'if (now < 0) await endGrant(sql, { grantId, reason, now })',
    },
  ]),
  ...faultsIn('app/business/grants/_clients.ts', CLIENTS, [
    {
      id: 'threat 22',
      find: "'SELECT * FROM client WHERE id = ? AND disabled = 0'",
      replace: "'SELECT * FROM client WHERE id = ?'",
    },
    {
      id: 'threat 22',
      find: 'ORDER BY last_used NULLS FIRST, created, id LIMIT ?',
      replace: 'ORDER BY created, id LIMIT ?',
    },
  ]),
  ...faultsIn('app/business/grants/_sessions.ts', BINDING, [
    { id: 'auth.user_session', find: "AND u.state = 'active'", replace: '' },
    {
      id: 'auth.user_session',
      find: 's.idle_ends > ? AND s.ends > ?',
      replace: 's.idle_ends < ? AND s.ends > ?',
    },
  ]),
]
