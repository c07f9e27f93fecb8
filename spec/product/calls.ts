import { OPERATIONS, type Outcome } from './operations.ts'
import type { Fields, Person, Place, Workspace } from './workspace.ts'

export type CallRequest = {
  readonly operation: string
  readonly kind: 'read' | 'write'
  readonly context: Place & { readonly user: Person; readonly scopes: readonly string[] }
  readonly args: Fields
  readonly record_types: readonly string[]
  readonly idempotency_key?: string
  readonly approval_id?: string
  readonly deadline: number
}

const KEY_KEPT_MS = 24 * 60 * 60 * 1000

type KeyedOutcome = { readonly asked: string; readonly outcome: Outcome; readonly endsMs: number }

/**
 * Answers calls. Nothing in here waits, so the state of the business, the change and its key are
 * one step; with a database, make them one transaction.
 */
export function createCalls(
  workspace: Workspace,
  clock: () => number,
): (asked: CallRequest) => Outcome {
  const done = new Map<string, KeyedOutcome>()

  return (asked) => {
    const { operation: name, context, args, deadline } = asked
    const operation = OPERATIONS.get(name)
    if (operation === undefined) return { outcome: 'denied' }
    // Checked at every call: an archived business is out of reach whatever was granted.
    if (workspace.role(context.user, context) === undefined) return { outcome: 'inactive' }
    const scope = operation.writes ? 'mcp:business:write' : 'mcp:business:read'
    if (!context.scopes.includes(scope)) return { outcome: 'denied' }
    // A call that is declared a read changes nothing, whatever operation it names.
    if (operation.writes !== (asked.kind === 'write')) return { outcome: 'denied' }
    if (clock() > deadline) return { outcome: 'unavailable' }

    const run = () =>
      operation.run(workspace, {
        place: context,
        args,
        recordTypes: asked.record_types,
        approved: asked.approval_id !== undefined,
      })
    if (!operation.writes || asked.idempotency_key === undefined) return run()

    const key = keyOf(asked)
    const text = JSON.stringify([name, args])
    const before = done.get(key)
    if (before !== undefined && before.endsMs > clock()) {
      if (before.asked !== text) return { outcome: 'conflict', message: 'The key was used before' }
      return before.outcome
    }
    const outcome = run()
    // A refusal changed nothing, so the same key may be used again.
    if (outcome.outcome === 'applied') {
      done.set(key, { asked: text, outcome, endsMs: clock() + KEY_KEPT_MS })
    }
    return outcome
  }
}

/** A key belongs to one person in one business: the same text from elsewhere is another key. */
function keyOf({ context, idempotency_key }: CallRequest): string {
  const { workspace_id, business_id, user } = context
  return JSON.stringify([workspace_id, business_id, user.issuer, user.subject, idempotency_key])
}
