import { DOMAIN_API_HEADERS, DOMAIN_NOTHING_DONE } from '../../contract/domain_wire.ts'
import { defineApiCheck, defineApiWriteCheck } from './_api_check.ts'
import {
  type ApiHow,
  describeAnswer,
  hasPlaceholder,
  isAnswerFor,
  sendApi,
  signApi,
} from './_api_request.ts'
import type { Check, TargetWith } from './_check.ts'
import { NOBODY, NOWHERE, type ProductClient, type SignedRequest } from './_client.ts'
import type { ApiCall, ProductTarget } from './target_file.ts'

const REFUSED = 'status 403 or 404'
const REFUSED_OR_OWN = 'a refusal, or an answer about the business of the context alone'
const REFUSED_OR_SAME = 'a refusal, or the same answer'
const SAME = 'the same answer'
const NOTHING_DONE = 'a status that says that nothing was done'

const MEMBERS = 'ask in each call whether the business is active and the user a member; answer 403'
const SCOPES = 'a GET needs mcp:business:read, anything else mcp:business:write; answer 403'
const CONTEXT_ALONE = 'use the values of the context, or refuse a call that differs from it'

/** What the product's own API does with calls that are signed, but not all right. */
export const API_CALL_CHECKS: readonly Check[] = [
  defineApiCheck(
    [],
    {
      name: 'context_form',
      sent: 'with a signed context that is not JSON',
      expected: 'status 400',
      fix: 'answer 400 if the context cannot be parsed, before you do anything',
    },
    async (client, call) => client.status(await signApi(client, call, { context: 'eyJ1c2Vy' })),
  ),
  refuse('stranger', 'for the stranger', MEMBERS, ['stranger'], ({ stranger }) => {
    return { user: stranger }
  }),
  refuse('issuer', 'for a namesake at another issuer', MEMBERS, [], ({ member }) => {
    return { user: { ...member, issuer: NOBODY.issuer } }
  }),
  refuse('workspace', 'under another workspace', MEMBERS, [], ({ active: { business_id } }) => {
    return { place: { ...NOWHERE, business_id } }
  }),
  refuse('archived', 'for the archived business', MEMBERS, ['archived'], ({ archived }) => {
    return { place: archived }
  }),
  refuse('other', 'for a business of others', MEMBERS, ['otherBusiness'], (given) => {
    return { place: given.otherBusiness }
  }),
  refuse('scope', 'without their scope', SCOPES, [], (_, call) => {
    return { scopes: 'method' in call ? ['mcp:business:read'] : ['mcp:business:write'] }
  }),
  refuse('kind', 'that are declared to be of the other kind', SCOPES, [], (_, call) => {
    return { kind: 'method' in call ? 'read' : 'write' }
  }),
  requirePlaceholder(
    defineApiCheck(
      ['otherBusiness'],
      {
        name: 'elsewhere',
        sent: 'whose address, headers or body name a business of others',
        expected: REFUSED_OR_OWN,
        fix: CONTEXT_ALONE,
      },
      async (client, call, given) => {
        for (const where of ['addressed', 'headed'] as const) {
          const found = await findOwn(client, call, where, given)
          if (found !== REFUSED_OR_OWN) return found
        }
        return REFUSED_OR_OWN
      },
    ),
  ),
  defineApiWriteCheck(
    {
      name: 'repeated',
      sent: 'made twice with one key',
      expected: SAME,
      fix: 'keep each key with person, business and answer for a day',
    },
    (client, call) => findSecond(client, call, () => {}),
  ),
  defineApiWriteCheck(
    {
      name: 'key',
      sent: 'made twice, with a key in the header that the context does not have',
      expected: REFUSED_OR_SAME,
      fix: CONTEXT_ALONE,
    },
    async (client, call) => {
      const found = await findSecond(client, call, ({ headers }) => {
        headers[DOMAIN_API_HEADERS.idempotencyKey] = crypto.randomUUID()
      })
      return found === SAME || /^status 4/.test(found) ? REFUSED_OR_SAME : found
    },
  ),
  defineApiWriteCheck(
    {
      name: 'deadline',
      sent: 'made a minute after their deadline',
      expected: NOTHING_DONE,
      fix: `compare "deadline" with the clock, in milliseconds, before you do anything; answer 429`,
    },
    async (client, call) => {
      const { status } = await sendApi(
        client,
        await signApi(client, call, { remainingMs: -60_000 }),
      )
      return DOMAIN_NOTHING_DONE.has(status) ? NOTHING_DONE : `status ${status}`
    },
  ),
]

/** Calls that nobody may make; a product may say that it finds nothing there. */
function refuse<Name extends keyof ProductTarget>(
  name: string,
  sent: string,
  fix: string,
  needs: readonly Name[],
  find: (given: TargetWith<Name | 'apiRead'>, call: ApiCall) => ApiHow,
): Check {
  return defineApiCheck(
    needs,
    { name, sent, expected: REFUSED, fix },
    async (client, call, given) => {
      const found = await client.status(await signApi(client, call, find(given, call)))
      return /^status 40[34]$/.test(found) ? REFUSED : found
    },
  )
}

/** Calls that name no place cannot name another: the check would send what is right. */
function requirePlaceholder(check: Check): Check {
  const { name, sent, expected } = check
  const needs = 'an address, a header or a body with {business} or {workspace}'
  return {
    ...check,
    run: async (client) => {
      const { apiRead, apiWrite } = client.target ?? {}
      const calls = [apiRead, apiWrite].filter((call) => call !== undefined)
      return calls.length === 0 || calls.some(hasPlaceholder)
        ? await check.run(client)
        : { name, sent, expected, state: 'not_made', needs }
    },
  }
}

/** A signed call that contradicts itself may be refused, or answered as its context says. */
async function findOwn(
  client: ProductClient,
  call: ApiCall,
  where: 'addressed' | 'headed',
  { active, otherBusiness, elsewhere = [] }: TargetWith<'otherBusiness'>,
): Promise<string> {
  const answer = await sendApi(client, await signApi(client, call, { [where]: otherBusiness }))
  if (answer.status >= 400 && answer.status < 500) return REFUSED_OR_OWN
  const foreign = elsewhere.find((id) => hasWord(answer.text, id))
  if (foreign !== undefined) return `"${foreign}" of another business`
  const { business_id: other } = otherBusiness
  if (hasWord(answer.text, other)) {
    // An id such as "2" may be in any answer.
    const usual = await sendApi(client, await signApi(client, call))
    if (!hasWord(usual.text, other)) return `the business "${other}" in the answer`
  }
  return isAnswerFor(answer, active) ? REFUSED_OR_OWN : describeAnswer(answer)
}

/** Whether a text has an id that is no part of another. */
function hasWord(text: string, id: string): boolean {
  const parts = text.split(id)
  return parts
    .slice(1)
    .some((after, at) => !/^[\w-]/.test(after) && !/[\w-]$/.test(parts[at] ?? ''))
}

/** The second of two writes with one key: its answer beside that of the first. */
async function findSecond(
  client: ProductClient,
  call: ApiCall,
  change: (request: SignedRequest) => void,
): Promise<string> {
  const key = crypto.randomUUID()
  const first = await sendApi(client, await signApi(client, call, { key }))
  const request = await signApi(client, call, { key })
  change(request)
  const second = await sendApi(client, request)
  if (second.business === null || second.business !== first.business) return describeAnswer(second)
  return second.text === first.text ? SAME : 'another answer'
}
