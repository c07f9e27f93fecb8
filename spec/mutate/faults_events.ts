import { type Fault, faultsIn } from './fault.ts'

const CORPUS = 'spec/business/events/corpus_spec.ts'
const NOTICES = 'spec/business/events/notices_spec.ts'
const OPERATED = 'spec/business/events/operated_spec.ts'
const PINNED = 'spec/business/events/pinned_spec.ts'
const SENDING = 'spec/business/events/sending_spec.ts'

/** Faults of events: what is written, to whom it is sent, how often, and what approvers hear. */
export const EVENT_FAULTS: readonly Fault[] = [
  ...faultsIn('app/business/events/_sender.ts', SENDING, [
    {
      id: 'events.retried',
      find: 'schedule_seconds[row.attempts + 1]',
      replace: 'schedule_seconds[row.attempts]',
    },
    {
      id: 'events.sent',
      find: 'Math.floor(clock() / 1000)',
      replace: 'Math.floor(clock() / 1000) - 301',
    },
    {
      id: 'events.notices',
      find: "if (!(await ports.isHeld(readApprovalId(row.body)))) return 'dropped'",
      replace: '',
      spec: NOTICES,
    },
  ]),
  ...faultsIn('app/business/events/_claims.ts', SENDING, [
    {
      id: 'events.shared',
      find: 'nowMs + leaseMs,',
      replace: 'nowMs,',
    },
    {
      id: 'events.retried',
      find: "ended.end === 'waiting' ? ended.due : nowMs,",
      replace: 'nowMs,',
    },
  ]),
  ...faultsIn('app/business/events/mod.ts', SENDING, [
    {
      id: 'events.retried',
      find: "state = 'waiting', attempts = 0,",
      replace: "state = 'waiting',",
    },
  ]),
  ...faultsIn('app/business/events/mod.ts', SENDING, [
    { id: 'events.operated', find: 'created < ? AND due < ?', replace: 'created < ? OR due < ?' },
  ]),
  ...faultsIn('app/business/events/_corpus_events.ts', CORPUS, [
    {
      id: 'events.outbox',
      find: '!isSame && (isNext || state.generated > before.generated)',
      replace: '!isSame',
    },
  ]),
  ...faultsIn('app/business/events/_corpus_state.ts', CORPUS, [
    {
      id: 'events.sent',
      find: 'if (old === undefined || old === status) return []',
      replace: 'if (old === undefined) return []',
    },
  ]),
  ...faultsIn('app/business/events/_notices.ts', NOTICES, [
    {
      id: 'events.notices',
      find: 'mail?.businesses.get(held.businessId) ?? []',
      replace: '[...(mail?.businesses.values() ?? [])].flat()',
    },
  ]),
  ...faultsIn('app/business/tools/_reject_all.ts', NOTICES, [
    {
      id: 'events.notices',
      find: "decision: 'rejected', atMs })",
      replace: "decision: 'approved', atMs })",
    },
  ]),
  ...faultsIn('app/business/tools/_write_begin.ts', NOTICES, [
    {
      id: 'events.notices',
      find: 'if (approvalId === id) {',
      replace: 'if (approvalId !== undefined) {',
    },
  ]),
  ...faultsIn('app/service/network/pinned_addresses.ts', PINNED, [
    {
      id: 'threat 41',
      find: 'return addresses.every(permits) ?',
      replace: 'return addresses.some(permits) ?',
    },
  ]),
  ...faultsIn('app/contract/event_signature.ts', SENDING, [
    {
      id: 'events.sent',
      find: 'secrets.map((secret) =>',
      replace: 'secrets.slice(0, 1).map((secret) =>',
    },
  ]),
  ...faultsIn('app/service/events_config.ts', OPERATED, [
    {
      id: 'events.operated',
      find: "return isLocal ? undefined : 'the address is this machine'",
      replace: 'return undefined',
    },
  ]),
  ...faultsIn('app/cli/events.ts', OPERATED, [
    {
      id: 'events.operated',
      find: "const entry = { event: 'events_resent',",
      replace: "const entry = { event: 'events_listed',",
    },
  ]),
]
