import { DOMAIN_API_HEADERS } from '../../contract/domain_wire.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ALTERATIONS } from './_alterations.ts'
import { ANSWERED, defineApiCheck, defineApiWriteCheck, findAnswer } from './_api_check.ts'
import { signApi } from './_api_request.ts'
import type { Check } from './_check.ts'
import { NOBODY, type SignedRequest } from './_client.ts'

const [OLD_S, NEAR_S] = [2 * LIMITS.domainSkewSeconds, LIMITS.domainSkewSeconds - 30]
const REFUSED = 'status 401'
const NO_SUCH_METHOD = 'status 401, 404 or 405'
const SEEN = 'status 409'

const SIGN_ALL =
  'compare an HMAC over v1, method, path with query, timestamp, request id, digest and context'
const WINDOW =
  `answer 401 where the timestamp is more than ${LIMITS.domainSkewSeconds} seconds off, ` +
  'no other'
const ONCE = 'keep each request id while its timestamp is accepted, and answer it again with 409'

/** How the product's own API knows the service: signature, time, once. */
export const API_GUARD_CHECKS: readonly Check[] = [
  defineApiCheck(
    [],
    {
      name: 'accepted',
      sent: 'once for each secret',
      expected: ANSWERED,
      fix: `accept both secrets; name the business in ${DOMAIN_API_HEADERS.business}`,
    },
    async (client, call, given) => {
      for (const [at, secret] of client.secrets.entries()) {
        const found = await findAnswer(client, await signApi(client, call, { secret }), given)
        if (found !== ANSWERED) return `secret ${at + 1}: ${found}`
      }
      return ANSWERED
    },
  ),
  spoil('unsigned', 'without a signature', ALTERATIONS.removeSignature),
  spoil('zeros', 'with a signature of zeros', ALTERATIONS.writeZeros),
  spoil('address', 'with a query that was not signed', (request) => {
    request.path += request.path.includes('?') ? '&altered=1' : '?altered=1'
  }),
  spoil('timestamp', 'with a timestamp that was not signed', ALTERATIONS.changeTimestamp),
  spoil('request_id', 'with a request id that was not signed', ALTERATIONS.changeRequestId),
  defineApiCheck(
    [],
    {
      name: 'context',
      sent: 'with a context that was not signed',
      expected: REFUSED,
      fix: SIGN_ALL,
    },
    async (client, call) => {
      const request = await signApi(client, call)
      const other = await signApi(client, call, { user: NOBODY })
      const name = DOMAIN_API_HEADERS.context
      request.headers[name] = other.headers[name] ?? ''
      return await client.status(request)
    },
  ),
  defineApiCheck(
    [],
    {
      name: 'method',
      sent: 'with a method that was not signed',
      expected: NO_SUCH_METHOD,
      fix: SIGN_ALL,
    },
    async (client, call) => {
      const request = await signApi(client, call)
      const method = request.method === 'POST' ? 'PUT' : 'POST'
      const found = await client.status({ ...request, method })
      return /^status (401|404|405)$/.test(found) ? NO_SUCH_METHOD : found
    },
  ),
  defineApiWriteCheck(
    {
      name: 'body',
      sent: 'with a body that was changed on the way',
      expected: REFUSED,
      fix: SIGN_ALL,
    },
    async (client, call) => {
      const request = await signApi(client, call)
      return await client.status({ ...request, body: `${request.body} ` })
    },
  ),
  defineApiCheck(
    [],
    {
      name: 'other_secret',
      sent: 'with the signature of another secret',
      expected: REFUSED,
      fix: SIGN_ALL,
    },
    async (client, call) => client.status(await signApi(client, call, { secret: 'x'.repeat(40) })),
  ),
  shift('old', 'that are ten minutes old', -OLD_S, REFUSED),
  shift('early', 'from ten minutes ahead', OLD_S, REFUSED),
  shift('behind', 'from a clock that is 270 seconds behind', -NEAR_S, ANSWERED),
  shift('ahead', 'from a clock that is 270 seconds ahead', NEAR_S, ANSWERED),
  defineApiCheck(
    [],
    { name: 'again', sent: 'sent twice', expected: `${ANSWERED}, then ${SEEN}`, fix: ONCE },
    async (client, call, given) => {
      const request = await signApi(client, call)
      const first = await findAnswer(client, request, given)
      return `${first}, then ${await findAnswer(client, request, given)}`
    },
  ),
  defineApiCheck(
    [],
    {
      name: 'at_once',
      sent: 'sent five times at once',
      expected: `${ANSWERED} once, ${SEEN} four times`,
      fix: `${ONCE}; check and store it in one step, such as an insert with a unique key`,
    },
    async (client, call, given) => {
      const request = await signApi(client, call)
      const sent = Array.from({ length: 5 }, () => findAnswer(client, request, given))
      const found = (await Promise.all(sent)).sort().join(', ')
      const once = [ANSWERED, ...Array(4).fill(SEEN)].join(', ')
      return found === once ? `${ANSWERED} once, ${SEEN} four times` : found
    },
  ),
]

/** Only status 401 tells the service that another secret may be tried. */
function spoil(name: string, sent: string, change: (request: SignedRequest) => void): Check {
  return defineApiCheck(
    [],
    { name, sent, expected: REFUSED, fix: SIGN_ALL },
    async (client, call) => {
      const request = await signApi(client, call)
      change(request)
      return await client.status(request)
    },
  )
}

function shift(name: string, sent: string, byS: number, expected: string): Check {
  return defineApiCheck([], { name, sent, expected, fix: WINDOW }, async (client, call, given) => {
    const timestampS = client.nowS() + byS
    return await findAnswer(client, await signApi(client, call, { timestampS }), given)
  })
}
