/** A fault to seed into the reference product, and part of what the check reports about it. */
export type ProductFault = {
  readonly what: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly report: string
}

const GUARD = 'signature.ts'
const CALLS = 'calls.ts'
const WORKSPACE = 'workspace.ts'
const OPERATIONS = 'operations.ts'
const PRODUCT = 'product.ts'

export const PRODUCT_FAULTS: readonly ProductFault[] = [
  {
    what: 'accepts any signature',
    file: GUARD,
    find: "if (!(await isSigned(await keys, text, signature?.[1] ?? ''))) return refuse(401)",
    replace: '',
    report: 'a signature of zeros',
  },
  {
    what: 'no longer accepts the second secret',
    file: GUARD,
    find: 'secrets.map(importKey)',
    replace: 'secrets.slice(0, 1).map(importKey)',
    report: 'Secret 2 is not accepted',
  },
  {
    what: 'ignores the body in the signature',
    file: GUARD,
    find: "digest('SHA-256', bytes)",
    replace: "digest('SHA-256', new Uint8Array())",
    report: 'Secret 1 is not accepted',
  },
  {
    what: 'checks no clock',
    file: GUARD,
    find: 'if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)',
    replace: '',
    report: 'ten minutes old',
  },
  {
    what: 'refuses old requests but not early ones',
    file: GUARD,
    find: 'Math.abs(nowS - Number(timestamp))',
    replace: '(nowS - Number(timestamp))',
    report: 'ten minutes ahead',
  },
  {
    what: 'accepts a request twice',
    file: GUARD,
    find: 'if (seen.has(requestId)) return refuse(409)',
    replace: '',
    report: 'sent again with 200',
  },
  {
    what: 'claims that nothing was done about a request that came twice',
    file: GUARD,
    find: 'return refuse(409)',
    replace: 'return refuse(401)',
    report: 'sent again with 401',
  },
  {
    what: 'answers GET',
    file: GUARD,
    find: "if (request.method !== 'POST') return refuse(405)",
    replace: '',
    report: 'Answered GET',
  },
  {
    what: 'checks the state of a business only at consent',
    file: CALLS,
    find: "if (workspace.role(context.user, context) === undefined) return { outcome: 'inactive' }",
    replace: '',
    report: 'A read of an archived business',
  },
  {
    what: 'forgets that a business is archived',
    file: WORKSPACE,
    find: ' || this.#closed.has(business.id)',
    replace: '',
    report: '"standing" in an archived business',
  },
  {
    what: 'knows people by their subject alone',
    file: WORKSPACE,
    find: 'if (issuer !== this.#issuer) return []',
    replace: 'void issuer',
    report: 'a namesake at another issuer',
  },
  {
    what: 'trusts the workspace of the request',
    file: WORKSPACE,
    find: 'business?.workspace !== place.workspace_id || ',
    replace: 'business === undefined || ',
    report: 'under another workspace',
  },
  {
    what: 'finds a record by its id alone',
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? found : undefined',
    replace: 'return place && found',
    report: 'A read of another business',
  },
  {
    what: 'lists records of every business',
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? [found] : []',
    replace: 'return place && found ? [found] : []',
    report: '"record.list" returned a record of another business',
  },
  {
    what: "lists records of every business and calls them this one's",
    file: WORKSPACE,
    find: 'return found?.business_id === place.business_id ? [found] : []',
    replace: 'return found ? [{ ...found, business_id: place.business_id }] : []',
    report: '"record.list" returned a record of another business',
  },
  {
    what: 'lets the read scope write',
    file: CALLS,
    find: "operation.writes ? 'mcp:business:write' : 'mcp:business:read'",
    replace: "'mcp:business:read'",
    report: 'A write with the read scope alone',
  },
  {
    what: 'checks no scope',
    file: CALLS,
    find: "if (!context.scopes.includes(scope)) return { outcome: 'denied' }",
    replace: 'void scope',
    report: 'A read without a scope',
  },
  {
    what: 'writes for a tool that was declared to read',
    file: CALLS,
    find: "if (operation.writes !== (asked.kind === 'write')) return { outcome: 'denied' }",
    replace: '',
    report: 'A write that was declared a read',
  },
  {
    what: 'writes after the deadline',
    file: CALLS,
    find: "if (clock() > deadline) return { outcome: 'unavailable' }",
    replace: 'void deadline',
    report: 'A write after its deadline',
  },
  {
    what: 'forgets keys',
    file: CALLS,
    find: "if (outcome.outcome === 'applied') {",
    replace: 'if (operation.writes === false) {',
    report: 'sent again with its key',
  },
  {
    what: 'accepts a key with other arguments',
    file: CALLS,
    find: 'if (before.asked !== text)',
    replace: 'if (before.asked === undefined)',
    report: 'A key with other arguments',
  },
  {
    what: 'fails on an operation that it does not have',
    file: CALLS,
    find: "if (operation === undefined) return { outcome: 'denied' }",
    replace: "if (operation === undefined) throw new Error('No such operation')",
    report: 'An operation that is not described',
  },
  {
    what: 'answers a foreign record unlike an unknown one',
    file: OPERATIONS,
    find: "if (record === undefined) return { outcome: 'not_found' }\n  const fault",
    replace: "if (record === undefined) return { outcome: 'denied' }\n  const fault",
    report: 'A write to another business',
  },
  {
    what: 'names a record of another business',
    file: OPERATIONS,
    find: 'const record = workspace.find(place, type, String(id))',
    replace:
      "const record = workspace.find({ ...place, business_id: 'biz_cycles' }, type, String(id))",
    report: '"target" of a record of another business was answered with record',
  },
  {
    what: 'names records to strangers',
    file: OPERATIONS,
    find: "if (workspace.role(user, place) === undefined) return { target: 'unknown' }",
    replace: 'void user',
    report: '"target" for a stranger',
  },
  {
    what: 'says that a record is absent when it has a fault',
    file: OPERATIONS,
    find: "if (type === undefined) return { target: 'unknown' }",
    replace: "if (type === undefined) return { target: 'absent' }",
    report: '"target" of an operation that is not described',
  },
  {
    what: 'returns an extra member',
    file: WORKSPACE,
    find: '{ type, id, business_id, fields }',
    replace: '({ ...record, business_id, version: 1 } as never)',
    report: 'another form',
  },
  {
    what: 'says that it answers with text',
    file: PRODUCT,
    find: "{ 'cache-control': 'no-store' }",
    replace: "{ 'cache-control': 'no-store', 'content-type': 'text/plain' }",
    report: 'content type "text/plain"',
  },
]
