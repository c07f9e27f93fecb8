import { findTarget, OPERATIONS } from './operations.ts'
import { createHandler } from './typescript/mod.ts'
import type { Workspace } from './workspace.ts'

export type ProductOptions = {
  /** Where this side is served: the path of `DOMAIN_URL`. */
  readonly basePath: string
  readonly secrets: readonly string[]
  readonly workspace: Workspace
  readonly clock: () => number
  /** Takes faults of this side; without it, the console gets them. */
  readonly report?: (error: unknown) => void
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

/** The product's side of the connection, over the records of the example workspace. */
export function createProduct({
  workspace,
  ...options
}: ProductOptions): (request: Request) => Promise<Response> {
  const operations = [...OPERATIONS].map(
    ([name, { kind, run }]) =>
      [name, { kind, run: (call: Parameters<typeof run>[1]) => run(workspace, call) }] as const,
  )
  return createHandler({
    ...options,
    product: {
      operations: Object.fromEntries(operations),
      recordTypes: RECORD_TYPES,
      businesses: (user) => workspace.businessesOf(user),
      role: (user, place) => workspace.role(user, place),
      target: (asked) => findTarget(workspace, asked),
    },
  })
}
