import type { ProductFault } from './product_faults.ts'

const API = 'api.ts'
const CALLS = 'typescript/api_calls.ts'
const GUARD = 'typescript/signature.ts'

/** Believes the context of a call without its signature, where `isOpen` says so. */
function believe(isOpen: string): Pick<ProductFault, 'file' | 'find' | 'replace'> {
  const taken = "{ taken: true, bytes: new TextEncoder().encode('') }"
  const call = 'await verify(request, body, target, sent)'
  return { file: CALLS, find: call, replace: `${isOpen} ? ${taken} : ${call}` }
}

/** Faults of a product's own API: of signature, time and replay, and of whom it answers. */
export const API_FAULTS: readonly ProductFault[] = [
  { what: 'verifies no call of its API', ...believe('true'), fails: 'api.unsigned' },
  {
    what: 'verifies the calls of its API that write alone',
    ...believe("request.method === 'GET'"),
    fails: 'api.zeros',
  },
  {
    what: 'verifies the calls of its API that read alone',
    ...believe("request.method !== 'GET'"),
    fails: 'api.body',
  },
  {
    what: 'does not sign the query of a call',
    file: CALLS,
    find: 'body, target, sent)',
    replace: "body, target.split('?')[0], sent)",
    fails: 'api.address',
  },
  {
    what: 'takes a call of any age',
    file: GUARD,
    find: 'if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)',
    replace: '',
    fails: 'api.old',
  },
  {
    what: 'takes a call of its API from any time ahead',
    file: GUARD,
    find: 'Math.abs(nowS - Number(timestamp))',
    replace: '(nowS - Number(timestamp))',
    fails: 'api.early',
  },
  {
    what: 'takes no call from a clock that is minutes off',
    file: GUARD,
    find: 'SKEW_S = 300',
    replace: 'SKEW_S = 60',
    fails: 'api.behind',
  },
  {
    what: 'takes a call of its API twice',
    file: GUARD,
    find: 'if (!(await seen.add(requestId, Number(timestamp) + KEPT_S))) return refuse(409)',
    replace: '',
    fails: 'api.again',
  },
  {
    what: 'looks for the request id of a call and keeps it in two steps',
    file: GUARD,
    find: 'seen.add(requestId)\n      return true',
    replace: 'return new Promise((done) => setTimeout(() => done(!!seen.add(requestId)), 20))',
    fails: 'api.at_once',
  },
  {
    what: 'no longer takes calls of the second secret',
    file: GUARD,
    find: 'secrets.map(importKey)',
    replace: 'secrets.slice(0, 1).map(importKey)',
    fails: 'api.accepted',
  },
  {
    what: 'fails on a context that it cannot parse',
    file: CALLS,
    find: 'if (context === undefined) return refuse(400)',
    replace: "if (context === undefined) throw new Error('Cannot parse the context')",
    fails: 'api.context_form',
  },
  {
    what: 'answers whoever signs in',
    file: API,
    find: 'if (workspace.role(user, place) === undefined)',
    replace: "if (user.subject === '')",
    fails: 'api.stranger',
  },
  {
    what: 'answers about the business of the address',
    file: API,
    find: 'if (pathname !== path) return new Response(null, { status: 404 })',
    replace: "Object.assign(place, { business_id: pathname.split('/').at(-2), path })",
    fails: 'api.elsewhere',
  },
  {
    what: 'writes into the business of the address, and names that of the context',
    file: API,
    find: `if (pathname !== path) return new Response(null, { status: 404 })
    const headers = { 'lectern-business': place.business_id }`,
    replace: `if (request.method === "GET" && pathname !== path)
      return new Response(null, { status: 404 })
    const headers = { 'lectern-business': place.business_id }
    Object.assign(place, { business_id: pathname.split('/').at(-2) })`,
    fails: 'api.elsewhere',
  },
  {
    what: 'does not say for which business it answers',
    file: API,
    find: "{ 'lectern-business': place.business_id }",
    replace: '{}',
    fails: 'api.accepted',
  },
  {
    what: 'lets any scope write and read',
    file: CALLS,
    find: 'if (!scopes.includes(`mcp:business:${kind}`)) return refuse(403)',
    replace: '',
    fails: 'api.scope',
  },
  {
    what: 'writes for a call that was declared to read',
    file: CALLS,
    find: "if ((kind === 'read') !== (request.method === 'GET')) return refuse(403)",
    replace: '',
    fails: 'api.kind',
  },
  {
    what: 'takes the key of a write from its header',
    file: CALLS,
    find: 'if (!hasHeadersOf(context, request.headers)) return refuse(401)',
    replace: "Object.assign(context, { idempotency_key: request.headers.get('idempotency-key') })",
    fails: 'api.key',
  },
  {
    what: 'forgets the keys of its API',
    file: API,
    find: 'if (idempotencyKey !== undefined) ids.set(key, id)',
    replace: '',
    fails: 'api.repeated',
  },
  {
    what: 'makes a write of its API after the deadline',
    file: CALLS,
    find: 'if (clock() > deadline) return refuse(429)',
    replace: '',
    fails: 'api.deadline',
  },
]
