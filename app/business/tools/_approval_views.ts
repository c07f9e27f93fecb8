import type { BusinessChoice, SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import { DAY_MS, LIMITS } from '../../contract/limits.ts'
import { compare } from '../../contract/problem.ts'
import { textIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { type Approval, COLUMNS, readApproval } from './_approval_rows.ts'
import { isExpired, isOpen } from './_approval_state.ts'
import type { ApprovalList, ApprovalView } from './_business.ts'
import { cleanText } from './_cleaning.ts'
import type { BusinessPorts } from './_ports.ts'

/** How long a call that has ended remains in the list. */
const ENDED_LISTED_MS = 7 * DAY_MS

const ENDED_LISTED_MAX = 50

/**
 * Held calls in the businesses of a user: their own, and those that they may decide. The open ones
 * come first, oldest first; `next` of an earlier list is where this one goes on.
 */
export async function listApprovalViews(
  ports: BusinessPorts,
  user: SignedIn,
  registry: BusinessRegistry,
  next?: string,
): Promise<ApprovalList> {
  const nowMs = ports.clock()
  const from = readCursor(next)
  const choices = await ports.domain.businessesOf(user.userId)
  // All are asked at once: a user waits for the slowest business, not for their sum.
  const lists = await Promise.all(
    choices.map(async (choice) => await listIn(ports, user, { registry, choice, nowMs }, from)),
  )
  const open = lists.flatMap((list) => list.open).toSorted((one, other) => compareAge(one, other))
  const shown = open.slice(0, LIMITS.heldCallsListed)
  const ended = lists.flatMap((list) => list.ended).toSorted((one, other) => compareAge(other, one))
  const listed = [...shown, ...(next === undefined ? ended.slice(0, ENDED_LISTED_MAX) : [])]
  const approvals = await Promise.all(listed.map((each) => toView(ports, each)))
  const last = shown.at(-1)?.approval
  if (last === undefined || open.length === shown.length) return { approvals }
  return { approvals, next: `${last.created}.${last.id}` }
}

type Reading = {
  readonly registry: BusinessRegistry
  readonly choice: BusinessChoice
  readonly nowMs: number
}

type ListedApproval = Reading & {
  readonly approval: Approval
  readonly own: boolean
  readonly may: boolean
}

type Lists = { readonly open: readonly ListedApproval[]; readonly ended: readonly ListedApproval[] }

/** The product is asked who decides only where there is something to decide. */
async function listIn(
  { store: { sql }, domain, settings }: BusinessPorts,
  user: SignedIn,
  reading: Reading,
  from: ApprovalCursor,
): Promise<Lists> {
  const { choice, nowMs } = reading
  const { businessId, workspaceId } = choice
  const since = nowMs - ENDED_LISTED_MS
  if (!(await hasApprovals(sql, businessId, since))) return { open: [], ended: [] }
  const who = { ...choice, userId: user.userId }
  const decides = domain.mayDecide === undefined || (await domain.mayDecide(who))
  const listed = { businessId, workspaceId, requestedBy: decides ? null : user.userId }
  const toListed = (approval: Approval): ListedApproval => {
    const own = approval.by.userId === user.userId
    return { ...reading, approval, own, may: decides && (!own || settings.requesterMayDecide) }
  }
  const [open, ended] = await Promise.all([
    // One more than is shown tells that there is another page.
    listOpen(sql, listed, from, { nowMs, limit: LIMITS.heldCallsListed + 1 }),
    listEnded(sql, listed, since, { nowMs, limit: ENDED_LISTED_MAX }),
  ])
  return { open: open.map(toListed), ended: ended.map(toListed) }
}

const CURSOR = /^([0-9]{1,15})\.([A-Za-z0-9_]{1,64})$/

/** Anything else in an address is the start of the list. */
function readCursor(next = ''): ApprovalCursor {
  const [, created = '0', id = ''] = CURSOR.exec(next) ?? []
  return { created: Number(created), id }
}

function compareAge(
  { approval: one }: ListedApproval,
  { approval: other }: ListedApproval,
): number {
  return one.created - other.created || compare(one.id, other.id)
}

async function toView(
  ports: BusinessPorts,
  { approval, registry, choice, own, may, nowMs }: ListedApproval,
): Promise<ApprovalView> {
  const { id, version, tool, by, args, created, ends, state } = approval
  const entry = registry.tools.find(({ name }) => name === tool)
  const expired = state !== 'applying' && isExpired(approval, nowMs)
  const canBeDecided = !expired && isOpen(approval, nowMs)
  return {
    id,
    version,
    tool,
    toolTitle: entry?.title ?? tool,
    businessId: by.businessId,
    businessName: choice.businessName,
    clientId: by.clientId,
    requestedBy: await findName(
      ports.store.sql,
      'SELECT display AS name FROM app_user WHERE id = ?',
      by.userId,
    ),
    clientName: await findClientName(ports, by.clientId),
    // As stored and as they would be executed: whoever decides must not see less. The page makes
    // invisible characters visible.
    args,
    record: canBeDecided ? await findRecordName(ports.domain, approval) : undefined,
    state: expired ? 'expired' : state,
    created,
    expires: ends,
    decidable: may && canBeDecided,
    withdrawable: own && !expired && (state === 'held' || state === 'approved'),
  }
}

/** As it is now, and as the requester may see it. */
async function findRecordName(
  { target }: Pick<BusinessPorts['domain'], 'target'>,
  { by, operation, args }: Approval,
): Promise<string | undefined> {
  const found = await target?.(by, { operation, args })
  return typeof found === 'object' ? cleanText(found.name, 200) : undefined
}

export async function findClientName(
  { store: { sql }, settings }: BusinessPorts,
  clientId: string,
): Promise<string> {
  const registered = settings.clients.find(({ id }) => id === clientId)
  return registered?.name ?? (await findName(sql, 'SELECT name FROM client WHERE id = ?', clientId))
}

async function findName(sql: Sql, text: string, id: string): Promise<string> {
  const row = await sql.one(text, id)
  return cleanText(row === undefined ? id : textIn(row, 'name'), 200)
}

/** A call in a list that is sorted by age: a list goes on behind it. */
type ApprovalCursor = { readonly created: number; readonly id: string }

/** Whose calls are listed: all of a business, or one requester's. */
type CallsOf = {
  readonly businessId: string
  readonly workspaceId: string
  readonly requestedBy: string | null
}

const OPEN = `((state IN ('held', 'approved') AND ends > ?) OR state = 'applying')`
/** When a call was decided, or when it expired or would have. */
const ENDED_AT = `CASE WHEN state IN ('held', 'approved') THEN ends
  ELSE COALESCE(decided_at, ends) END`
const WHOSE = 'business_id = ? AND workspace_id = ? AND requested_by = COALESCE(?, requested_by)'

/** Whether a business has calls to list: open ones, or some that ended after an instant. */
async function hasApprovals(sql: Sql, businessId: string, endedAfter: number): Promise<boolean> {
  const text = `SELECT id FROM held_approval WHERE business_id = ?
    AND (state IN ('held', 'approved', 'applying') OR ${ENDED_AT} > ?) LIMIT 1`
  return (await sql.one(text, businessId, endedAfter)) !== undefined
}

/** Calls that wait for a decision or for an answer, oldest first. */
async function listOpen(
  sql: Sql,
  { businessId, workspaceId, requestedBy }: CallsOf,
  { created, id }: ApprovalCursor,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Approval[]> {
  const rows = await sql.all(
    `SELECT ${COLUMNS} FROM held_approval WHERE ${WHOSE} AND ${OPEN}
      AND (created > ? OR (created = ? AND id > ?)) ORDER BY created, id LIMIT ?`,
    ...[businessId, workspaceId, requestedBy, nowMs, created, created, id, limit],
  )
  return rows.map(readApproval)
}

/** Calls that have ended, newest first. */
async function listEnded(
  sql: Sql,
  { businessId, workspaceId, requestedBy }: CallsOf,
  endedAfter: number,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Approval[]> {
  const rows = await sql.all(
    `SELECT ${COLUMNS} FROM held_approval WHERE ${WHOSE} AND NOT ${OPEN} AND ${ENDED_AT} > ?
      ORDER BY created DESC, id LIMIT ?`,
    ...[businessId, workspaceId, requestedBy, nowMs, endedAfter, limit],
  )
  return rows.map(readApproval)
}
