import { endGrantsOf } from '../business/grants/mod.ts'
import {
  type BusinessState,
  endMembership,
  setBusinessState,
} from '../business/tools/adapters/embedded.ts'
import { cancelHeldIn } from '../business/tools/mod.ts'
import { createAudit } from '../foundation/store/audit.ts'
import { explainKeyLack, findKeyLack } from '../foundation/store/audit_key.ts'
import { openStore } from '../foundation/store/open.ts'
import { type Audit, type Sql, StoreUnavailable } from '../foundation/store/port.ts'
import { defineCommand, EXIT } from './command.ts'

const STATES: Readonly<Record<string, BusinessState>> = {
  archive: 'archived',
  restore: 'active',
  remove: 'removed',
}

const USAGE =
  'lectern example archive BUSINESS\n' +
  'lectern example restore BUSINESS\n' +
  'lectern example remove BUSINESS\n' +
  'lectern example remove-member USER BUSINESS'

type Change =
  | { readonly does: 'set'; readonly verb: string; readonly state: BusinessState }
  | { readonly does: 'remove_member'; readonly user: string }

export const command = defineCommand({
  usage: 'example archive|restore|remove BUSINESS | remove-member USER BUSINESS',
  does: 'changes the example workspace, to show what fails closed',
  details: 'Reads DATABASE_URL; a running service sees the change at its next call.',
  options: {},
  takesWords: true,
  run: ({ config, words }) => {
    const { databaseUrl, auditKeys } = config.business
    return changeExample(databaseUrl, words, auditKeys)
  },
})

/** Changes the store of a running service, to show what ends with a business or a membership. */
export async function changeExample(
  databaseUrl: string,
  words: readonly string[],
  keys: readonly string[] = [],
): Promise<number> {
  const [verb = '', ...names] = words
  const change = changeOf(verb, names)
  const businessId = names.at(-1)
  if (change === undefined || businessId === undefined) return wrongUse(verb, names)
  const store = await openStore(databaseUrl)
  if (!store.ok) return problem(store.error)
  const audit = createAudit(store.value, { clock: Date.now, keys })
  try {
    const lack = await findKeyLack(store.value.sql, keys)
    if (lack !== undefined) return problem(explainKeyLack(lack))
    const done = await store.value.transaction((sql) => applyChange(sql, audit, change, businessId))
    if (done.startsWith('Cannot')) return problem(done)
    console.log(done)
    return EXIT.fine
  } catch (error) {
    if (error instanceof StoreUnavailable) return problem(error.message)
    throw error
  } finally {
    await store.value.close()
  }
}

function changeOf(verb: string, names: readonly string[]): Change | undefined {
  const [first] = names
  if (verb === 'remove-member' && names.length === 2 && first !== undefined) {
    return { does: 'remove_member', user: first }
  }
  const state = Object.hasOwn(STATES, verb) ? STATES[verb] : undefined
  return state !== undefined && names.length === 1 ? { does: 'set', verb, state } : undefined
}

/** Makes the change and says what it did, or why it cannot be made. */
async function applyChange(
  sql: Sql,
  audit: Audit,
  change: Change,
  businessId: string,
): Promise<string> {
  return change.does === 'set'
    ? await setState(sql, audit, change, businessId)
    : await removeMember(sql, audit, change.user, businessId)
}

/** T5: a removed business ends its grants; an archived one keeps them for when it returns. */
async function setState(
  sql: Sql,
  audit: Audit,
  { verb, state }: Extract<Change, { does: 'set' }>,
  businessId: string,
): Promise<string> {
  if (!(await setBusinessState(sql, businessId, state))) {
    return `Cannot ${verb} "${businessId}": the store has no such business`
  }
  const cancelled = state === 'active' ? 0 : await cancelHeldIn(sql, businessId)
  const ended =
    state === 'removed' ? await endGrantsOf({ audit, clock: Date.now }, sql, { businessId }) : 0
  await audit.append(sql, { event: 'business_changed', outcome: state, businessId })
  return `"${businessId}" is ${state}; grants ended: ${ended}; held calls cancelled: ${cancelled}`
}

async function removeMember(
  sql: Sql,
  audit: Audit,
  user: string,
  businessId: string,
): Promise<string> {
  const userIds = await endMembership(sql, user, businessId)
  if (userIds.length === 0) {
    return `Cannot remove member "${user}": no member of "${businessId}" has this id or subject`
  }
  const ended = await endGrantsOf({ audit, clock: Date.now }, sql, { businessId, userIds })
  for (const userId of userIds) {
    await audit.append(sql, {
      event: 'membership_changed',
      outcome: 'ended',
      businessId,
      actor: userId,
    })
  }
  return `"${user}" is no longer a member of "${businessId}"; grants ended: ${ended}`
}

function problem(message: string): number {
  console.error(message)
  return EXIT.problems
}

function wrongUse(verb: string, names: readonly string[]): number {
  const given = ['example', verb, ...names].join(' ').trim()
  console.error(`Cannot run "${given}": write one of\n${USAGE}`)
  return EXIT.wrongUse
}
