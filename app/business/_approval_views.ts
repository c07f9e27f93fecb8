import type { BusinessChoice, SignedIn } from '../contract/authority.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import { textIn } from '../store/columns.ts'
import type { Sql } from '../store/port.ts'
import { type Approval, listApprovalsIn } from './_approval_rows.ts'
import { isExpired, isOpen } from './_approval_state.ts'
import type { ApprovalView } from './_business.ts'
import { cleanText } from './_cleaning.ts'
import type { BusinessPorts } from './_ports.ts'

/** How long a decided call remains in the list. */
const DECIDED_LISTED_MS = 7 * 24 * 3600 * 1000

/** Held calls in the businesses of a user: their own, and those that they may decide. */
export async function listApprovalViews(
  ports: BusinessPorts,
  user: SignedIn,
  registry: BusinessRegistry,
): Promise<readonly ApprovalView[]> {
  const { store, domain, clock } = ports
  const views: ApprovalView[] = []
  for (const choice of await domain.businessesOf(user.userId)) {
    const who = { ...choice, userId: user.userId }
    const approver = domain.mayDecide === undefined || (await domain.mayDecide(who))
    for (const approval of await listApprovalsIn(
      store.sql,
      choice.businessId,
      clock() - DECIDED_LISTED_MS,
    )) {
      const own = approval.by.userId === user.userId
      if (approval.by.workspaceId !== choice.workspaceId || !(own || approver)) continue
      const may = approver && (!own || ports.settings.requesterMayDecide)
      views.push(await toView(ports, approval, { registry, choice, may, nowMs: clock() }))
    }
  }
  return views.sort((one, other) => other.created - one.created)
}

type ViewContext = {
  readonly registry: BusinessRegistry
  readonly choice: BusinessChoice
  readonly may: boolean
  readonly nowMs: number
}

async function toView(
  { store: { sql }, settings }: BusinessPorts,
  approval: Approval,
  seen: ViewContext,
): Promise<ApprovalView> {
  const { id, version, tool, by, args, created, ends, state } = approval
  const { registry, choice, may, nowMs } = seen
  const entry = registry.tools.find(({ name }) => name === tool)
  const registered = settings.clients.find((client) => client.id === by.clientId)
  const expired = state !== 'applying' && isExpired(approval, nowMs)
  return {
    id,
    version,
    tool,
    toolTitle: entry?.title ?? tool,
    businessId: by.businessId,
    businessName: choice.businessName,
    requestedBy: await findName(
      sql,
      'SELECT display AS name FROM app_user WHERE id = ?',
      by.userId,
    ),
    clientName:
      registered?.name ??
      (await findName(sql, 'SELECT name FROM client WHERE id = ?', by.clientId)),
    // As stored and as they would be executed: whoever decides must not see less. The page makes
    // invisible characters visible.
    args,
    state: expired ? 'expired' : state,
    created,
    expires: ends,
    decidable: may && !expired && isOpen(approval, nowMs),
  }
}

async function findName(sql: Sql, text: string, id: string): Promise<string> {
  const row = await sql.one(text, id)
  return cleanText(row === undefined ? id : textIn(row, 'name'), 200)
}
