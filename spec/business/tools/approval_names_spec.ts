import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { findIdentity } from '../../../app/business/tools/adapters/http.ts'
import type { DomainServices } from '../../../app/business/tools/mod.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { connect, type Product, startProduct } from '../../product/running_product.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, messageOf } from './business_fixture.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }
const NAME = 'Wedding cake, three tiers, lemon and elderflower'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

/** The reference product over HTTP; `answering` answers what the service asks about a target. */
function connectTo(
  answering?: (request: Request) => Response | Promise<Response>,
): (_: DomainServices, store: Store) => DomainServices {
  return (_, store) => {
    const identityOf = (userId: string) => findIdentity(store.sql, userId)
    const fetchDomain = async (url: string, init: RequestInit) => {
      const request = new Request(url, init)
      return url.endsWith('/target') && answering !== undefined
        ? await answering(request)
        : await fetch(request)
    }
    return connect(product.url, { identityOf, fetch: fetchDomain }).domain
  }
}

const DOMAINS = { embedded: (own: DomainServices) => own, 'over HTTP': connectTo() } as const

forEachStore((_name, open) => {
  for (const [where, domain] of Object.entries(DOMAINS)) {
    verifies(
      'approvals.named_record',
      `${where}: a call about no record is refused at once, and a held one names its record`,
      async () => {
        const here = await createBusinessFixture(await open(), { domain })
        const { user: ada } = await here.signIn('ada')
        const list = async () => (await here.business.approvalsOf(ada, here.registry)).approvals
        const grant = await here.writer('ada', 'biz_bakery')
        // The second is a record of another business: nobody may tell the two apart.
        for (const id of ['job_none', 'job_priya_wheel']) {
          const key = crypto.randomUUID()
          for (const _ of ['first', 'repeated']) {
            const answer = await here.write(grant, 'cancel_job', { ...CANCEL, id }, key)
            expect(messageOf(answer)).toContain('not available to this connection')
          }
        }
        expect(await list()).toEqual([])
        expect(await here.lines()).toContain('tool_write not_found')
        expect(await here.write(grant, 'cancel_job', CANCEL)).toMatchObject({ answer: 'held' })
        const [held] = await list()
        expect(held?.record).toBe(NAME)
        const decision = { approvalId: held?.id ?? '', version: 1, verdict: 'reject' } as const
        await here.business.decide(ada, here.registry, decision)
        const [past] = await list()
        expect([past?.state, past?.record]).toEqual(['rejected', undefined])
      },
    )
  }
})

forEachStore((_name, open) => {
  describe('a product that does not name records', () => {
    const failures = {
      'is older than the question': () => new Response(null, { status: 404 }),
      fails: () => new Response(null, { status: 503 }),
      'names a record of another business': () =>
        Response.json({ target: 'record', business_id: 'biz_cycles', name: 'Secret wheel' }),
      'drops the connection': () => Promise.reject(new Error('closed')),
    } as const
    for (const [what, answering] of Object.entries(failures)) {
      verifies('approvals.named_record', `a call is held if the product ${what}`, async () => {
        const domain = connectTo(answering)
        const here = await createBusinessFixture(await open(), { domain })
        const { user: ada } = await here.signIn('ada')
        const grant = await here.writer('ada', 'biz_bakery')
        for (const id of [CANCEL.id, 'job_none']) {
          const answer = await here.write(grant, 'cancel_job', { ...CANCEL, id })
          expect(answer).toMatchObject({ answer: 'held' })
        }
        const { approvals } = await here.business.approvalsOf(ada, here.registry)
        const listed = approvals.map(({ args, record }) => [args.id, record])
        expect(listed.toSorted()).toEqual([
          ['job_none', undefined],
          [CANCEL.id, undefined],
        ])
      })
    }
  })
})
