import { type Fault, faultsIn } from './fault.ts'

const ARGUMENTS = 'app/business/tools/_arguments_test.ts'
const DECISIONS = 'spec/business/tools/decisions_spec.ts'
const HOSTILE = 'spec/business/tools/hostile_spec.ts'
const KEYS = 'spec/business/tools/keys_spec.ts'
const PACKAGES = 'spec/product/packages_spec.ts'
const READS = 'spec/business/tools/reads_spec.ts'
const REMOTE = 'spec/business/tools/remote_domain_spec.ts'
const WRITES = 'spec/business/tools/writes_spec.ts'

/** Faults of private reads and writes, of keys, holds and approvals. */
export const BUSINESS_FAULTS: readonly Fault[] = [
  ...faultsIn('app/business/tools/adapters/_embedded_standing.ts', WRITES, [
    {
      id: 'auth.checked_at_call',
      find: "w.state = 'active' AND b.state = 'active'`",
      replace: "w.state = 'active'`",
    },
    {
      id: 'auth.derived_from_grant',
      find: 'return `b.id = ? AND b.workspace_id',
      replace: "return `(b.id = ? OR b.id <> '') AND b.workspace_id",
      spec: READS,
    },
    {
      id: 'auth.derived_from_grant',
      find: "    AND twin.issuer = '${EXAMPLE_ISSUER}'\n",
      replace: '',
      spec: KEYS,
    },
  ]),
  ...faultsIn('app/business/tools/adapters/http_outcome.ts', 'spec/product/domain_target_spec.ts', [
    { id: 'domain.http_target', find: 'answer.business_id === businessId', replace: 'true' },
  ]),
  ...faultsIn('app/checks/product_check/_check.ts', 'spec/product/domain_product_spec.ts', [
    {
      id: 'product_check.finds',
      find: 'return found === expected',
      replace: "return found !== ''",
    },
  ]),
  ...faultsIn('app/checks/product_check/_write_checks.ts', 'spec/product/domain_product_spec.ts', [
    {
      id: 'domain.http_product',
      find: "answer.business_id === active.business_id ? 'record'",
      replace: "answer.business_id !== '' ? 'record'",
    },
  ]),
  ...faultsIn('app/checks/product_check/_api_request.ts', 'spec/product/api_product_spec.ts', [
    {
      id: 'product_check.api',
      find: '&& business === business_id',
      replace: "&& business_id !== ''",
    },
  ]),
  ...faultsIn('app/cli/product.ts', PACKAGES, [
    { id: 'product_check.command', find: "state === 'failed'", replace: "state === 'not_made'" },
  ]),
  ...faultsIn('app/service/business.ts', 'spec/product/first_tool_spec.ts', [
    { id: 'product_check.first_tool', find: '?? EXAMPLE_PEOPLE', replace: '?? []' },
  ]),
  ...faultsIn('app/business/tools/_reject_all.ts', 'spec/business/tools/approval_lists_spec.ts', [
    { id: 'approvals.all_seen', find: 'AND version = ? AND', replace: 'AND version >= ? AND' },
  ]),
  ...faultsIn('app/business/tools/_write_begin.ts', 'spec/business/tools/approval_names_spec.ts', [
    { id: 'approvals.named_record', find: "target === 'absent'", replace: "target !== 'absent'" },
  ]),
  ...faultsIn('app/business/tools/adapters/_embedded_writes.ts', KEYS, [
    {
      id: 'auth.derived_from_grant',
      find: "if (Object.hasOwn(changes, fixed)) return { outcome: 'denied' }",
      replace: '',
    },
    {
      id: 'auth.derived_from_grant',
      find: "Object.hasOwn(given, column) ? 'denied' : { ...given, [column]: who.businessId }",
      replace: '{ [column]: who.businessId, ...given }',
    },
  ]),
  ...faultsIn('app/business/tools/_arguments.ts', ARGUMENTS, [
    {
      id: 'threat 29',
      find: "new Set(['__proto__', 'constructor', 'prototype'])",
      replace: "new Set(['__proto__'])",
    },
    { id: 'threat 27', find: 'if (depth > DEPTH_MAX) return', replace: 'if (depth < 0) return' },
    {
      id: 'threat 27',
      find: 'if (seen > VALUES_MAX) return',
      replace: 'if (seen < 0) return',
      spec: HOSTILE,
    },
    {
      id: 'threat 34',
      find: "new Validator(tool.input_schema, '2020-12', false)",
      replace:
        "new Validator({ ...tool.input_schema, additionalProperties: true }, '2020-12', false)",
      spec: 'spec/isolation/threats_spec.ts',
    },
  ]),
  ...faultsIn('app/business/tools/_prepare.ts', READS, [
    {
      id: 'rule.business_reach',
      find: 'const types = typesOf(registry)(tool)',
      replace: 'const types = typesOf(registry)(tool) && tool.records',
      spec: KEYS,
    },
    {
      id: 'rule.business_reach',
      find: 'if (named.some((type) => !types.includes(type))) {',
      replace: 'if (types.length === 0) {',
    },
    {
      id: 'rule.private_needs_scope',
      find: 'if (tool.kind !== kind || !grant.scopes.includes(tool.scope)) {',
      replace: "if (grant.grantId === '') {",
      spec: KEYS,
    },
  ]),
  ...faultsIn('app/business/tools/reach.ts', REMOTE, [
    {
      id: 'threat 36',
      find: '|| record.businessId !== businessId) return false',
      replace: ') return false',
    },
  ]),
  ...faultsIn('app/business/tools/_write_embedded.ts', REMOTE, [
    { id: 'threat 36', find: 'throw new ReachViolation()', replace: 'return result' },
  ]),
  ...faultsIn('app/business/tools/_write_begin.ts', DECISIONS, [
    {
      id: 'auth.refused_without_scope',
      find: "if (policy !== 'always') return undefined",
      replace: "if (policy !== 'always' || name !== '') return undefined",
    },
  ]),
  ...faultsIn('app/business/tools/_answers.ts', HOSTILE, [
    {
      id: 'threat 36',
      find: 'if (outcome.foreignRecord) return refuse(',
      replace: "if (tool.name === '') return refuse(",
    },
  ]),
  ...faultsIn('app/business/tools/_idempotency.ts', WRITES, [
    {
      id: 'business.idempotency_key',
      find: "if (taken === 1) return { claim: 'taken' }",
      replace: "if (taken <= 1) return { claim: 'taken' }",
    },
    {
      id: 'business.idempotency_key',
      find: "if (!areBytesEqual(bytesIn(row, 'args_hash'), keyed.argsHash)) return",
      replace: "if (bytesIn(row, 'args_hash').length !== keyed.argsHash.length) return",
      spec: KEYS,
    },
  ]),
  ...faultsIn('app/contract/limits.ts', KEYS, [
    {
      id: 'business.idempotency_key',
      find: 'keyKeptMs: DAY_MS',
      replace: 'keyKeptMs: HOUR_MS',
    },
  ]),
  ...faultsIn('app/business/tools/_write.ts', KEYS, [
    {
      id: 'business.idempotency_key',
      find: 'digestOf(workspaceId, businessId, userId,',
      replace: 'digestOf(workspaceId, userId,',
    },
    {
      id: 'business.idempotency_key',
      find: 'businessId, userId, clientId, tool.name, key)',
      replace: 'businessId, userId, clientId, key)',
    },
  ]),
  ...faultsIn('app/business/tools/_decide_steps.ts', DECISIONS, [
    {
      id: 'auth.refused_without_scope',
      find: 'if (user.userId === by.userId && !settings.requesterMayDecide) return false',
      replace: '',
    },
    {
      id: 'auth.refused_without_scope',
      find: "if (!(await mayDecide(ports, domain, user, approval))) return err('not_allowed')",
      replace: '',
    },
    {
      id: 'auth.refused_without_scope',
      find: '!isOpen(approval, nowMs) || approval.version !== decision.version',
      replace: '!isOpen(approval, nowMs)',
    },
    {
      id: 'auth.refused_without_scope',
      find: '!(await isStillGranted(sql, approval.id, nowMs))',
      replace: 'nowMs < 0',
    },
    {
      id: 'auth.checked_at_call',
      find: "return standing === 'inactive' ? 'cancelled' : undefined",
      replace: 'return undefined',
    },
  ]),
  ...faultsIn('app/business/tools/_approval_state.ts', DECISIONS, [
    {
      id: 'auth.refused_without_scope',
      find: "(state === 'held' || state === 'approved') && ends <= nowMs",
      replace: "(state === 'held' || state === 'approved') && ends <= 0",
    },
    {
      id: 'auth.refused_without_scope',
      find: "if (state === 'held' || state === 'approved') return true",
      replace: "if (state !== 'applying') return true",
    },
  ]),
  ...faultsIn('app/business/tools/_held_call.ts', DECISIONS, [
    {
      id: 'auth.refused_without_scope',
      find: 'areBytesEqual(hash, approval.argsHash) ?',
      replace: 'hash.length === approval.argsHash.length ?',
    },
  ]),
]
