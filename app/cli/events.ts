import {
  type DeliveryChoice,
  type DeliveryRow,
  type DeliveryState,
  listDeliveries,
  resendDeliveries,
} from '../business/events/mod.ts'
import { err, ok } from '../contract/result.ts'
import { OPERATION_OPTIONS, type OperationFlags, runOperation } from './_operation.ts'
import { type Call, defineCommand } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

const STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'dead', 'dropped']

export const command = defineCommand({
  usage:
    'events list|show ID|resend ID [--state STATE] [--endpoint NAME] [--dry-run] [--json] ' +
    '[--unkeyed-audit]',
  does: 'lists what was sent or waits, shows one delivery whole, or sends it again',
  details:
    'Reads DATABASE_URL. STATE is waiting, delivered, dead or dropped. A delivery keeps its id:\n' +
    '  "events resend --state dead" sends again what was given up.',
  options: { state: 'string', endpoint: 'string', ...OPERATION_OPTIONS },
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb = '', id, ...more] = words
    const state = STATES.find((each) => each === flags.state)
    const { endpoint } = flags
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (run === undefined || more.length > 0) {
      return reportWrongUse(`Cannot run "events ${words.join(' ')}": write list, show or resend`)
    }
    if (flags.state !== undefined && state === undefined) {
      return reportWrongUse(`Cannot use "${flags.state}": a state is one of ${STATES.join(', ')}`)
    }
    const fault = findChoiceFault(verb, { state, endpoint, id })
    if (fault !== undefined) return reportWrongUse(`Cannot run "events ${verb}": ${fault}`)
    return await run(config, flags, { state, endpoint, id })
  },
})

function findChoiceFault(
  verb: string,
  { state, endpoint, id }: DeliveryChoice,
): string | undefined {
  switch (verb) {
    case 'list':
      return id === undefined ? undefined : 'it takes no id: write events show ID'
    case 'show':
      return id === undefined ? 'give the id of a delivery' : undefined
    default: {
      const isChosen = id !== undefined || state !== undefined || endpoint !== undefined
      return isChosen ? undefined : 'give the id of a delivery, or --state dead'
    }
  }
}

type Run = (
  config: Call['config'],
  flags: OperationFlags,
  choice: DeliveryChoice,
) => Promise<number>

const list: Run = (config, flags, choice) =>
  runOperation(config, flags, async ({ store, change }) => {
    const rows = await listDeliveries(store.sql, choice)
    await change({ event: 'events_listed', outcome: `${rows.length}` }, async () => undefined)
    const deliveries = rows.map(describeRow)
    const text = [...rows.map(formatRow), `${rows.length} deliveries`].join('\n')
    return ok({ text, data: { deliveries } })
  })

const show: Run = (config, flags, choice) =>
  runOperation(config, flags, async ({ store, change }) => {
    const rows = await listDeliveries(store.sql, choice)
    await change({ event: 'events_listed', outcome: `${rows.length}` }, async () => undefined)
    if (rows.length === 0) return err(`Cannot show "${choice.id}": there is no such delivery`)
    const deliveries = rows.map((row) => ({ ...describeRow(row), body: row.body }))
    const text = rows.map((row) => `${formatRow(row)}\n${row.body}`).join('\n\n')
    return ok({ text, data: { deliveries } })
  })

const resend: Run = (config, flags, choice) =>
  runOperation(config, flags, async ({ change, clock }) => {
    const entry = { event: 'events_resent', outcome: choice.id ?? choice.state ?? 'chosen' }
    const count = await change(entry, (sql) => resendDeliveries(sql, choice, clock()))
    if (count === 0) return err('Cannot send again: nothing that ended matches')
    return ok({ text: `due again: ${count}`, data: { resent: count } })
  })

const VERBS: Readonly<Record<string, Run>> = { list, show, resend }

function describeRow(row: DeliveryRow): Readonly<Record<string, unknown>> {
  const { id, channel, endpoint, type, state, attempts, status, reason } = row
  return {
    ...{ id, channel, endpoint, type, state, attempts, status, reason },
    created: toInstant(row.created),
    due: state === 'waiting' ? toInstant(row.due) : undefined,
    ended: row.ended === undefined ? undefined : toInstant(row.ended),
  }
}

function formatRow(row: DeliveryRow): string {
  const { id, type, endpoint, state, attempts, reason } = row
  const when = state === 'waiting' ? `, next ${toInstant(row.due)}` : ''
  const why = reason === undefined ? '' : `: ${reason}`
  const what = `${type} to ${endpoint}, ${attempts} attempts${when}`
  return `${id} ${state}: ${what}, of ${toInstant(row.created)}${why}`
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}
