import { DOMAIN_PATHS, DOMAIN_UNKNOWN_QUESTION } from '../../contract/domain_wire.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ALTERATIONS } from './_alterations.ts'
import { type Check, defineCheck } from './_check.ts'
import type { ProductClient, SignedQuestion, SignedRequest } from './_client.ts'

const [OLD_S, NEAR_S] = [2 * LIMITS.domainSkewSeconds, LIMITS.domainSkewSeconds - 30]
const REFUSED = 'status 401'
const TAKEN = 'status 200'
const SEEN = 'status 409'
const SEPARATOR = ', then '
const UNKNOWN_STATUSES = new Set([...DOMAIN_UNKNOWN_QUESTION].map((status) => `status ${status}`))
const LARGE_BYTES = 512 * 1024

const SIGN_ALL =
  'compare an HMAC over v1, POST, path, timestamp, request id and digest of the body as received'
const WINDOW = `answer 401 where the timestamp is more than ${LIMITS.domainSkewSeconds} seconds off`
const ONCE = 'keep each request id while its timestamp is accepted, and answer it again with 409'

/** How a product knows the service: signature, time, once, and what it does not read. */
export const GUARD_CHECKS: readonly Check[] = [
  defineCheck(
    {
      name: 'signature.accepted',
      sent: 'describe, once for each secret',
      expected: 'an answer to each',
      fix: 'accept both secrets; sign the bytes of the body and the path as they come',
    },
    checkEverySecret,
  ),
  spoil('signature.absent', 'a request without a signature', ALTERATIONS.removeSignature),
  spoil('signature.zeros', 'a signature of zeros', ALTERATIONS.writeZeros),
  spoil('signature.body', 'a body that was changed on the way', (request) => {
    request.body = `${request.body} `
  }),
  spoil('signature.path', 'a signature for another path', (request, client) => {
    const paths = Object.values(DOMAIN_PATHS).map((path) => client.pathOf(path))
    request.path = paths[(paths.indexOf(request.path) + 1) % paths.length] ?? ''
  }),
  spoil('signature.timestamp', 'a timestamp that was not signed', ALTERATIONS.changeTimestamp),
  spoil('signature.request_id', 'a request id that was not signed', ALTERATIONS.changeRequestId),
  defineCheck(
    {
      name: 'signature.other_secret',
      sent: 'the signature of another secret',
      expected: REFUSED,
      fix: SIGN_ALL,
    },
    async (client) =>
      findOther(client, REFUSED, await client.signQuestions({ secret: 'x'.repeat(40) })),
  ),
  shift('clock.old', 'a request that is ten minutes old', -OLD_S, REFUSED),
  shift('clock.early', 'a request from ten minutes ahead', OLD_S, REFUSED),
  shift('clock.behind', 'a request from a clock that is 270 seconds behind', -NEAR_S, TAKEN),
  shift('clock.ahead', 'a request from a clock that is 270 seconds ahead', NEAR_S, TAKEN),
  defineCheck(
    {
      name: 'replay.again',
      sent: 'the same request twice',
      expected: 'status 200, then status 409',
      fix: ONCE,
    },
    checkReplay,
  ),
  defineCheck(
    {
      name: 'replay.at_once',
      sent: 'the same request five times at once',
      expected: 'status 200 once, status 409 four times',
      fix: `${ONCE}; check and store it in one step, such as an insert with a unique key`,
    },
    checkReplaysAtOnce,
  ),
  defineCheck(
    { name: 'method.get', sent: 'GET', expected: 'status 405', fix: 'answer only POST' },
    async (client) => client.status({ ...(await client.signStanding()), method: 'GET' }),
  ),
  defineCheck(
    {
      name: 'path.unknown',
      sent: 'a signed question that does not exist',
      expected: 'status 404',
      fix: 'answer 404, so that the service knows that you do not have a question',
    },
    async (client) => client.status(await client.sign('/no-such-question', {})),
  ),
  defineCheck(
    {
      name: 'body.malformed',
      sent: 'a signed body that is not JSON',
      expected: 'status 400',
      fix: 'answer 400 if the body cannot be parsed, before you do anything',
    },
    async (client) => client.status(await client.signStanding({ body: '{"user":' })),
  ),
  defineCheck(
    {
      name: 'body.form',
      sent: 'a signed body without its members',
      expected: 'status 400',
      fix: 'answer 400 if a member is absent or has another type, before you do anything',
    },
    async (client) => client.status(await client.signStanding({ body: '{"user":"ada"}' })),
  ),
  defineCheck(
    {
      name: 'body.large',
      sent: 'a body of 512 KiB',
      expected: TAKEN,
      fix: 'accept bodies of up to 1 MiB, also in the proxy before your product',
    },
    async (client) => client.status(await signPadded(client, LARGE_BYTES)),
  ),
  defineCheck(
    {
      name: 'body.too_large',
      sent: 'a body of 1 MiB and one byte',
      expected: 'status 413',
      fix: 'read no more than 1 MiB, and answer 413',
    },
    async (client) => client.status(await signPadded(client, LIMITS.domainBytesMax + 1)),
  ),
]

/** Only status 401 tells the service that nothing was done and that another secret may be tried. */
function spoil(
  name: string,
  sent: string,
  change: (request: SignedRequest, client: ProductClient) => void,
): Check {
  return defineCheck({ name, sent, expected: REFUSED, fix: SIGN_ALL }, async (client) => {
    const questions = await client.signQuestions()
    for (const { request } of questions) change(request, client)
    return await findOther(client, REFUSED, questions)
  })
}

function shift(name: string, sent: string, byS: number, expected: string): Check {
  const fix = expected === REFUSED ? WINDOW : `${WINDOW}, and take every other`
  return defineCheck({ name, sent, expected, fix }, async (client) => {
    const timestampS = client.nowS() + byS
    return await findOther(client, expected, await client.signQuestions({ timestampS }))
  })
}

/** Asks every question: what is expected, or the first that is answered otherwise, by its name. */
async function findOther(
  client: ProductClient,
  expected: string,
  questions: readonly SignedQuestion[],
  send = (request: SignedRequest) => client.status(request),
): Promise<string> {
  for (const { name, request } of questions) {
    const found = await send(request)
    // Only this question may be unknown to a product.
    const isUnknown =
      request.path === client.pathOf(DOMAIN_PATHS.target) &&
      found.split(SEPARATOR).every((each) => UNKNOWN_STATUSES.has(each))
    if (found !== expected && !isUnknown) return `${name}: ${found}`
  }
  return expected
}

async function checkEverySecret(client: ProductClient): Promise<string> {
  const faults: string[] = []
  for (const [at, secret] of client.secrets.entries()) {
    const answer = await client.ask('describe', {}, { secret })
    if (typeof answer === 'string') faults.push(`secret ${at + 1}: ${answer}`)
  }
  return faults.length === 0 ? 'an answer to each' : faults.join(', ')
}

async function checkReplay(client: ProductClient): Promise<string> {
  const expected = [TAKEN, SEEN].join(SEPARATOR)
  return await findOther(client, expected, await client.signQuestions(), async (request) => {
    const first = await client.status(request)
    return [first, await client.status(request)].join(SEPARATOR)
  })
}

async function checkReplaysAtOnce(client: ProductClient): Promise<string> {
  const once = [TAKEN, ...Array(4).fill(SEEN)].join(SEPARATOR)
  const questions = await client.signQuestions()
  const found = await findOther(client, once, questions, async (request) => {
    const sent = Array.from({ length: 5 }, () => client.status(request))
    return (await Promise.all(sent)).sort().join(SEPARATOR)
  })
  return found === once ? 'status 200 once, status 409 four times' : found
}

/** White space after the value changes nothing but the size. */
async function signPadded(client: ProductClient, bytes: number): Promise<SignedRequest> {
  const { body } = await client.signStanding()
  return await client.signStanding({ body: body.padEnd(bytes) })
}
