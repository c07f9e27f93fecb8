import type { PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { mcpPlugin } from '../../../app/interfaces/mcp/plugin.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  READ,
  WRITE,
} from '../../business/tools/business_fixture.ts'
import { call, callTool, OLDER } from '../../interfaces/mcp/calls.ts'
import { read } from '../../interfaces/mcp/endpoint.ts'
import { describeTools, readText } from './_content.ts'
import type { Outcome } from './_policy.ts'
import { hasAnswer, toPlain } from './_reader.ts'
import type { ActionTask } from './_tasks.ts'

const [REVISION] = OLDER

export type ActionSetting = {
  readonly preamble: string
  solve(task: ActionTask): Promise<Outcome>
}

/** Our private tools for a member of the example bakery; an approver does as the task says. */
export async function createActions(docs: PublicDocs, store: Store): Promise<ActionSetting> {
  const fixture = await createBusinessFixture(store)
  const token = await fixture.token('cleo', 'biz_bakery', [READ, WRITE])
  const log = createLog('error', (line) => console.error(line), Date.now)
  const plugin = mcpPlugin({
    docs,
    limits: {},
    peerOf: () => undefined,
    allowedOrigins: new Set(),
    admit: async () => 'admitted',
    log,
    business: { grants: fixture.grants, business: fixture.business, listed: true, log },
  })
  const send = async (request: Request) => (await read(await plugin.handle(request))).result
  const callPrivate = async (tool: string, args: object) =>
    readText(await send(callTool(REVISION, tool, args, { authorization: `Bearer ${token}` })))
  const { tools } = await send(call(REVISION, 'tools/list'))
  const decide = (text: string, task: ActionTask) => decideHeld(fixture, text, task)
  return {
    preamble: describeTools(tools),
    solve: (task) => act(task, callPrivate, decide),
  }
}

type CallPrivate = (tool: string, args: object) => Promise<string>
type Decide = (held: string, task: ActionTask) => Promise<void>

/**
 * Find the record, act on it, and look at it afterwards. The agent says that something is done when
 * the tool does not say that it waits, and that is a wrong claim unless the record says so too.
 */
async function act(task: ActionTask, callPrivate: CallPrivate, decide: Decide): Promise<Outcome> {
  const found = await callPrivate(task.find.tool, task.find.arguments ?? {})
  const id = /"id":"([^"]+)"/.exec(found)?.[1]
  const acted = await callPrivate(task.act.tool, { id, ...task.act.arguments })
  const isHeld = acted.includes('"status":"held"')
  if (isHeld) await decide(acted, task)
  const checked = await callPrivate(task.check.tool, { id })
  const texts = [found, acted, checked]
  const isRight =
    hasAnswer(task.answers, toPlain(checked)) && isHeld === (task.decision !== undefined)
  const verdict = isRight ? 'right' : isHeld ? 'missed' : 'wrong'
  return { verdict, calls: texts.length, text: texts.join('\n') }
}

async function decideHeld(
  { business, registry, signIn, store }: BusinessFixture,
  held: string,
  { decision = 'reject' }: ActionTask,
): Promise<void> {
  const approvalId = /"approval_id":"([^"]+)"/.exec(held)?.[1] ?? ''
  const row = await store.sql.one('SELECT version FROM held_approval WHERE id = ?', approvalId)
  const { user } = await signIn('ada')
  const verdict = { approvalId, version: Number(row?.version), verdict: decision }
  const decided = await business.decide(user, registry, verdict)
  if (!decided.ok) throw new Error(`Cannot decide "${approvalId}": ${decided.error}`)
}
