import { eraseUser, findUsers, setUserState } from '../business/grants/mod.ts'
import { cancelHeldOf } from '../business/tools/mod.ts'
import { err, ok, type Result } from '../contract/result.ts'
import {
  OPERATION_OPTIONS,
  type Operation,
  type OperationOutcome,
  runOperation,
} from './_operation.ts'
import { defineCommand } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

const OUTCOMES: Readonly<Record<string, 'disabled' | 'active' | 'erased'>> = {
  disable: 'disabled',
  enable: 'active',
  erase: 'erased',
}

export const command = defineCommand({
  usage: 'user disable|enable|erase USER [--dry-run] [--json] [--unkeyed-audit]',
  does: 'shuts a person out, lets them in again, or removes what is stored about them',
  details: 'Reads DATABASE_URL. USER is an id, a subject at the identity provider, or an address.',
  options: OPERATION_OPTIONS,
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb = '', name, ...more] = words
    const outcome = Object.hasOwn(OUTCOMES, verb) ? OUTCOMES[verb] : undefined
    if (outcome === undefined || name === undefined || more.length > 0) {
      return reportWrongUse(
        `Cannot run "user ${words.join(' ')}": write user disable, enable or erase, and one USER`,
      )
    }
    return await runOperation(config, flags, (operation) => changeUser(operation, outcome, name))
  },
})

async function changeUser(
  { store, change }: Operation,
  outcome: 'disabled' | 'active' | 'erased',
  name: string,
): Promise<Result<OperationOutcome, string>> {
  const [user, ...others] = await findUsers(store.sql, name)
  if (user === undefined) return err(`Cannot change user "${name}": the store has no such user`)
  if (others.length > 0) {
    const ids = [user, ...others].map(({ id }) => id).join(', ')
    return err(`Cannot change user "${name}": several have this name: ${ids}`)
  }
  const entry = { event: 'user_changed', outcome, actor: user.id }
  const cancelled = await change(entry, async (sql) => {
    if (outcome === 'active') await setUserState(sql, user.id, 'active')
    if (outcome === 'disabled') await setUserState(sql, user.id, 'disabled')
    const held = outcome === 'active' ? 0 : await cancelHeldOf(sql, user.id)
    if (outcome === 'erased') await eraseUser(sql, user.id)
    return held
  })
  return ok({
    text: `"${user.id}" (${user.display}) is ${outcome}; held calls cancelled: ${cancelled}`,
    data: { user: user.id, state: outcome, held_calls_cancelled: cancelled },
  })
}
