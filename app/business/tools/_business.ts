import type { Grant, SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry, BusinessTool } from '../../contract/business.ts'
import type { AppliedChange, FoundRecords } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Result } from '../../contract/result.ts'

/** The answer of a private tool; a refusal is a message for the model that discloses nothing. */
export type BusinessAnswer =
  | ({ readonly answer: 'records' } & FoundRecords)
  | ({ readonly answer: 'applied' } & AppliedChange)
  | { readonly answer: 'held'; readonly approvalId: string }
  | { readonly answer: 'refused'; readonly message: string }

/** A call of a private tool, as an interface hands it in. */
export type BusinessCall = {
  readonly tool: BusinessTool
  readonly registry: BusinessRegistry
  readonly args: unknown
  readonly requestId: string
}

/** `idempotencyKey` is what the client sent as such: null, like every argument, is absence. */
export type BusinessWriteCall = BusinessCall & { readonly idempotencyKey: unknown }

export type ApprovalState =
  | 'held'
  | 'approved'
  | 'applying'
  | 'applied'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'cancelled'

/** A held call as the deciding user sees it. Its arguments are those that would be executed. */
export type ApprovalView = {
  readonly id: string
  readonly version: number
  readonly tool: string
  readonly toolTitle: string
  readonly businessId: string
  readonly businessName: string
  readonly requestedBy: string
  readonly clientId: string
  readonly clientName: string
  readonly args: JsonObject
  /** Name of the record that it would change; absent where the product does not tell. */
  readonly record: string | undefined
  readonly state: ApprovalState
  readonly created: number
  readonly expires: number
  /** Whether this user may decide it: an approver of the business, by policy not the requester. */
  readonly decidable: boolean
  /** Whether it is this user's own call that did not go out yet. */
  readonly withdrawable: boolean
}

/** One page of held calls; `next` is absent at the end of the open ones. */
export type ApprovalList = { readonly approvals: readonly ApprovalView[]; readonly next?: string }

export type Decision = {
  readonly approvalId: string
  readonly version: number
  readonly verdict: 'approve' | 'reject'
}

export type CallsOfClient = { readonly businessId: string; readonly clientId: string }

/** A call as somebody saw it: one that changed since has another version. */
export type SeenCall = Pick<Decision, 'approvalId' | 'version'>

/** Calls of one client that a user may reject together: the oldest, if there are very many. */
export type RejectableCalls = {
  readonly businessName: string
  readonly clientName: string
  readonly calls: readonly SeenCall[]
  /** How many calls there are of each tool, by its title. */
  readonly tools: ReadonlyMap<string, number>
  readonly oldest: number
  readonly newest: number
  readonly remaining: number
}

export type DecisionRefusal = 'not_found' | 'not_allowed' | 'not_pending' | 'unavailable'

/** Private tools. Workspace and business come from the grant alone (contract 5, rule 2). */
export type Business = {
  read(grant: Grant<'mcp:business:read'>, call: BusinessCall): Promise<BusinessAnswer>
  write(grant: Grant<'mcp:business:write'>, call: BusinessWriteCall): Promise<BusinessAnswer>
  approvalsOf(user: SignedIn, registry: BusinessRegistry, next?: string): Promise<ApprovalList>
  /** T6: only a signed-in user decides. An approved call is executed after every check again. */
  decide(
    user: SignedIn,
    registry: BusinessRegistry,
    decision: Decision,
  ): Promise<Result<ApprovalState, DecisionRefusal>>
  /** What `rejectAll` would reject, for a page on which the user confirms it. */
  listRejectable(
    user: SignedIn,
    registry: BusinessRegistry,
    calls: CallsOfClient,
  ): Promise<Result<RejectableCalls, DecisionRefusal>>
  /** Rejects at once the calls that a user saw, as they saw them; the value is how many. */
  rejectAll(
    user: SignedIn,
    calls: CallsOfClient & { readonly seen: readonly SeenCall[] },
  ): Promise<Result<number, DecisionRefusal>>
  /** Ends a user's own call that did not go out yet. */
  withdraw(user: SignedIn, call: SeenCall): Promise<Result<ApprovalState, DecisionRefusal>>
}
