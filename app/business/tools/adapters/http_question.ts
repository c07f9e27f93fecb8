import type { DomainCall, DomainContext } from '../../../contract/domain.ts'
import type { DomainAsked, DomainPerson } from '../../../contract/domain_wire.ts'

/** A call as the product is asked: who and where come from the grant alone. */
export function toQuestion(
  context: DomainContext,
  user: DomainPerson,
  call: DomainCall,
): DomainAsked<'call'> {
  const { operation, kind, args, records, idempotencyKey, approvalId, deadline } = call
  return {
    operation,
    kind,
    context: {
      request_id: context.requestId,
      grant_id: context.grantId,
      client_id: context.clientId,
      user,
      workspace_id: context.workspaceId,
      business_id: context.businessId,
      scopes: [...context.scopes],
    },
    args,
    record_types: [...records],
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
    deadline: Math.floor(deadline),
  }
}
