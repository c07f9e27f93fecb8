import type { GrantFacts } from '../../contract/authority.ts'
import type { BusinessTool } from '../../contract/business.ts'
import type { AuditEntry } from '../../foundation/store/port.ts'
import type { AuditOutcome } from './_outcomes.ts'

/** Names of the audit lines that this folder writes. */
export type BusinessEvent =
  | 'tool_read'
  | 'tool_write'
  | 'reach_violation'
  | 'approval_held'
  | 'approval_decided'
  | 'approval_applied'

/** Who called which tool: only names, all of them from the grant and the registry. */
export function lineOf(
  event: BusinessEvent,
  outcome: AuditOutcome,
  by: GrantFacts,
  call: { readonly tool: Pick<BusinessTool, 'name' | 'operation'>; readonly requestId: string },
  more: Pick<AuditEntry, 'argsDigest' | 'approvalId'> = {},
): AuditEntry {
  return {
    event,
    outcome,
    actor: by.userId,
    clientId: by.clientId,
    grantId: by.grantId,
    workspaceId: by.workspaceId,
    businessId: by.businessId,
    tool: call.tool.name,
    operation: call.tool.operation,
    requestId: call.requestId,
    ...more,
  }
}
