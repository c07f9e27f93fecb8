import { createCalls, findRole, type Product, type WriteKeys } from './calls.ts'
import { createGuard, type GuardOptions, readAddress } from './signature.ts'
import {
  type Choice,
  isCallQuestion,
  isStandingQuestion,
  isTargetQuestion,
  isUserQuestion,
  type Outcome,
  type Person,
  type ProductRecord,
  type StandingQuestion,
} from './wire.ts'

export { type ApiCall, createApiGuard } from './api_calls.ts'
export type { Call, Product, Role } from './calls.ts'
export { readAddress } from './signature.ts'
export type { Outcome, ProductRecord, TargetAnswer, TargetQuestion } from './wire.ts'

export const NOT_FOUND: Outcome = { outcome: 'not_found' }

export type HandlerOptions = GuardOptions & {
  readonly product: Product
  /** Where this side is served: the path of `DOMAIN_URL`. */
  readonly basePath: string
  readonly keys?: WriteKeys
  /** Takes a fault of this side, for your log; without it, the console gets it. */
  readonly report?: (error: unknown) => void
}

/** What a read found. */
export function answerRecords(records: readonly ProductRecord[], more = false): Outcome {
  return { outcome: 'records', records, more }
}

/** A write that was made, and the record as it is now. */
export function answerApplied(record: ProductRecord): Outcome {
  return { outcome: 'applied', result: { id: record.id }, records: [record] }
}

type Question = (body: unknown) => object | undefined | Promise<object | undefined>

/** The product's side of the connection: a handler of signed questions, on web standards alone. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const { basePath, clock = Date.now, keys, product, report = console.error } = options
  const guard = createGuard(options)
  const call = createCalls(product, clock, keys)
  const target = product.target?.bind(product)

  const answers = new Map<string, Question>([
    ['/describe', () => describe(product)],
    [
      '/businesses',
      (body) => (isUserQuestion(body) ? findBusinesses(product, body.user) : undefined),
    ],
    ['/standing', (body) => (isStandingQuestion(body) ? findStanding(product, body) : undefined)],
    ['/call', (body) => (isCallQuestion(body) ? call(body) : undefined)],
  ])
  if (target !== undefined) {
    answers.set('/target', async (body) => {
      if (!isTargetQuestion(body)) return undefined
      const { standing } = await findStanding(product, body)
      return standing === 'active' ? await target(body) : { target: 'unknown' }
    })
  }

  return async (request) => {
    const { pathname } = readAddress(request) ?? {}
    if (pathname === undefined) return new Response(null, { status: 400 })
    const inside = pathname.startsWith(`${basePath}/`)
    const question = inside ? answers.get(pathname.slice(basePath.length)) : undefined
    if (question === undefined) return new Response(null, { status: 404 })
    try {
      const checked = await guard(request)
      if (!checked.taken) return new Response(null, { status: checked.status })
      const answer = await question(checked.body)
      if (answer === undefined) return new Response(null, { status: 400 })
      return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
    } catch (error) {
      // No page of a framework may show it: the service learns that nobody knows what was done.
      report(error)
      return new Response(null, { status: 500 })
    }
  }
}

function describe({ operations, recordTypes }: Product): object {
  return { operations: Object.keys(operations), record_types: recordTypes }
}

async function findBusinesses(product: Product, user: Person): Promise<object> {
  const businesses = await product.businesses(user)
  const toChoice = ({ workspace_id, workspace_name, business_id, business_name }: Choice) => {
    return { workspace_id, workspace_name, business_id, business_name }
  }
  return { businesses: businesses.map(toChoice) }
}

async function findStanding(
  product: Product,
  { user, workspace_id, business_id }: StandingQuestion,
): Promise<{ readonly standing: 'active' | 'inactive'; readonly may_decide: boolean }> {
  const role = await findRole(product, user, { workspace_id, business_id })
  return { standing: role === undefined ? 'inactive' : 'active', may_decide: role === 'approver' }
}
