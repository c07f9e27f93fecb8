import { newId } from '../../contract/ids.ts'
import { OAUTH_PATHS } from '../../contract/oauth.ts'
import { cleanName } from '../../contract/shown_name.ts'
import { textIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { insertDeliveries } from './_delivery_rows.ts'
import type { RecordPorts } from './_record.ts'
import type { Mail } from './port.ts'

/** A call that waits, as approvers hear of it: never its arguments, nor a record. */
export type HeldNotice = {
  readonly approvalId: string
  readonly businessId: string
  readonly tool: string
  readonly toolTitle: string
  readonly endsMs: number
}

/** The body of the message; the webhook of the operator gets it as it is. */
type NoticeBody = {
  readonly approval_id: string
  readonly business_id: string
  readonly business_name: string
  readonly tool: string
  readonly tool_title: string
  readonly expires: string
  readonly account_url: string
  /** A line for people, which chat services show. */
  readonly text: string
}

/** The type of the row; it is no event type, and no receiver of events gets it. */
const NOTICE = 'approval_waiting'

/** The receiver of notices that is a webhook; no endpoint of events has this name. */
export const APPROVERS = 'approvers'

/** Writes who is to hear of a held call, in the transaction that holds it. */
export async function recordNotice(ports: RecordPorts, sql: Sql, held: HeldNotice): Promise<void> {
  const { settings, clock, randomBytes } = ports
  const { webhook, mail } = settings.approvers
  const addresses = new Set([...(mail?.to ?? []), ...(mail?.businesses.get(held.businessId) ?? [])])
  if (webhook === undefined && addresses.size === 0) return
  const created = clock()
  const body = JSON.stringify(await describeHeld(ports, sql, held))
  const row = { id: newId('evt_', randomBytes), type: NOTICE, body, created, due: created }
  await insertDeliveries(sql, [
    ...(webhook === undefined ? [] : [{ ...row, channel: 'notice', endpoint: APPROVERS } as const]),
    ...[...addresses].map((endpoint) => ({ ...row, channel: 'mail', endpoint }) as const),
  ])
}

async function describeHeld(
  { baseUrl }: RecordPorts,
  sql: Sql,
  { approvalId, businessId, tool, toolTitle, endsMs }: HeldNotice,
): Promise<NoticeBody> {
  // A product elsewhere keeps its names to itself.
  const row = await sql.one('SELECT name FROM business WHERE id = ?', businessId)
  // A name with lines of its own could pass for ours and lead approvers elsewhere.
  const business = cleanName(row && textIn(row, 'name')) ?? businessId
  const url = baseUrl + OAUTH_PATHS.account
  return {
    approval_id: approvalId,
    business_id: businessId,
    business_name: business,
    tool,
    tool_title: toolTitle,
    expires: new Date(endsMs).toISOString(),
    account_url: url,
    text: `"${toolTitle}" waits for approval in ${business}. Decide at ${url}`,
  }
}

/** The call that a notice is about. */
export function readApprovalId(body: string): string {
  return readNotice(body).approval_id
}

/** A mail without a link that decides: the page asks the approver to sign in. */
export function composeMail(
  { baseUrl, title }: Pick<RecordPorts, 'baseUrl' | 'title'>,
  given: { readonly id: string; readonly body: string; readonly from: string; readonly to: string },
): Mail {
  const { id, body, from, to } = given
  const notice = readNotice(body)
  const until = notice.expires.slice(0, 16).replace('T', ' ')
  return {
    from,
    to,
    subject: `${title()}: "${notice.tool_title}" waits for approval`,
    text: [
      `A call waits for approval in ${notice.business_name}: ${notice.tool_title}.`,
      `Sign in to see and decide it, until ${until} UTC:\n${notice.account_url}`,
      `${notice.approval_id}\n`,
    ].join('\n\n'),
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  }
}

function readNotice(body: string): NoticeBody {
  // Only `recordNotice` writes rows of these channels, and their bodies are these.
  return JSON.parse(body) as NoticeBody
}
