import { GUARD_FAULTS } from './guard_faults.ts'
import { KEY_FAULTS } from './key_faults.ts'

/** A fault to seed into the reference product, and the check that has to fail. */
export type ProductFault = {
  readonly what: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly fails: string
}

const CALLS = 'typescript/calls.ts'
const HANDLER = 'typescript/mod.ts'
const WORKSPACE = 'workspace.ts'
const OPERATIONS = 'operations.ts'

export const PRODUCT_FAULTS: readonly ProductFault[] = [
  ...GUARD_FAULTS,
  ...KEY_FAULTS,
  {
    what: 'checks the state of a business only at consent',
    file: CALLS,
    find: "(await findRole(product, user, place)) === undefined) return { outcome: 'inactive' }",
    replace: "false) return { outcome: 'inactive' }",
    fails: 'archived.read',
  },
  {
    what: 'forgets that a business is archived',
    file: WORKSPACE,
    find: ' || this.#closed.has(business.id)',
    replace: '',
    fails: 'standing.archived',
  },
  {
    what: 'knows people by their subject alone',
    file: WORKSPACE,
    find: 'if (issuer !== this.#issuer) return []',
    replace: 'void issuer',
    fails: 'standing.issuer',
  },
  {
    what: 'trusts the workspace of the request',
    file: WORKSPACE,
    find: 'business?.workspace !== place.workspace_id || ',
    replace: 'business === undefined || ',
    fails: 'standing.workspace',
  },
  {
    what: 'finds a record by its id alone',
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? found : undefined',
    replace: 'return place && found',
    fails: 'foreign.read',
  },
  {
    what: 'lists records of every business',
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? [found] : []',
    replace: 'return place && found ? [found] : []',
    fails: 'read.records',
  },
  {
    what: "lists records of every business and calls them this one's",
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? [found] : []',
    replace: 'return found ? [{ ...found, business_id: place.business_id }] : []',
    fails: 'read.records',
  },
  {
    what: 'lets the read scope write',
    file: CALLS,
    find: '`mcp:business:${operation.kind}`',
    replace: "'mcp:business:read'",
    fails: 'scope.write',
  },
  {
    what: 'checks no scope',
    file: CALLS,
    find: 'if (!context.scopes.includes',
    replace: 'if (context.scopes.length > 9 && !context.scopes.includes',
    fails: 'scope.read',
  },
  {
    what: 'writes for a tool that was declared to read',
    file: CALLS,
    find: "if (operation.kind !== kind) return { outcome: 'denied' }",
    replace: '',
    fails: 'kind.write',
  },
  {
    what: 'writes after the deadline',
    file: CALLS,
    find: "if (clock() > deadline) return { outcome: 'unavailable' }",
    replace: 'void deadline',
    fails: 'deadline.write',
  },
  {
    what: 'fails on an operation that it does not have',
    file: CALLS,
    find: "if (operation === undefined) return { outcome: 'denied' }",
    replace: "if (operation === undefined) throw new Error('No such operation')",
    fails: 'operation.unknown',
  },
  {
    what: 'answers a foreign record unlike an unknown one',
    file: OPERATIONS,
    find: "if (record === undefined) return { outcome: 'not_found' }\n  const fault",
    replace: "if (record === undefined) return { outcome: 'denied' }\n  const fault",
    fails: 'foreign.write',
  },
  {
    what: 'names a record of another business',
    file: OPERATIONS,
    find: 'const record = workspace.find(place, type, String(id))',
    replace:
      "const record = workspace.find({ ...place, business_id: 'biz_cycles' }, type, String(id))",
    fails: 'target.foreign',
  },
  {
    what: 'names a record for another business',
    file: OPERATIONS,
    find: "{ target: 'record', business_id, name: line }",
    replace: "{ target: 'record', business_id: 'biz_cycles', name: line }",
    fails: 'target.own',
  },
  {
    what: 'names records to strangers',
    file: HANDLER,
    find: "standing === 'active' ? await target(body) : { target: 'unknown' }",
    replace: '(void standing, await target(body))',
    fails: 'target.stranger',
  },
  {
    what: 'says that a record is absent when it has a fault',
    file: OPERATIONS,
    find: "if (type === undefined) return { target: 'unknown' }",
    replace: "if (type === undefined) return { target: 'absent' }",
    fails: 'target.operation',
  },
  {
    what: 'returns an extra member',
    file: WORKSPACE,
    find: '{ type, id, business_id, fields }',
    replace: '({ ...record, business_id, version: 1 } as never)',
    fails: 'read.records',
  },
  {
    what: 'says that it answers with text',
    file: HANDLER,
    find: "{ 'cache-control': 'no-store' }",
    replace: "{ 'cache-control': 'no-store', 'content-type': 'text/plain' }",
    fails: 'describe.form',
  },
  {
    what: 'answers a body without its members',
    file: HANDLER,
    find: 'if (answer === undefined) return new Response(null, { status: 400 })',
    replace: 'if (answer === undefined) return Response.json({})',
    fails: 'body.form',
  },
  {
    what: 'answers a question that does not exist',
    file: HANDLER,
    find: 'if (question === undefined) return new Response(null, { status: 404 })',
    replace: 'if (question === undefined) return Response.json({})',
    fails: 'path.unknown',
  },
  {
    what: 'claims that everybody stands everywhere',
    file: HANDLER,
    find: "role === undefined ? 'inactive'",
    replace: "role === undefined ? 'active'",
    fails: 'nobody.standing',
  },
  {
    what: 'lists every business to everybody',
    file: WORKSPACE,
    find: 'if (this.role(person, place) === undefined) return []',
    replace: 'void person',
    fails: 'nobody.businesses',
  },
  {
    what: 'runs the calls of people whom it does not know',
    file: CALLS,
    find: "=== undefined) return { outcome: 'inactive' }",
    replace: "=== undefined && user.subject !== 'nobody') return { outcome: 'inactive' }",
    fails: 'nobody.calls',
  },
  {
    what: 'describes no operation',
    file: HANDLER,
    find: 'operations: Object.keys(operations)',
    replace: 'operations: Object.keys(operations).slice(9)',
    fails: 'describe.names',
  },
]
