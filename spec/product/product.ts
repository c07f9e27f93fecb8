import { type CallRequest, createCalls } from './calls.ts'
import { findTarget, OPERATIONS, type TargetRequest } from './operations.ts'
import { createGuard } from './signature.ts'
import type { Person, Place, Workspace } from './workspace.ts'

export type ProductOptions = {
  /** Where this side is served: the path of `DOMAIN_URL`. */
  readonly basePath: string
  readonly secrets: readonly string[]
  readonly workspace: Workspace
  readonly clock: () => number
}

const RECORD_TYPES = [
  'business_profile',
  'readiness_item',
  'memory_note',
  'customer',
  'follow_up',
  'job',
  'job_message',
]

/** The product's side of the connection: five questions, each a signed POST. */
export function createProduct(options: ProductOptions): (request: Request) => Promise<Response> {
  const { basePath, workspace } = options
  const guard = createGuard(options)
  const call = createCalls(workspace, options.clock)

  const answers: Readonly<Record<string, (body: never) => object>> = {
    [`${basePath}/describe`]: () => ({
      operations: [...OPERATIONS.keys()],
      record_types: RECORD_TYPES,
    }),
    [`${basePath}/businesses`]: ({ user }: { readonly user: Person }) => ({
      businesses: workspace.businessesOf(user),
    }),
    [`${basePath}/standing`]: ({ user, ...place }: Place & { readonly user: Person }) => {
      const role = workspace.role(user, place)
      return {
        standing: role === undefined ? 'inactive' : 'active',
        may_decide: role === 'approver',
      }
    },
    [`${basePath}/target`]: (asked: TargetRequest) => findTarget(workspace, asked),
    [`${basePath}/call`]: (asked: CallRequest) => call(asked),
  }

  return async (request) => {
    const answer = answers[new URL(request.url).pathname]
    if (answer === undefined) return new Response(null, { status: 404 })
    const checked = await guard(request)
    if (!checked.taken) return new Response(null, { status: checked.status })
    // Whatever is signed with our secret comes from the service, in its documented form.
    return Response.json(answer(checked.body as never), {
      headers: { 'cache-control': 'no-store' },
    })
  }
}
