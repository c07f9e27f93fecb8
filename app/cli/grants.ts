import { endChosenGrants, type GrantChoice, listChosenGrants } from '../business/grants/mod.ts'
import { ok } from '../contract/result.ts'
import { OPERATION_OPTIONS, type OperationFlags, runOperation } from './_operation.ts'
import { type Call, defineCommand } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage:
    'grants list|end --user ID|--client ID|--business ID|--all [--dry-run] [--json] ' +
    '[--unkeyed-audit]',
  does: 'lists connections, or ends them: their tokens are refused at the next call',
  details: 'Reads DATABASE_URL. Several options together choose what matches all of them.',
  options: {
    user: 'string',
    client: 'string',
    business: 'string',
    all: 'boolean',
    ...OPERATION_OPTIONS,
  },
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb, ...more] = words
    const { user: userId, client: clientId, business: businessId, all } = flags
    const choice = { userId, clientId, businessId }
    const isChosen = Object.values(choice).some((each) => each !== undefined)
    if ((verb !== 'list' && verb !== 'end') || more.length > 0) {
      return reportWrongUse(
        `Cannot run "grants ${words.join(' ')}": write grants list or grants end`,
      )
    }
    if (isChosen === (all === true)) {
      return reportWrongUse(
        `Cannot run "grants ${verb}": choose with --user, --client or --business, or write --all`,
      )
    }
    return verb === 'list' ? await list(config, flags, choice) : await end(config, flags, choice)
  },
})

type Run = (config: Call['config'], flags: OperationFlags, choice: GrantChoice) => Promise<number>

const list: Run = (config, flags, choice) =>
  runOperation(config, flags, async ({ store, clock, change }) => {
    const grants = await listChosenGrants(store.sql, choice, clock())
    await change({ event: 'grants_listed', outcome: `${grants.length}` }, async () => undefined)
    const lines = grants.map(
      (each) =>
        `${each.id} ${each.status}: user ${each.user}, client ${each.client}, ` +
        `business ${each.business}, ${each.scopes.join(' ')}, ` +
        `last used ${each.last_used ?? 'never'}`,
    )
    return ok({ text: [...lines, `${grants.length} grants`].join('\n'), data: { grants } })
  })

const end: Run = (config, flags, choice) =>
  runOperation(config, flags, async ({ store, audit, clock, isDryRun }) => {
    const ended = isDryRun
      ? (await listChosenGrants(store.sql, choice, clock())).length
      : await endChosenGrants({ store, audit, clock }, choice)
    return ok({ text: `grants ended: ${ended}`, data: { ended } })
  })
