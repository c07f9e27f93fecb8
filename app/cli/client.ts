import { isStoredClient, setClientDisabled } from '../business/grants/mod.ts'
import { err, ok } from '../contract/result.ts'
import { OPERATION_OPTIONS, runOperation } from './_operation.ts'
import { defineCommand } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'client disable|enable CLIENT [--dry-run] [--json] [--unkeyed-audit]',
  does: 'refuses an application and all tokens that it holds, or lets it in again',
  details: 'Reads DATABASE_URL. CLIENT is a client id, which may be the address of a document.',
  options: OPERATION_OPTIONS,
  takesWords: true,
  run: async ({ config, words, flags }) => {
    const [verb, clientId, ...more] = words
    const isKnown = verb === 'disable' || verb === 'enable'
    if (!isKnown || clientId === undefined || more.length > 0) {
      return reportWrongUse(
        `Cannot run "client ${words.join(' ')}": write client disable or enable, and one CLIENT`,
      )
    }
    const state = verb === 'disable' ? 'disabled' : 'active'
    return await runOperation(config, flags, async ({ store, change }) => {
      if (!(await isStoredClient(store.sql, clientId))) {
        return err(
          `Cannot ${verb} "${clientId}": the store has no such client; take one that ` +
            'OAUTH_CONFIG lists out of that file and restart',
        )
      }
      const entry = { event: 'client_changed', outcome: state, clientId }
      await change(entry, (sql) => setClientDisabled(sql, clientId, verb === 'disable'))
      return ok({ text: `"${clientId}" is ${state}`, data: { client: clientId, state } })
    })
  },
})
