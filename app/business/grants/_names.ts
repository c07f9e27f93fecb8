import type { Standing } from '../../contract/authority.ts'
import { textIn } from '../../foundation/store/columns.ts'
import type { SqlRow } from '../../foundation/store/port.ts'

/** Who and what an audit entry is about. */
export type Names = {
  readonly actor: string
  readonly clientId: string
  readonly grantId: string
  readonly workspaceId: string
  readonly businessId: string
}

export function namesOf(grant: {
  readonly id: string
  readonly clientId: string
  readonly who: Standing
}): Names {
  const { userId: actor, workspaceId, businessId } = grant.who
  return { actor, clientId: grant.clientId, grantId: grant.id, workspaceId, businessId }
}

/** Reads the names from a row with the columns of `GRANT_NAMES`. */
export function namesIn(row: SqlRow): Names {
  return namesOf({
    id: textIn(row, 'grant_id'),
    clientId: textIn(row, 'client_id'),
    who: standingIn(row),
  })
}

export const GRANT_NAMES = `g.id AS grant_id, g.client_id, g.user_id, g.workspace_id, g.business_id`

export function standingIn(row: SqlRow): Standing {
  return {
    userId: textIn(row, 'user_id'),
    workspaceId: textIn(row, 'workspace_id'),
    businessId: textIn(row, 'business_id'),
  }
}
